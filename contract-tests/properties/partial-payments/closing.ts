// Checks until when a partial payment can be closed, and what a refund request changes. A second closing and the form of a
// refusal are unspecified and never asserted. requests.ts checks the fields of the request.

import fc from 'fast-check'
import { closing } from '../../../client/sample-requests.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { close, isOf, type Order, partlyPaidQrOrder, qrOrder } from '../../flows/orders.ts'

const resource = 'partial-payments'
const money = { resource, level: 'money' } as const
const clockMoves = { resource, level: 'disruptive' } as const

/** Shares of an amount, from 0.01 to 0.99. */
const shares = fc.integer({ min: 1, max: 99 }).map((percent) => `0.${String(percent).padStart(2, '0')}`)
const twoWeeks = 14 * 86_400_000

/** The number of updates about an order that the webhook received; 0 if the target has no webhook. */
const updateCount = async (it: Context, order: Order) =>
  it.has('webhooks') ? (await it.deliveries(isOf(order, 'anywhere'))).length : 0

export const partialPayments = [
  property({
    ...money,
    title:
      'closes a partial payment immediately, without credentials in a header, and returns the documented form',
    kind: 'example',
    needs: ['shopper'],
    checks: [
      'partial-payments.within-two-weeks',
      'partial-payments.wait-is-recommended',
      'authentication.closing-needs-no-header',
      'partial-payments.response-shape',
    ],
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
      it.succeeds('partial-payments.within-two-weeks', response)
      it.succeeds('partial-payments.wait-is-recommended', response)
      it.succeeds('authentication.closing-needs-no-header', response)
    },
  }),
  property({
    ...money,
    title: 'reports a successful closing as a status change',
    kind: 'example',
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
    ...clockMoves,
    title: 'closes a partial payment at every instant within two weeks, including the last one',
    kind: 'property',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.within-two-weeks', 'partial-payments.wait-is-recommended'],
    async run(it) {
      const ages = fc.oneof(
        { arbitrary: fc.constantFrom(twoWeeks, twoWeeks - 1, twoWeeks - 1000, 86_400_000, 1), weight: 2 },
        { arbitrary: fc.integer({ min: 0, max: twoWeeks }), weight: 1 },
      )
      await it.forAll(fc.record({ age: ages, share: shares }), async (it, { age, share }) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        const paidAt = await it.now()
        await it.advanceTo(paidAt + age)
        const withinADay = age < 86_400_000
        it.succeeds(
          withinADay ? 'partial-payments.wait-is-recommended' : 'partial-payments.within-two-weeks',
          await close(it, order),
        )
      })
    },
  }),
  property({
    ...clockMoves,
    title: 'closes at exactly two weeks, and refuses one millisecond later',
    kind: 'example',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.within-two-weeks', 'partial-payments.after-two-weeks-refused'],
    async run(it) {
      const inTime = await partlyPaidQrOrder(it)
      const late = await partlyPaidQrOrder(it)
      const paidAt = await it.now()
      await it.advanceTo(paidAt + twoWeeks)
      it.succeeds('partial-payments.within-two-weeks', await close(it, inTime))
      await it.advanceTo(paidAt + twoWeeks + 1)
      it.refuses(
        'partial-payments.after-two-weeks-refused',
        await close(it, late),
        'more than two weeks have passed',
      )
    },
  }),
  property({
    ...clockMoves,
    title: 'counts the two weeks from the payment, not from the creation of the transaction',
    kind: 'example',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.within-two-weeks'],
    async run(it) {
      const order = await qrOrder(it)
      // An unpaid transaction may expire after ten minutes.
      await it.advance({ minutes: 10 })
      await it.pay(order.transactionId, '0.5')
      await it.advanceTo((await it.now()) + twoWeeks)
      it.succeeds('partial-payments.within-two-weeks', await close(it, order))
    },
  }),
  property({
    ...clockMoves,
    title: 'refuses a closing after two weeks, forced or not',
    kind: 'property',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.after-two-weeks-refused'],
    async run(it) {
      const cases = fc.record({
        late: fc.oneof(fc.constantFrom(1, 1000, 86_400_000), fc.integer({ min: 1, max: 3 * twoWeeks })),
        share: shares,
        body: fc.constantFrom({}, { forceUpdate: true }, { forceUpdate: false }),
      })
      await it.forAll(cases, async (it, { late, share, body }) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        await it.advanceTo((await it.now()) + twoWeeks + late)
        it.refuses(
          'partial-payments.after-two-weeks-refused',
          await close(it, order, body),
          'more than two weeks have passed',
        )
      })
    },
  }),
  property({
    ...money,
    title: 'refuses to close an existing partial payment that is older than two weeks',
    kind: 'example',
    needs: ['fixture.oldPartialPayment'],
    checks: ['partial-payments.after-two-weeks-refused'],
    async run(it) {
      const offerId =
        it.target.fixtures.oldPartialPayment ??
        it.notApplicable('the target file has no fixtures.oldPartialPayment')
      const response = await it.client.call('closePartialPayment', closing(it, { offerId }))
      it.refuses('partial-payments.after-two-weeks-refused', response, 'more than two weeks have passed')
    },
  }),
  property({
    ...clockMoves,
    title: 'reports no status change after it refuses a late closing',
    kind: 'example',
    needs: ['shopper', 'clock', 'webhooks'],
    checks: ['partial-payments.refused-changes-nothing'],
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
    kind: 'example',
    needs: ['shopper'],
    checks: [
      'partial-payments.unforced-refund-request-blocks',
      'partial-payments.refused-changes-nothing',
      'partial-payments.forced-despite-refund-request',
    ],
    async run(it) {
      const order = await partlyPaidQrOrder(it)
      await it.requestRefund(order.transactionId)
      const before = await updateCount(it, order)
      const refused = await close(it, order, { forceUpdate: false })
      it.refuses('partial-payments.unforced-refund-request-blocks', refused, 'the shopper requested a refund')
      checkNoUpdate(it, before, await updateCount(it, order))
      const forced = await close(it, order, { forceUpdate: true })
      it.check(
        'partial-payments.refused-changes-nothing',
        forced.outcome !== 'refusal' || !(await closesWhenForced(it)),
        {
          expected: 'success of a forced closing after the refusal',
          actual: `a refusal: ${forced.text.slice(0, 200)}`,
        },
      )
      it.succeeds('partial-payments.forced-despite-refund-request', forced)
    },
  }),
  property({
    ...money,
    title: 'closes despite a refund request if forceUpdate is missing',
    kind: 'example',
    needs: ['shopper'],
    checks: ['partial-payments.forced-by-default', 'partial-payments.forced-despite-refund-request'],
    async run(it) {
      it.precondition(
        await closesWhenForced(it),
        'the service refused a forced closing after a refund request',
      )
      const order = await partlyPaidQrOrder(it)
      await it.requestRefund(order.transactionId)
      it.succeeds('partial-payments.forced-by-default', await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'closes despite a refund request if forced',
    kind: 'property',
    needs: ['shopper'],
    checks: ['partial-payments.forced-despite-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        await it.requestRefund(order.transactionId)
        it.succeeds(
          'partial-payments.forced-despite-refund-request',
          await close(it, order, { forceUpdate: true }),
        )
      })
    },
  }),
  property({
    ...money,
    title: 'closes without force if there is no refund request for this order',
    kind: 'property',
    needs: ['shopper'],
    checks: ['partial-payments.unforced-without-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        const other = await partlyPaidQrOrder(it)
        await it.requestRefund(other.transactionId)
        it.succeeds(
          'partial-payments.unforced-without-refund-request',
          await close(it, order, { forceUpdate: false }),
        )
      })
    },
  }),
]

/** Checks that the number of updates did not grow since a refused closing. */
function checkNoUpdate(it: Context, before: number, after: number): void {
  it.check('partial-payments.refused-changes-nothing', after <= before, {
    expected: 'no update of the transaction after the refusal',
    actual: `${after - before} updates`,
  })
}

/** Whether a forced closing succeeds after a refund request, tried with a separate partial payment. */
async function closesWhenForced(it: Context): Promise<boolean> {
  const order = await partlyPaidQrOrder(it)
  await it.requestRefund(order.transactionId)
  return (await close(it, order, { forceUpdate: true })).outcome !== 'refusal'
}
