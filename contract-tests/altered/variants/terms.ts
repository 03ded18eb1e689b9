// Business terms of a service that the contract does not show: longest periods, ends of subscriptions that nobody debits, slow
// payments, missing funds.

import { dayMs } from '../../../core/durations.ts'
import { replaceHandler } from '../mutants/handler-seam.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import {
  type ContractVariants,
  payouts,
  permitting,
  perWorld,
  refusals,
  refusing,
  refusingAny,
} from './rows.ts'
import { every, failing } from './unavailability.ts'

/** The approximate days of a subscription period such as `12m`. */
function daysOf(period: string | undefined): number {
  const [, count = '0', unit = ''] = /^(\d+)([ymw])$/.exec(period ?? '') ?? []
  return Number(count) * (unit === 'y' ? 365 : unit === 'm' ? 30.4 : 7)
}

/** Refuses requests about a subscription at an age, by either of its ids. */
export const atAge = (id: 'debitSubscription' | 'cancelSubscription', isRefused: (days: number) => boolean) =>
  refusing(id, ({ world, body }) => {
    const ids = JSON.stringify(body)
    return [...world.subscriptions].some(
      (one) =>
        (ids.includes(one.id) || ids.includes(`"${one.merchantSubscriptionId}"`)) &&
        isRefused((world.now - one.anchor) / dayMs),
    )
  })

const madeIn = perWorld(() => new Map<string, number>())
/** Refuses requests of an amount that are made again within a minute. */
const onceInAMinute = refusingAny(
  ['debitSubscription', 'createQrTransaction', 'createBankPayment'],
  ({ world, payload, body }) => {
    const { amount, merchantAuth }: JsonObject = { ...(payload ?? body) }
    const key = `${payload === undefined} ${merchantAuth === undefined} ${Number(amount)}`
    const last = madeIn(world).get(key)
    if (last !== undefined && world.now - last < 60_000) return true
    madeIn(world).set(key, world.now)
    return false
  },
)

/** Refuses every tenth request because of a rate limit. */
const limiting = (status: number, body: object) => ({
  transport: failing([every(10), () => Response.json(body, { status })]),
})

export const termVariants: ContractVariants = {
  ...permitting({
    'Resources, Cart item: the form of a period is shown, not which periods a service offers.': {
      'weekly subscriptions for at most half a year': refusing('createInvoice', ({ body }) =>
        body.cart.some((one) => one.frequency === 'weekly' && daysOf(one.subscriptionPeriod) > 184),
      ),
    },
    'States and transitions: subscription states and the effect of debits on them are not shown.': {
      'debits in the two days around the due day only': atAge(
        'debitSubscription',
        (age) => age < 5 || age > 9,
      ),
      'subscriptions that begin after twenty days': { ...atAge('cancelSubscription', (age) => age < 20) },
      'debits from the twentieth day on': atAge('debitSubscription', (age) => age < 20),
      'subscriptions with a minimum term of three months': atAge('cancelSubscription', (age) => age < 91),
      'automatic debits only with a saved password': replaceHandler('createExchangePayment', (call, real) => {
        const known = new Set(call.world.subscriptions)
        const response = real(call)
        if (call.payload.savepassword !== true)
          for (const one of call.world.subscriptions) if (!known.has(one)) one.autoRenewal = false
        return response
      }),
    },
    'Limits: rate limits are not shown, nor that equal requests in a short time are all accepted.': {
      'one debit, wallet transaction and bank payment of an amount in a minute': onceInAMinute,
      'a rate limit with HTTP 403': limiting(403, { message: 'Too many requests.' }),
      'a rate limit with HTTP 200 and ok: false': limiting(200, { ok: false, error: 'Rate limit exceeded' }),
    },
  }),
  ...refusals('debitSubscription', {
    'Endpoints, 15: orderId is optional, and what it names is not shown.': {
      'debits for orders that are not paid': ({ world, merchant, body: { orderId } }) =>
        orderId !== undefined &&
        (world.invoices.group(merchant, orderId).length === 0 ||
          world.transactions.group(merchant, orderId).length > 0),
    },
  }),
  ...permitting({
    'States and transitions: "may take"; when a crypto transaction completes is not stated.': {
      'exchange payments that are pending for five days': {
        world: {
          scheduleEvent(event, { transactions, now }) {
            if (transactions.get(event.ref)?.kind !== 'exchange') return event
            if (event.kind === 'transaction.process') return undefined
            return event.kind === 'transaction.complete' ? { ...event, due: now + 5 * dayMs } : event
          },
        },
      },
    },
    'Endpoints, 6: whether a merchant has the funds for a transfer is not shown.': {
      'transfers of a merchant without funds': payouts('Insufficient funds of the merchant', () => true, [
        'createTransfers',
      ]),
    },
  }),
}
