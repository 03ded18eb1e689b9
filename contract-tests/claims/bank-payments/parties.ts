// Who may pay from a bank account, and who may be paid: a US shopper from a connected account, and a verified merchant to a
// linked one. Other conditions of a payment are in payments.ts.

import type { RequestOptions } from '../../../client/operation-request.ts'
import { bankPayment, pairOf } from '../../../client/sample-requests.ts'
import { clientIdOf } from '../../../client/target-accounts.ts'
import { latestEnd } from '../../observe/banking-days.ts'
import { type ApiResponse, actualOf } from '../../observe/client.ts'
import { hasPair, matching, mentions } from '../../observe/deliveries.ts'
import { isEffective } from '../../observe/response-outcome.ts'
import type { Context } from '../../steps/context.ts'
import { isOf, orderOf, statusesIn } from '../../steps/orders.ts'
import { properties, property } from '../../steps/property.ts'

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

/** Checks that payments are refused and not made, or canceled, within the time that a payment takes. */
async function checkNotMade(it: Context, { requirement, because, requests }: Unmakeable): Promise<void> {
  const { statusIntegers } = it.target.known
  const payments: { response: ApiResponse<'createBankPayment'>; order: string }[] = []
  for (const options of requests)
    payments.push({ response: await pay(it, options), order: options.payload.offerId })
  it.given(await pay(it))
  const accepted = payments.filter(({ response }) => isEffective(response, statusIntegers))
  await it.advanceTo(latestEnd(await it.now(), 4) + it.maxLagMs)
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
  for (const one of payments) {
    if (accepted.includes(one)) continue
    it.refuses(requirement, one.response, because)
    const { name, value } = pairOf(one.order)
    const isOfOrder = matching(
      `order ${one.order}`,
      (update) => mentions(update, one.order) || hasPair(update, name, value),
    )
    const updates = await it.deliveries(isOfOrder)
    const completion = updates.find((update) => statusesIn(it, update).includes('completed'))
    it.checkNone(requirement, completion, `no completion of a payment that was refused, because ${because}`)
  }
}

/** Accounts of others, and of nobody, by the field that names an account. */
const accounts = [
  {
    field: 'accountId',
    words: 'to an account that the merchant has not linked',
    requirement: 'bank-payments.to-a-linked-merchant-account',
    others: ({ target: { merchants, shoppers } }: Context) => [
      ...merchants.map((one) => one.bankAccountId),
      shoppers.ready.stockId,
    ],
  },
  {
    field: 'stockId',
    words: 'from an account that no shopper has connected',
    requirement: 'bank-payments.from-a-connected-shopper-account',
    others: ({ merchant }: Context) => [merchant.bankAccountId],
  },
] as const

const parties = [
  {
    words: 'by a shopper outside the US',
    need: 'shopper.abroad',
    requirement: 'bank-payments.us-shoppers-only',
    paymentsOf: byShopperAbroad,
  },
  {
    words: 'to a merchant who is not verified',
    need: 'secondMerchant',
    requirement: 'bank-payments.merchant-verified',
    paymentsOf: toUnverifiedMerchant,
  },
] as const

export const bankParties = [
  ...parties.flatMap(({ words, need, requirement, paymentsOf }) =>
    properties(money)({
      [`refuses a payment ${words}`]: {
        needs: ['bankAccount', need],
        checks: [requirement],
        run: (it) => checkRefused(it, paymentsOf(it)),
      },
      [`makes no payment ${words}`]: {
        ...timed,
        needs: [...timed.needs, need],
        checks: [requirement],
        run: (it) => checkNotMade(it, paymentsOf(it)),
      },
    }),
  ),
  ...accounts.map(({ field, words, requirement, others }) =>
    property({
      ...money,
      title: `refuses a payment ${words}`,
      checks: [requirement],
      async run(it) {
        const { [field]: own } = bankPayment(it)
        for (const account of ['', it.id('account'), ...others(it)]) {
          if (typeof account !== 'string' || account === own) continue
          const response = await pay(it, { payload: bankPayment(it, { [field]: account }) })
          it.refuses(requirement, response, `${field} is "${account}"`)
        }
        it.given(await pay(it))
      },
    }),
  ),
]
