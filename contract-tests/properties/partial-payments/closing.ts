// Checks until when a partial payment can be closed, and what a refund request changes. A second closing and the form of a
// refusal are unspecified and never asserted. requests.ts checks the fields of the request.

import fc from 'fast-check'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { close, isOf, type Order, partlyPaidQrOrder, qrOrder } from '../../flows/orders.ts'

const resource = 'partial-payments'
const money = { resource, level: 'money', needs: ['shopper'] } as const
const timed = { resource, level: 'disruptive', needs: ['shopper', 'clock'] } as const
const wait = 'partial-payments.wait-is-recommended'
const inTime = 'partial-payments.within-two-weeks'
const tooLate = 'partial-payments.after-two-weeks-refused'
const late = 'more than two weeks have passed'
const despiteRefund = 'partial-payments.forced-despite-refund-request'
const changesNothing = 'partial-payments.refused-changes-nothing'

/** Shares of an amount, from 0.01 to 0.99. */
const shares = fc.integer({ min: 1, max: 99 }).map((percent) => `0.${String(percent).padStart(2, '0')}`)
const twoWeeks = 14 * 86_400_000

/** The number of updates about an order that the webhook received; 0 if the target has no webhook. */
const updateCount = async (it: Context, order: Order) =>
  it.has('webhooks') ? (await it.deliveries(isOf(order, 'anywhere'))).length : 0

/** A partial payment with a refund request. */
async function refundRequested(it: Context, share?: string): Promise<Order> {
  const order = await partlyPaidQrOrder(it, {}, share)
  await it.requestRefund(order.transactionId)
  return order
}

