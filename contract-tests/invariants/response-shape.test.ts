// The requirement that each error in a response's shape violates, with an example for each requirement about shape. The walk
// agrees with Ajv on which values are valid.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { editedOnce } from '../../spec/test-support/edits.ts'
import { contractDocument, responseSchema } from '../observe/contract-document.ts'
import { checkResponseShape } from './response-shape.ts'
import { walkResponse } from './response-shape-walk.ts'

const example = (operationId: OperationId): unknown =>
  structuredClone(operations[operationId].responseExample)

/** The example with the value at a path replaced, or removed if it is undefined. */
function changedExample(operationId: OperationId, path: string, value: unknown): unknown {
  const keys = path.split('.')
  const at = (whole: unknown, [key = '', ...rest]: readonly string[]): unknown => {
    if (Array.isArray(whole))
      return whole.map((element, index) => (String(index) === key ? at2(element, rest) : element))
    const copy: Record<string, unknown> = { ...Object(whole) }
    copy[key] = at2(copy[key], rest)
    return JSON.parse(JSON.stringify(copy))
  }
  const at2 = (whole: unknown, rest: readonly string[]): unknown =>
    rest.length === 0 ? value : at(whole, rest)
  return at(example(operationId), keys)
}

it.each(operationIds)('the example of %s violates nothing', (operationId) => {
  const { checked, violations } = checkResponseShape(operationId, example(operationId))
  expect(violations).toEqual([])
  expect(checked.size).toBeGreaterThan(0)
})

it('a rate may have an exponent', () => {
  const changed = changedExample('listCurrencies', 'result.0.currentRate', '7e-7')
  expect(checkResponseShape('listCurrencies', changed).violations).toEqual([])
})

