// What any deployment must do about partial payments: until when one may be closed, and what a refund request changes.
// Whether a second closing succeeds, and how a refusal looks, is open and never asserted. How a closing is asked for is in
// partial-payment-requests.ts.

import fc from 'fast-check'
import { closing, qrTransaction } from '../../../client/sample-requests.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { close, isOf, partiallyPaid } from '../../flows/partial-payments.ts'

const resource = 'partial-payments'
const money = { resource, level: 'money' } as const
const clockMoves = { resource, level: 'disruptive' } as const

/** Shares of an amount between a hundredth and all but a hundredth of it. */
const shares = fc.integer({ min: 1, max: 99 }).map((percent) => `0.${String(percent).padStart(2, '0')}`)
const twoWeeks = 14 * 86_400_000
const weeksIn = (min: number, max: number) => fc.integer({ min: min, max: max })

export const partialPayments = [
  property({
    ...money,
    title: 'a partial payment is closed, without a header, at once, and in the stated form',
    kind: 'example',
    needs: ['shopper'],
    checks: [
      'partial-payments.within-two-weeks',
      'partial-payments.wait-is-recommended',
      'authentication.closing-needs-no-header',
      'partial-payments.response-shape',
    ],
    async run(it) {
      const order = await partiallyPaid(it)
      const heard = async () => (it.has('webhooks') ? (await it.deliveries(isOf(order))).length : 0)
      const before = await heard()
      const response = await close(it, order)
      // A refusal that closes all the same is a success in another form.
      const closedAllTheSame = response.outcome === 'refusal' && (await heard()) > before
      it.check('partial-payments.response-shape', !closedAllTheSame, {
        expected: '`ok: true` with `success: true` in its result, as the closing took place',
        actual: response.text.slice(0, 200),
      })
      it.succeeds('partial-payments.within-two-weeks', response)
      it.succeeds('partial-payments.wait-is-recommended', response)
      it.succeeds('authentication.closing-needs-no-header', response)
    },
  }),
  property({
    ...money,
    title: 'a closing that succeeds is reported as a change of status',
    kind: 'example',
    needs: ['shopper', 'webhooks'],
    checks: ['partial-payments.closes'],
    async run(it) {
      const order = await partiallyPaid(it)
      const before = await it.deliveries(isOf(order))
      it.given(await close(it, order))
      const after = await it.deliveriesOnceThereAre(before.length + 1, isOf(order))
      it.check('partial-payments.closes', after.length > before.length, {
        expected: 'one more update of the transaction at the webhook',
        actual: 'no further update',
      })
    },
  }),
  property({
    ...clockMoves,
    title: 'a closing succeeds at every instant of the two weeks, the last one included',
    kind: 'property',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.within-two-weeks', 'partial-payments.wait-is-recommended'],
    async run(it) {
      const ages = fc.oneof(
        { arbitrary: fc.constantFrom(twoWeeks, twoWeeks - 1, twoWeeks - 1000, 86_400_000, 1), weight: 2 },
        { arbitrary: weeksIn(0, twoWeeks), weight: 1 },
      )
      await it.forAll(fc.record({ age: ages, share: shares }), async (it, { age, share }) => {
        const order = await partiallyPaid(it, share)
        const paidAt = await it.now()
        await it.advanceTo(paidAt + age)
        const young = age < 86_400_000
        it.succeeds(
          young ? 'partial-payments.wait-is-recommended' : 'partial-payments.within-two-weeks',
          await close(it, order),
        )
      })
    },
  }),
  property({
    ...clockMoves,
    title: 'the last instant of the two weeks still closes, and the next one does not',
    kind: 'example',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.within-two-weeks', 'partial-payments.after-two-weeks-refused'],
    async run(it) {
      const inTime = await partiallyPaid(it)
      const late = await partiallyPaid(it)
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
    title: 'the two weeks run from the payment, and not from the making of the transaction',
    kind: 'example',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.within-two-weeks'],
    async run(it) {
      const body = qrTransaction(it)
      const { result } = it.given(await it.client.call('createQrTransaction', { body }))
      // Longer than that an unpaid transaction need not live.
      await it.advance({ minutes: 10 })
      await it.pay(result.id, '0.5')
      await it.advanceTo((await it.now()) + twoWeeks)
      const order = { offerId: body.orderId, transactionId: result.id }
      it.succeeds('partial-payments.within-two-weeks', await close(it, order))
    },
  }),
  property({
    ...clockMoves,
    title: 'no closing succeeds after the two weeks, forced or not',
    kind: 'property',
    needs: ['shopper', 'clock'],
    checks: ['partial-payments.after-two-weeks-refused'],
    async run(it) {
      const cases = fc.record({
        late: fc.oneof(fc.constantFrom(1, 1000, 86_400_000), weeksIn(1, 3 * twoWeeks)),
        share: shares,
        body: fc.constantFrom({}, { forceUpdate: true }, { forceUpdate: false }),
      })
      await it.forAll(cases, async (it, { late, share, body }) => {
        const order = await partiallyPaid(it, share)
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
    title: 'a partial payment that is known to be older than two weeks is not closed',
    kind: 'example',
    needs: ['fixture.oldPartialPayment'],
    checks: ['partial-payments.after-two-weeks-refused'],
    async run(it) {
      const offerId = it.target.fixtures.oldPartialPayment ?? it.notApplicable('no such fixture')
      const response = await it.client.call('closePartialPayment', closing(it, { offerId }))
      it.refuses('partial-payments.after-two-weeks-refused', response, 'more than two weeks have passed')
    },
  }),
  property({
    ...clockMoves,
    title: 'a closing that comes too late changes nothing',
    kind: 'example',
    needs: ['shopper', 'clock', 'webhooks'],
    checks: ['partial-payments.refused-changes-nothing'],
    async run(it) {
      const order = await partiallyPaid(it)
      await it.advance({ weeks: 2, ms: 1 })
      const before = await it.deliveries(isOf(order))
      const response = await close(it, order)
      it.precondition(response.outcome === 'refusal', 'the closing was to be refused')
      await it.advance({ hours: 1 })
      const after = await it.deliveries(isOf(order))
      it.check('partial-payments.refused-changes-nothing', after.length <= before.length, {
        expected: 'no update of the transaction after the refusal',
        actual: `${after.length - before.length} more`,
      })
    },
  }),
  property({
    ...money,
    title: 'what a refund request blocks, stays as it was and can still be forced',
    kind: 'example',
    needs: ['shopper'],
    checks: [
      'partial-payments.unforced-refund-request-blocks',
      'partial-payments.refused-changes-nothing',
      'partial-payments.forced-despite-refund-request',
    ],
    async run(it) {
      const order = await partiallyPaid(it)
      await it.requestRefund(order.transactionId)
      const before = it.has('webhooks') ? (await it.deliveries(isOf(order))).length : 0
      const refused = await close(it, order, { forceUpdate: false })
      it.refuses(
        'partial-payments.unforced-refund-request-blocks',
        refused,
        'the shopper asked for the money back',
      )
      const after = it.has('webhooks') ? (await it.deliveries(isOf(order))).length : 0
      it.check('partial-payments.refused-changes-nothing', after <= before, {
        expected: 'no update of the transaction after the refusal',
        actual: `${after - before} more`,
      })
      const forced = await close(it, order, { forceUpdate: true })
      it.check(
        'partial-payments.refused-changes-nothing',
        forced.outcome !== 'refusal' || !(await closesWhenForced(it)),
        {
          expected: 'a forced closing still succeeds',
          actual: `it is refused: ${forced.text.slice(0, 200)}`,
        },
      )
      it.succeeds('partial-payments.forced-despite-refund-request', forced)
    },
  }),
  property({
    ...money,
    title: 'forceUpdate means true where it is not said',
    kind: 'example',
    needs: ['shopper'],
    checks: ['partial-payments.forced-by-default', 'partial-payments.forced-despite-refund-request'],
    async run(it) {
      it.precondition(
        await closesWhenForced(it),
        'a forced closing was to succeed in spite of a refund request',
      )
      const order = await partiallyPaid(it)
      await it.requestRefund(order.transactionId)
      it.succeeds('partial-payments.forced-by-default', await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'a forced closing takes no notice of a refund request',
    kind: 'property',
    needs: ['shopper'],
    checks: ['partial-payments.forced-despite-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partiallyPaid(it, share)
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
    title: 'an unforced closing succeeds where nobody asked for a refund',
    kind: 'property',
    needs: ['shopper'],
    checks: ['partial-payments.unforced-without-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partiallyPaid(it, share)
        const other = await partiallyPaid(it)
        await it.requestRefund(other.transactionId)
        it.succeeds(
          'partial-payments.unforced-without-refund-request',
          await close(it, order, { forceUpdate: false }),
        )
      })
    },
  }),
]

/** Whether forcing helps at all here, tried on a partial payment of its own. */
async function closesWhenForced(it: Context): Promise<boolean> {
  const order = await partiallyPaid(it)
  await it.requestRefund(order.transactionId)
  return (await close(it, order, { forceUpdate: true })).outcome !== 'refusal'
}