export const partialPayments = [
  property({
    ...money,
    title:
      'closes a partial payment immediately, without credentials in a header, and returns the documented form',
    checks: [inTime, wait, 'authentication.closing-needs-no-header', 'partial-payments.response-shape'],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      const before = await updateCount(it, order)
      const response = await close(it, order)
      // A refusal after which the payment is closed is a success in the wrong form.
      const closedDespiteRefusal = response.outcome === 'refusal' && (await updateCount(it, order)) > before
      it.check('partial-payments.response-shape', !closedDespiteRefusal, {
        expected: '`ok: true` and a result with `success: true`, because the payment was closed',
        actual: response.text.slice(0, 200),
      })
      it.succeeds(inTime, response)
      it.succeeds(wait, response)
      it.succeeds('authentication.closing-needs-no-header', response)
    },
  }),
  property({
    ...money,
    title: 'reports a successful closing as a status change',
    needs: ['shopper', 'webhooks'],
    checks: ['partial-payments.closes'],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      const before = await updateCount(it, order)
      it.given(await close(it, order))
      const after = await it.deliveriesOnceThereAre(before + 1, isOf(order, 'anywhere'))
      it.check('partial-payments.closes', after.length > before, {
        expected: 'an update of the transaction after the closing',
        actual: 'no update',
      })
    },
  }),
  property({
    ...timed,
    title: 'closes a partial payment at every instant within two weeks, including the last one',
    checks: [inTime, wait],
    async run(it) {
      const ages = fc.oneof(
        { arbitrary: fc.constantFrom(twoWeeks, twoWeeks - 1, twoWeeks - 1000, 86_400_000, 1), weight: 2 },
        { arbitrary: fc.integer({ min: 0, max: twoWeeks }), weight: 1 },
      )
      await it.forAll(fc.record({ age: ages, share: shares }), async (it, { age, share }) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        const paidAt = await it.now()
        await it.advanceTo(paidAt + age)
        it.succeeds(age < 86_400_000 ? wait : inTime, await close(it, order))
      })
    },
  }),
  property({
    ...timed,
    title: 'closes at exactly two weeks, and refuses one millisecond later',
    checks: [inTime, tooLate],
    async run(it) {
      const early = await partlyPaidQrOrder(it)
      const second = await partlyPaidQrOrder(it)
      const paidAt = await it.now()
      await it.advanceTo(paidAt + twoWeeks)
      it.succeeds(inTime, await close(it, early))
      await it.advanceTo(paidAt + twoWeeks + 1)
      it.refuses(tooLate, await close(it, second), late)
    },
  }),
  property({
    ...timed,
    title: 'counts the two weeks from the payment, not from the creation of the transaction',
    checks: [inTime],
    async run(it) {
      const order = await qrOrder(it)
      // An unpaid transaction may expire after ten minutes.
      await it.advance({ minutes: 10 })
      await it.pay(order.transactionId, '0.5')
      await it.advanceTo((await it.now()) + twoWeeks)
      it.succeeds(inTime, await close(it, order))
    },
  }),
  property({
    ...timed,
    title: 'refuses a closing after two weeks, forced or not',
    checks: [tooLate],
    async run(it) {
      const cases = fc.record({
        lateMs: fc.oneof(fc.constantFrom(1, 1000, 86_400_000), fc.integer({ min: 1, max: 3 * twoWeeks })),
        share: shares,
        body: fc.constantFrom({}, { forceUpdate: true }, { forceUpdate: false }),
      })
      await it.forAll(cases, async (it, { lateMs, share, body }) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        await it.advanceTo((await it.now()) + twoWeeks + lateMs)
        it.refuses(tooLate, await close(it, order, body), late)
      })
    },
  }),
  property({
    ...money,
    title: 'refuses to close an existing partial payment that is older than two weeks',
    needs: ['fixture.oldPartialPayment'],
    checks: [tooLate],
    async run(it) {
      const { oldPartialPayment: id } = it.target.fixtures
      if (id === undefined) it.notApplicable('the target file has no fixtures.oldPartialPayment')
      else it.refuses(tooLate, await close(it, { id }), late)
    },
  }),
  property({
    ...timed,
    title: 'reports no status change after it refuses a late closing',
    needs: ['shopper', 'clock', 'webhooks'],
    checks: [changesNothing],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      await it.advance({ weeks: 2, ms: 1 })
      const before = await updateCount(it, order)
      const response = await close(it, order)
      it.precondition(response.outcome === 'refusal', 'the service did not refuse the late closing')
      await it.advance({ hours: 1 })
      checkNoUpdate(it, before, await updateCount(it, order))
    },
  }),
  property({
    ...money,
    title:
      'refuses an unforced closing after a refund request, changes nothing, and still closes when forced',
    checks: ['partial-payments.unforced-refund-request-blocks', changesNothing, despiteRefund],
    async run(it) {
      const order = await refundRequested(it)
      const before = await updateCount(it, order)
      const refused = await close(it, order, { forceUpdate: false })
      it.refuses('partial-payments.unforced-refund-request-blocks', refused, 'the shopper requested a refund')
      checkNoUpdate(it, before, await updateCount(it, order))
      const forced = await close(it, order, { forceUpdate: true })
      it.check(changesNothing, forced.outcome !== 'refusal' || !(await closesWhenForced(it)), {
        expected: 'success of a forced closing after the refusal',
        actual: `a refusal: ${forced.text.slice(0, 200)}`,
      })
      it.succeeds(despiteRefund, forced)
    },
  }),
  property({
    ...money,
    title: 'closes despite a refund request if forceUpdate is missing',
    checks: ['partial-payments.forced-by-default', despiteRefund],
    async run(it) {
      it.precondition(
        await closesWhenForced(it),
        'the service refused a forced closing after a refund request',
      )
      const order = await refundRequested(it)
      it.succeeds('partial-payments.forced-by-default', await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'closes despite a refund request if forced',
    checks: [despiteRefund],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await refundRequested(it, share)
        it.succeeds(despiteRefund, await close(it, order, { forceUpdate: true }))
      })
    },
  }),
  property({
    ...money,
    title: 'closes without force if there is no refund request for this order',
    checks: ['partial-payments.unforced-without-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        await refundRequested(it)
        const response = await close(it, order, { forceUpdate: false })
        it.succeeds('partial-payments.unforced-without-refund-request', response)
      })
    },
  }),
]

/** Checks that the number of updates did not grow since a refused closing. */
function checkNoUpdate(it: Context, before: number, after: number): void {
  it.check(changesNothing, after <= before, {
    expected: 'no update of the transaction after the refusal',
    actual: `${after - before} updates`,
  })
}

/** Whether a forced closing succeeds after a refund request, tried with a separate partial payment. */
async function closesWhenForced(it: Context): Promise<boolean> {
  return (await close(it, await refundRequested(it), { forceUpdate: true })).outcome !== 'refusal'
}
