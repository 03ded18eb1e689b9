// Who may pay from a bank account, and who may be paid: a US shopper from a connected account, and a verified merchant to a
// linked one. Other conditions of a payment are in payments.ts.

import { clientIdOf } from '../../../client/merchant-ids.ts'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { bankPayment } from '../../../client/sample-requests.ts'
import { latestEnd } from '../../observe/banking-days.ts'
import { isEffective } from '../../observe/response-outcome.ts'
import type { Context } from '../../steps/context.ts'
import { isOf, type Order, orderOf, statusesIn } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'

const resource = 'bank-payments'
const money = { resource, level: 'money', needs: ['bankAccount'] } as const

const pay = (it: Context, options: RequestOptions = {}) =>
  it.client.call('createBankPayment', { payload: bankPayment(it), ...options })

const canceledLater = 'bank-payments.canceled-later'

/**
 * Checks that a payment is not made: it is refused, or accepted and never completed. The contract does not say that the
 * request is refused.
 */
async function checkNotMade(
  it: Context,
  requirement: 'bank-payments.us-shoppers-only' | 'bank-payments.merchant-verified',
  { payload, ...options }: RequestOptions & { payload: ReturnType<typeof bankPayment> },
  because: string,
): Promise<void> {
  const response = await pay(it, { payload, ...options })
  if (isEffective(response, it.target.known.statusIntegers)) {
    const canObserve = it.canMoveClock && it.has('webhooks')
    it.ruledOut(canceledLater, canObserve)
    const body = { order: payload.offerId, customParameter: undefined }
    if (canObserve && (await isCanceled(it, orderOf(body, it.given(response).result)))) return
  }
  it.refuses(requirement, response, because)
}

/** Whether updates report that a payment which was accepted is canceled, and not completed. */
async function isCanceled(it: Context, order: Order): Promise<boolean> {
  await it.advanceTo(latestEnd(await it.now(), 4))
  const statuses = (await it.deliveries(isOf(order, 'anywhere'))).flatMap((one) => statusesIn(it, one))
  const hasCompleted = statuses.includes('completed')
  it.ruledOut(canceledLater, hasCompleted || statuses.includes('canceled'))
  return !hasCompleted && statuses.includes('canceled')
}

/** Checks that a valid payment is refused with each of the overrides, and accepted without them. */
async function refusesOverrides(
  it: Context,
  requirement:
    | 'bank-payments.to-a-linked-merchant-account'
    | 'bank-payments.from-a-connected-shopper-account',
  rows: readonly [because: string, overrides: Partial<ReturnType<typeof bankPayment>>][],
): Promise<void> {
  for (const [because, overrides] of rows)
    it.refuses(requirement, await pay(it, { payload: bankPayment(it, overrides) }), because)
  it.given(await pay(it))
}

export const bankParties = properties(money)({
  'refuses a payment by a shopper outside the US, whatever the shipping address': {
    needs: ['bankAccount', 'shopper.abroad'],
    checks: ['bank-payments.us-shoppers-only'],
    async run(it) {
      const shopper = it.shopperWho('abroad')
      const stockId = shopper.stockId ?? it.notApplicable('needs shoppers.abroad.stockId in the target file')
      const abroad = { address1: '1 Musterweg', city: 'Berlin', state: 'BE', country: 'DE' }
      for (const payload of [
        bankPayment(it, { stockId }),
        bankPayment(it, { stockId, shippingAddress: abroad }),
      ]) {
        const because = 'the shopper is not in the US'
        await checkNotMade(it, 'bank-payments.us-shoppers-only', { shopper, payload }, because)
      }
      it.given(await pay(it))
    },
  },
  'refuses a payment to a merchant who is not verified': {
    needs: ['bankAccount', 'secondMerchant'],
    checks: ['bank-payments.merchant-verified'],
    async run(it) {
      const merchant = it.secondMerchant
      if (merchant.verified === undefined) it.notApplicable('needs merchants[1].verified in the target file')
      if (merchant.verified) it.notApplicable('the second merchant is verified')
      const accountId =
        merchant.bankAccountId ?? it.notApplicable('the second merchant has no linked bank account')
      const payload = bankPayment(it, { clientId: clientIdOf(merchant), accountId })
      const because = 'the merchant is not verified'
      await checkNotMade(it, 'bank-payments.merchant-verified', { merchant, payload }, because)
      it.given(await pay(it))
    },
  },
  'refuses a payment to an account that the merchant has not linked': {
    checks: ['bank-payments.to-a-linked-merchant-account'],
    async run(it) {
      const { merchants, shoppers } = it.target
      const otherAccounts = [merchants[1]?.bankAccountId, shoppers.ready.stockId]
      await refusesOverrides(it, 'bank-payments.to-a-linked-merchant-account', [
        ['the account does not exist', { accountId: it.id('account') }],
        ['accountId is empty', { accountId: '' }],
        ...otherAccounts.flatMap((accountId): [string, { accountId: string }][] =>
          typeof accountId === 'string' && accountId !== it.merchant.bankAccountId
            ? [['the account belongs to someone else', { accountId }]]
            : [],
        ),
      ])
    },
  },
  'refuses a payment from an account that no shopper has connected': {
    checks: ['bank-payments.from-a-connected-shopper-account'],
    async run(it) {
      const { accountId } = bankPayment(it)
      await refusesOverrides(it, 'bank-payments.from-a-connected-shopper-account', [
        ['the account does not exist', { stockId: it.id('bank') }],
        ['stockId is empty', { stockId: '' }],
        ["it is the merchant's account", { stockId: accountId }],
      ])
    },
  },
})
