// How long a payment from an exchange may take, from its answer to its end: 2 minutes to 2 hours. It is heard of at the
// webhook only, whose fields are open: an end is known by its name, or by the integer that the target's operator knows.

import fc from 'fast-check'
import { exchangePayment, invoice, line, pairOf, paymentLine } from '../../../client/sample-requests.ts'
import { type TransactionStatus, transactionStatuses } from '../../../spec/states.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { type Delivery, hasPair, mentions, statusesSaid } from '../../flows/deliveries.ts'
import { amounts } from '../../inputs/arbitraries.ts'

const timed = {
  resource: 'exchange-payments',
  level: 'disruptive',
  needs: ['clock', 'webhooks', 'statusIntegers'],
} as const

interface Begun {
  /** The instant of the answer, in milliseconds since 1970. */
  at: number
  /** Every update of the payment that has come. */
  updates: () => Promise<readonly Delivery[]>
  /** Whether an update says one of these statuses. */
  says: (delivery: Delivery, ...names: TransactionStatus[]) => boolean
}

/** A payment of an invoice that has not come to its end in its answer. */
async function begun(it: Context, amount = it.target.known.amount): Promise<Begun> {
  const integers =
    it.target.known.statusIntegers ?? it.notApplicable('the integers of the statuses are not known')
  const body = invoice(it, { amount, cart: [{ ...line(amount), key: 'line-1', totalPrice: amount }] })
  it.given(await it.client.call('createInvoice', { body }))
  const cart = [paymentLine(amount)]
  const payload = exchangePayment(it, { offerId: body.order, nativeAmount: amount, cart })
  const { result } = it.given(await it.client.call('createExchangePayment', { payload }))
  if (result.status === integers.completed || result.status === integers.canceled)
    it.notApplicable('a payment comes to its end in its answer here')
  const { name, value } = pairOf(body.order)
  return {
    at: await it.now(),
    updates: () =>
      it.deliveries((delivery) => hasPair(delivery, name, value) || mentions(delivery, result.id)),
    says: (delivery, ...names) => {
      const said = statusesSaid(delivery, integers)
      return names.some((one) => said.includes(one))
    },
  }
}

const minute = 60_000

export const exchangeDurations = [
  property({
    ...timed,
    title: 'no payment completes within two minutes of its answer',
    kind: 'property',
    checks: ['exchange-payments.not-done-before-two-minutes'],
    async run(it) {
      const latest = 2 * minute - 1
      const cases = fc.record({ amount: amounts(it.target), after: fc.integer({ min: 1, max: latest }) })
      await it.forAll(cases, async (it, { amount, after }) => {
        const { at, updates, says } = await begun(it, amount)
        for (const then of [after, latest]) {
          await it.advanceTo(at + then)
          const early = (await updates()).filter((update) => says(update, 'completed'))
          it.check('exchange-payments.not-done-before-two-minutes', early.length === 0, {
            expected: 'no update that says completed within 2 minutes',
            actual: `one within ${then / 1000} seconds: ${early[0]?.url} ${early[0]?.body}`,
          })
        }
      })
    },
  }),
  property({
    ...timed,
    title: 'every payment has come to its end after two hours',
    kind: 'property',
    checks: ['exchange-payments.done-within-two-hours'],
    async run(it) {
      await it.forAll(amounts(it.target), async (it, amount) => {
        const { at, updates, says } = await begun(it, amount)
        const first = (await updates()).length
        await it.advanceTo(at + 120 * minute)
        const all = await updates()
        const ended = all.some((update) => says(update, 'completed', 'canceled'))
        // Whoever says statuses in words of its own cannot be held to them; whoever says nothing can.
        const readable = all.some((update) => says(update, ...transactionStatuses))
        const held = ended || readable || all.length <= first || (await endsLater(it, { updates, says }))
        it.precondition(held, 'an update was to say the status of the payment')
        it.check('exchange-payments.done-within-two-hours', ended, {
          expected: 'an update within 2 hours that says completed or canceled',
          actual: `${all.length} updates, none of which says so`,
        })
      })
    },
  }),
]

/** Whether an end is said so that it can be read, however late. */
async function endsLater(it: Context, { updates, says }: Pick<Begun, 'updates' | 'says'>): Promise<boolean> {
  await it.advance({ days: 2 })
  return (await updates()).some((update) => says(update, 'completed', 'canceled'))
}
