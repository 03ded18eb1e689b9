// The errors whose words the contract states, put on the operations that they belong to. Their HTTP status and, for
// exchange payments, their envelope are not shown and not here. Contract: Errors.

import { exchangePaymentErrors, payoutErrors } from '../errors.ts'
import type { OperationId } from '../operations.ts'
import type { StatedError } from './document.ts'

/** Stands in an `errorMsg` for what varies. */
const rowNumber = '{row_number}'
const keyName = '{key_name}'

/** Stated errors by operation; an operation that is not here has none. */
export const statedErrors: Partial<Record<OperationId, StatedError[]>> = {
  createExchangePayment: Object.values(exchangePaymentErrors).map((error) => ({ ...error })),
  createTransfers: [
    { condition: 'The encrypted text cannot be opened.', errorMsg: payoutErrors.transferMalformed() },
    { condition: 'What was encrypted is not an array.', errorMsg: payoutErrors.transferNotArray() },
    {
      condition: 'A row lacks a required key or has a bad one.',
      errorMsg: payoutErrors.transferRow(rowNumber),
    },
  ],
  addPayees: [
    { condition: 'The encrypted text cannot be opened.', errorMsg: payoutErrors.payeeMalformed() },
    { condition: 'What was encrypted is not an array.', errorMsg: payoutErrors.payeeNotArray() },
    { condition: 'A row lacks a required key.', errorMsg: payoutErrors.payeeRow(rowNumber, keyName) },
  ],
}
