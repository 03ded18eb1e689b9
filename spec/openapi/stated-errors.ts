// The stated errors of each operation. Their HTTP status and the envelope of the exchange errors are unspecified.
// Contract: Errors.

import { exchangePaymentErrors, payoutErrors } from '../errors.ts'
import type { OperationId } from '../operations.ts'
import type { StatedError } from './document.ts'

/** Placeholders for the parts of an `errorMsg` that vary. */
const rowNumber = '{row_number}'
const keyName = '{key_name}'

/** The stated errors by operation. Other operations have none. */
export const statedErrors: Partial<Record<OperationId, StatedError[]>> = {
  createExchangePayment: Object.values(exchangePaymentErrors).map((error) => ({ ...error })),
  createTransfers: [
    { condition: 'The encrypted data is malformed.', errorMsg: payoutErrors.transferMalformed() },
    { condition: 'The decrypted data is not an array.', errorMsg: payoutErrors.transferNotArray() },
    {
      condition: 'A required key of a row is missing or invalid.',
      errorMsg: payoutErrors.transferRow(rowNumber),
    },
  ],
  addPayees: [
    { condition: 'The encrypted data is malformed.', errorMsg: payoutErrors.payeeMalformed() },
    { condition: 'The decrypted data is not an array.', errorMsg: payoutErrors.payeeNotArray() },
    { condition: 'A required key of a row is missing.', errorMsg: payoutErrors.payeeRow(rowNumber, keyName) },
  ],
}
