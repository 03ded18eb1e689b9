// The requirement that an error in a response's shape violates, and no other; and that the walk agrees with Ajv.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { exampleOf } from '../../spec/primitives.ts'
import { editedOnce } from '../../spec/test-support/edits.ts'
import { absent, changeAt, fillAt } from '../altered/mutants/json-path.ts'
import { contractDocument, responseSchema } from '../observe/contract-document.ts'
import { checkResponseShape } from './response-shape.ts'
import { walkResponse } from './response-shape-walk.ts'

const example = (operationId: OperationId): unknown =>
  structuredClone(exampleOf(operations[operationId].response))

const changedExample = (operationId: OperationId, path: string, value: unknown) =>
  changeAt(fillAt(example(operationId), path, value), path, () => value ?? (value === null ? null : absent))

it.each(operationIds)('the example of %s violates nothing', (operationId) => {
  const { checked, violations } = checkResponseShape(operationId, example(operationId))
  expect(violations).toEqual([])
  expect(checked.size).toBeGreaterThan(0)
})

it('a rate may have an exponent', () => {
  const changed = changedExample('listCurrencies', 'result.*.currentRate', '7e-7')
  expect(checkResponseShape('listCurrencies', changed).violations).toEqual([])
})

describe('an error violates the requirement that states the shape', () => {
  it.each<[OperationId, string, unknown, string[]]>([
    ['createInvoice', 'result.uuid', 7, ['service.identifiers-are-text', 'invoices.link-shape']],
    ['createInvoice', 'ok', undefined, ['service.ok-envelope', 'invoices.link-shape']],
    ['createInvoice', 'ok', false, ['invoices.link-shape']],
    ['createQrTransaction', 'result.crytoCurrency', undefined, ['qr-transactions.cryto-currency-spelling']],
    ['createQrTransaction', 'result.id', '', ['service.identifiers-are-text']],
    ['createQrTransaction', 'result.totalAmount', '1,000.00', ['service.amounts-are-decimals']],
    ['validateExchangePayment', 'result.fee', '0.1', ['exchange-payments.validation-amounts-are-numbers']],
    ['createExchangePayment', 'result.settlementId', null, ['transactions.uuids']],
    ['createExchangePayment', 'result.status', 'pending', ['transactions.codes-are-integers']],
    ['createExchangePayment', 'result.nativeAmount', '30.5', ['transactions.native-amount-two-decimals']],
    ['createExchangePayment', 'result.amount', '1e-8', ['service.amounts-are-decimals']],
    ['createExchangePayment', 'result.check.*.statusRefund', 20, ['transactions.check-counts-refunds']],
    ['createExchangePayment', 'result.customer.email', undefined, ['transactions.record-shape']],
    ['createTransfers', 'result.receivers.*.Email', undefined, ['payouts.transfers-row-labels']],
    ['getInvoice', 'result.returnval', undefined, ['invoices.order-info-inside-returnval']],
    ['listCurrencies', 'result.*.currentRate', '50,000', ['currencies.rate-is-decimal-text']],
    ['getInvoice', 'result.returnval.amount', '7e-7', ['service.amounts-are-decimals']],
    ['listBanks', 'result.banks.*.accounts.*.balanceInfo', 'x', ['banks.balance-info-object-or-null']],
    ['getStore', 'result.settings.tabs.*', 'Crypto', ['stores.tab-labels']],
    ['getStore', 'result.whiteLabel.createdAt', '5 Jan 2026', ['service.timestamps-utc']],
    ['debitSubscription', 'ok', true, ['subscriptions.debit-without-ok']],
    ['debitSubscription', 'result.data.*.rateDivisor', undefined, ['subscriptions.debit-response-shape']],
  ])('%s with %s = %j', (operationId, path, value, wanted) => {
    const { violations } = checkResponseShape(operationId, changedExample(operationId, path, value))
    expect([...new Set(violations.map(({ requirement }) => requirement))].sort()).toEqual([...wanted].sort())
  })
})

it('finds an error exactly if Ajv does', () => {
  const validator = new SchemaValidator(contractDocument)
  const cases = fc
    .constantFrom(...operationIds)
    .chain((id) => editedOnce(fc.constant(example(id))).map(({ value }) => ({ id, value })))
  fc.assert(
    fc.property(cases, ({ id, value }) => {
      expect(walkResponse(responseSchema(id), value, id).errors.length === 0).toBe(
        validator.check(responseSchema(id))(value) === undefined,
      )
    }),
    { numRuns: 2000 },
  )
})