describe('an error violates the requirement that states the shape', () => {
  it.each<[OperationId, string, unknown, string[]]>([
    ['createInvoice', 'result.url', undefined, ['invoices.link-shape']],
    ['createInvoice', 'result.uuid', 7, ['service.identifiers-are-text', 'invoices.link-shape']],
    ['createInvoice', 'ok', undefined, ['service.ok-envelope', 'invoices.link-shape']],
    ['createInvoice', 'ok', false, ['invoices.link-shape']],
    ['createQrTransaction', 'result.crytoCurrency', undefined, ['qr-transactions.cryto-currency-spelling']],
    ['createQrTransaction', 'result.meta.qrString', 1, ['qr-transactions.response-shape']],
    ['createQrTransaction', 'result.id', '', ['service.identifiers-are-text']],
    ['createQrTransaction', 'result.totalAmount', '1,000.00', ['service.amounts-are-decimals']],
    [
      'validateExchangePayment',
      'result.receiverMemo',
      undefined,
      ['exchange-payments.validation-memo-text-or-null'],
    ],
    ['validateExchangePayment', 'result.fee', '0.1', ['exchange-payments.validation-amounts-are-numbers']],
    [
      'validateExchangePayment',
      'result.newRate.percentRate',
      '0',
      ['exchange-payments.validation-amounts-are-numbers'],
    ],
    ['validateExchangePayment', 'result.fee', undefined, ['exchange-payments.validation-response-shape']],
    ['createExchangePayment', 'result.settlementId', null, ['transactions.uuids']],
    ['createExchangePayment', 'result.status', 'pending', ['transactions.codes-are-integers']],
    ['createExchangePayment', 'result.nativeAmount', '30.5', ['transactions.native-amount-two-decimals']],
    ['createExchangePayment', 'result.amount', 1, ['transactions.amounts-are-text']],
    ['createExchangePayment', 'result.amount', '1e-8', ['service.amounts-are-decimals']],
    ['createExchangePayment', 'result.receivedAmountCal', '1', ['transactions.final-amounts-are-numbers']],
    ['createExchangePayment', 'result.stock', undefined, ['transactions.text-or-null']],
    ['createExchangePayment', 'result.check.0.price', '10', ['transactions.check-shape']],
    ['createExchangePayment', 'result.check.0.statusRefund', 20, ['transactions.check-counts-refunds']],
    ['createExchangePayment', 'result.meta.hash', 'x', ['transactions.meta-shape']],
    ['createExchangePayment', 'result.createdAt', 1, ['service.timestamps-utc']],
    [
      'createExchangePayment',
      'result.txMetadata.shippingAddress',
      undefined,
      ['transactions.shipping-address-object-or-null'],
    ],
    ['createExchangePayment', 'result.txMetadata.nativeConversionRate', 1, ['transactions.amounts-are-text']],
    ['createExchangePayment', 'result.customer.email', undefined, ['transactions.record-shape']],
    ['createExchangePayment', 'result.merchant.shopData.url', undefined, ['transactions.record-shape']],
    ['createTransfers', 'result.receivers.0.Email', undefined, ['payouts.transfers-row-labels']],
    ['createTransfers', 'result.insertedCount', '1', ['payouts.transfers-response-shape']],
    ['createTransfers', 'result.errorMsg', undefined, ['payouts.transfers-no-error-message']],
    ['createTransfers', 'result.errorData', undefined, ['payouts.transfers-response-shape']],
    ['addPayees', 'result.payees.0.Label', undefined, ['payouts.payees-row-labels']],
    ['addPayees', 'result.errorMsg', null, ['payouts.payees-no-error-message']],
    ['getInvoice', 'result.returnval', undefined, ['invoices.order-info-inside-returnval']],
    ['getInvoice', 'result.returnval.encrypted', undefined, ['invoices.order-info-response-shape']],
    ['getInvoice', 'result.returnval.amount', '12 USD', ['service.amounts-are-decimals']],
    ['closePartialPayment', 'result.success', 'yes', ['partial-payments.response-shape']],
    ['listCurrencies', 'result.0.decimals', '8', ['currencies.response-shape']],
    ['listCurrencies', 'result.0.currentRate', 5, ['currencies.rate-is-decimal-text']],
    ['listCurrencies', 'result.0.currentRate', '50,000', ['currencies.rate-is-decimal-text']],
    ['getInvoice', 'result.returnval.amount', '7e-7', ['service.amounts-are-decimals']],
    ['listCurrencies', 'result.0.sort', '1', ['currencies.sort-integer-or-null']],
    ['listCurrencies', 'result.0.fiatEquivalent', undefined, ['currencies.fiat-equivalent-text-or-null']],
    ['checkExchangeBalance', 'result.accounts.0.balance', null, ['balances.text-or-number']],
    ['checkExchangeBalance', 'result.message', undefined, ['balances.response-shape']],
    ['listBanks', 'result.banks.0.accounts.0.isPrimary', undefined, ['banks.primary-boolean-or-null']],
    ['listBanks', 'result.banks.0.accounts.0.balanceInfo', 'x', ['banks.balance-info-object-or-null']],
    ['listBanks', 'result.banks.0.priority', '1', ['banks.response-shape']],
    ['getStore', 'result.whiteLabel.id', '1', ['stores.white-label-id-is-an-integer']],
    ['getStore', 'result.settings.tabs.0', 'Crypto', ['stores.tab-labels']],
    ['getStore', 'result.merchant.shopData.logo', undefined, ['stores.response-shape']],
    ['getStore', 'result.whiteLabel.createdAt', '5 Jan 2026', ['service.timestamps-utc']],
    ['getShopper', 'result.profile.phoneCountry', '1', ['shoppers.phone-country-is-an-integer']],
    ['getShopper', 'result.kybBankStatus', undefined, ['shoppers.codes-are-integers']],
    ['getShopper', 'result.avatar', undefined, ['shoppers.null-or-filled']],
    ['getShopper', 'result.shopData', null, ['shoppers.response-shape']],
    ['debitSubscription', 'status', '200', ['subscriptions.debit-status-200']],
    ['debitSubscription', 'ok', true, ['subscriptions.debit-without-ok']],
    ['debitSubscription', 'result.data.0.rateDivisor', undefined, ['subscriptions.debit-response-shape']],
    ['cancelSubscription', 'ok', true, ['subscriptions.cancel-without-ok']],
    ['cancelSubscription', 'status', undefined, ['subscriptions.cancel-status-200']],
    ['cancelSubscription', 'result.success', undefined, ['subscriptions.cancel-accepted']],
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
