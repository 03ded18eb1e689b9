// Who may pay from a bank account, and who may be paid: a US shopper from a connected account, and a verified merchant to a
// linked one. Other conditions of a payment are in payments.ts.

import type { RequestOptions } from '../../../client/operation-request.ts'
import { bankPayment } from '../../../client/sample-requests.ts'
import { clientIdOf } from '../../../client/target-accounts.ts'
import { latestEnd } from '../../observe/banking-days.ts'
import { type ApiResponse, actualOf } from '../../observe/client.ts'
import { isEffective } from '../../observe/response-outcome.ts'
import type { Context } from '../../steps/context.ts'
import { isOf, orderOf, statusesIn } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'

const money = { level: 'money', needs: ['bankAccount'] } as const

const timed = {
  level: 'disruptive',
  needs: ['bankAccount', 'clock', 'webhooks'],
  waits: { days: 10 },
} as const

const pay = (it: Context, options: RequestOptions = {}) =>
  it.client.call('createBankPayment', { payload: bankPayment(it), ...options })

const canceledLater = 'bank-payments.canceled-later'

/** Payments that must not be made, whether they are refused or accepted first. */
interface Unmakeable {
  requirement: 'bank-payments.us-shoppers-only' | 'bank-payments.merchant-verified'
  because: string
  requests: readonly (RequestOptions & { payload: ReturnType<typeof bankPayment> })[]
}

function byShopperAbroad(it: Context): Unmakeable {
  const shopper = it.shopperWho('abroad')
  const stockId = shopper.stockId ?? it.notApplicable('needs shoppers.abroad.stockId in the target file')
  const abroad = { address1: '1 Musterweg', city: 'Berlin', state: 'BE', country: 'DE' }
  return {
    requirement: 'bank-payments.us-shoppers-only',
    because: 'the shopper is not in the US',
    requests: [{ stockId }, { stockId, shippingAddress: abroad }].map((overrides) => ({
      shopper,
      payload: bankPayment(it, overrides),
    })),
  }
}

/** Payments to the first other merchant in the target file that is not verified. */
function toUnverifiedMerchant(it: Context): Unmakeable {
  const merchant = it.target.merchants
    .slice(1)
    .find(({ verified, bankAccountId }) => verified === false && typeof bankAccountId === 'string')
  if (typeof merchant?.bankAccountId !== 'string')
    it.notApplicable('needs a merchant with verified: false and a bankAccountId in the target file')
  const { bankAccountId: accountId } = merchant
  return {
    requirement: 'bank-payments.merchant-verified',
    because: 'the merchant is not verified',
    requests: [{ merchant, payload: bankPayment(it, { clientId: clientIdOf(merchant), accountId }) }],
  }
}

/** Checks that payments are refused. The contract does not say that the request is. */
async function checkRefused(it: Context, { requirement, because, requests }: Unmakeable): Promise<void> {
  for (const options of requests) {
    const response = await pay(it, options)
    it.ruledOut(canceledLater, !isEffective(response, it.target.known.statusIntegers))
    it.refuses(requirement, response, because)
  }
  it.given(await pay(it))
}

/** Checks that payments are refused, or canceled within the time that a payment takes. */
async function checkNotMade(it: Context, { requirement, because, requests }: Unmakeable): Promise<void> {
  const { statusIntegers } = it.target.known
  const payments: { response: ApiResponse<'createBankPayment'>; order: string }[] = []
  for (const options of requests)
    payments.push({ response: await pay(it, options), order: options.payload.offerId })
  it.given(await pay(it))
  const accepted = payments.filter(({ response }) => isEffective(response, statusIntegers))
  if (accepted.length > 0) await it.advanceTo(latestEnd(await it.now(), 4) + it.maxLagMs)
  for (const { response, order: id } of accepted) {
    const order = orderOf({ order: id, customParameter: undefined }, it.given(response).result)
    const updates = (await it.deliveries(isOf(order, 'anywhere'))).flatMap((one) => statusesIn(it, one))
    const hasCompleted = updates.includes('completed')
    it.ruledOut(canceledLater, hasCompleted || updates.includes('canceled'))
    it.check(requirement, !hasCompleted, {
      expected: `a refusal, or a payment that is canceled, because ${because}`,
      actual: `a completed payment: ${actualOf(response)}`,
      of: { response, expects: 'refusal' },
    })
  }
  for (const one of payments) if (!accepted.includes(one)) it.refuses(requirement, one.response, because)
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
    run: (it) => checkRefused(it, byShopperAbroad(it)),
  },
  'makes no payment by a shopper outside the US': {
    ...timed,
    needs: [...timed.needs, 'shopper.abroad'],
    checks: ['bank-payments.us-shoppers-only'],
    run: (it) => checkNotMade(it, byShopperAbroad(it)),
  },
  'refuses a payment to a merchant who is not verified': {
    needs: ['bankAccount', 'secondMerchant'],
    checks: ['bank-payments.merchant-verified'],
    run: (it) => checkRefused(it, toUnverifiedMerchant(it)),
  },
  'makes no payment to a merchant who is not verified': {
    ...timed,
    needs: [...timed.needs, 'secondMerchant'],
    checks: ['bank-payments.merchant-verified'],
    run: (it) => checkNotMade(it, toUnverifiedMerchant(it)),
  },
  'refuses a payment to an account that the merchant has not linked': {
    checks: ['bank-payments.to-a-linked-merchant-account'],
    async run(it) {
      const { merchants, shoppers } = it.target
      const otherAccounts = [...merchants.map((one) => one.bankAccountId), shoppers.ready.stockId]
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
