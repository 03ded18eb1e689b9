// What any deployment must do about partial payments: until when one may be closed, and what a refund request changes.
// Whether a second closing succeeds, and how a refusal looks, is open and never asserted. How a closing is asked for is in
// partial-payment-requests.ts.

import fc from 'fast-check'
import type { Context } from '../context.ts'
import { close, isOf, partiallyPaid } from '../partly-paid.ts'
import { property } from '../property.ts'
import { closing, qrTransaction } from '../samples.ts'

const noun = 'partial-payments'
const money = { noun, level: 'money' } as const
const clockMoves = { noun, level: 'disruptive' } as const

/** Shares of an amount between a hundredth and all but a hundredth of it. */
const shares = fc.integer({ min: 1, max: 99 }).map((percent) => `0.${String(percent).padStart(2, '0')}`)
const twoWeeks = 14 * 86_400_000
const weeksIn = (least: number, most: number) => fc.integer({ min: least, max: most })

export const partialPayments = [
  property({
    ...money,
    title: 'a partial payment is closed, without a header, at once, and in the stated form',
    kind: 'example',
    needs: ['shopper'],
    checks: [
      'closing.within-two-weeks',
      'closing.wait-is-advice',
      'authentication.closing-needs-no-header',
      'closing.form',
    ],
    async run(it) {
      const order = await partiallyPaid(it)
      const heard = async () => (it.has('webhooks') ? (await it.deliveries(isOf(order))).length : 0)
      const before = await heard()
      const answer = await close(it, order)
      // A refusal that closes all the same is a success in another form.
      const closedAllTheSame = answer.outcome === 'refusal' && (await heard()) > before
      it.check('closing.form', !closedAllTheSame, {
        lawful: '`ok: true` with `success: true` in its result, as the closing took place',
        came: answer.text.slice(0, 200),
      })
      it.succeeds('closing.within-two-weeks', answer)
      it.succeeds('closing.wait-is-advice', answer)
      it.succeeds('authentication.closing-needs-no-header', answer)
    },
  }),
  property({
    ...money,
    title: 'a closing that succeeds is reported as a change of status',
    kind: 'example',
    needs: ['shopper', 'webhooks'],
    checks: ['closing.closes'],
    async run(it) {
      const order = await partiallyPaid(it)
      const before = await it.deliveries(isOf(order))
      it.given(await close(it, order))
      const after = await it.deliveriesOnceThereAre(before.length + 1, isOf(order))
      it.check('closing.closes', after.length > before.length, {
        lawful: 'one more update of the transaction at the webhook',
        came: 'no further update',
      })
    },
  }),
  property({
    ...clockMoves,
    title: 'a closing succeeds at every instant of the two weeks, the last one included',
    kind: 'property',
    needs: ['shopper', 'clock'],
    checks: ['closing.within-two-weeks', 'closing.wait-is-advice'],
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
        it.succeeds(young ? 'closing.wait-is-advice' : 'closing.within-two-weeks', await close(it, order))
      })
    },
  }),
  property({
    ...clockMoves,
    title: 'the last instant of the two weeks still closes, and the next one does not',
    kind: 'example',
    needs: ['shopper', 'clock'],
    checks: ['closing.within-two-weeks', 'closing.after-two-weeks-refused'],
    async run(it) {
      const inTime = await partiallyPaid(it)
      const late = await partiallyPaid(it)
      const paidAt = await it.now()
      await it.advanceTo(paidAt + twoWeeks)
      it.succeeds('closing.within-two-weeks', await close(it, inTime))
      await it.advanceTo(paidAt + twoWeeks + 1)
      it.refuses('closing.after-two-weeks-refused', await close(it, late), 'more than two weeks have passed')
    },
  }),
  property({
    ...clockMoves,
    title: 'the two weeks run from the payment, and not from the making of the transaction',
    kind: 'example',
    needs: ['shopper', 'clock'],
    checks: ['closing.within-two-weeks'],
    async run(it) {
      const body = qrTransaction(it)
      const { result } = it.given(await it.client.call('createQrTransaction', { body }))
      // Longer than that an unpaid transaction need not live.
      await it.advance({ minutes: 10 })
      await it.pay(result.id, '0.5')
      await it.advanceTo((await it.now()) + twoWeeks)
      const order = { offerId: body.orderId, transactionId: result.id }
      it.succeeds('closing.within-two-weeks', await close(it, order))
    },
  }),
  property({
    ...clockMoves,
    title: 'no closing succeeds after the two weeks, forced or not',
    kind: 'property',
    needs: ['shopper', 'clock'],
    checks: ['closing.after-two-weeks-refused'],
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
          'closing.after-two-weeks-refused',
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
    checks: ['closing.after-two-weeks-refused'],
    async run(it) {
      const offerId = it.target.fixtures.oldPartialPayment ?? it.notApplicable('no such fixture')
      const answer = await it.client.call('closePartialPayment', closing(it, { offerId }))
      it.refuses('closing.after-two-weeks-refused', answer, 'more than two weeks have passed')
    },
  }),
  property({
    ...clockMoves,
    title: 'a closing that comes too late changes nothing',
    kind: 'example',
    needs: ['shopper', 'clock', 'webhooks'],
    checks: ['closing.refused-changes-nothing'],
    async run(it) {
      const order = await partiallyPaid(it)
      await it.advance({ weeks: 2, milliseconds: 1 })
      const before = await it.deliveries(isOf(order))
      const answer = await close(it, order)
      it.premise(answer.outcome === 'refusal', 'the closing was to be refused')
      await it.advance({ hours: 1 })
      const after = await it.deliveries(isOf(order))
      it.check('closing.refused-changes-nothing', after.length <= before.length, {
        lawful: 'no update of the transaction after the refusal',
        came: `${after.length - before.length} more`,
      })
    },
  }),
  property({
    ...money,
    title: 'what a refund request blocks, stays as it was and can still be forced',
    kind: 'example',
    needs: ['shopper'],
    checks: [
      'closing.unforced-refund-request-blocks',
      'closing.refused-changes-nothing',
      'closing.forced-despite-refund-request',
    ],
    async run(it) {
      const order = await partiallyPaid(it)
      await it.requestRefund(order.transactionId)
      const before = it.has('webhooks') ? (await it.deliveries(isOf(order))).length : 0
      const refused = await close(it, order, { forceUpdate: false })
      it.refuses('closing.unforced-refund-request-blocks', refused, 'the shopper asked for the money back')
      const after = it.has('webhooks') ? (await it.deliveries(isOf(order))).length : 0
      it.check('closing.refused-changes-nothing', after <= before, {
        lawful: 'no update of the transaction after the refusal',
        came: `${after - before} more`,
      })
      const forced = await close(it, order, { forceUpdate: true })
      it.check(
        'closing.refused-changes-nothing',
        forced.outcome !== 'refusal' || !(await closesWhenForced(it)),
        {
          lawful: 'a forced closing still succeeds',
          came: `it is refused: ${forced.text.slice(0, 200)}`,
        },
      )
      it.succeeds('closing.forced-despite-refund-request', forced)
    },
  }),
  property({
    ...money,
    title: 'forceUpdate means true where it is not said',
    kind: 'example',
    needs: ['shopper'],
    checks: ['closing.forced-by-default', 'closing.forced-despite-refund-request'],
    async run(it) {
      it.premise(await closesWhenForced(it), 'a forced closing was to succeed in spite of a refund request')
      const order = await partiallyPaid(it)
      await it.requestRefund(order.transactionId)
      it.succeeds('closing.forced-by-default', await close(it, order))
    },
  }),
  property({
    ...money,
    title: 'a forced closing takes no notice of a refund request',
    kind: 'property',
    needs: ['shopper'],
    checks: ['closing.forced-despite-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partiallyPaid(it, share)
        await it.requestRefund(order.transactionId)
        it.succeeds('closing.forced-despite-refund-request', await close(it, order, { forceUpdate: true }))
      })
    },
  }),
  property({
    ...money,
    title: 'an unforced closing succeeds where nobody asked for a refund',
    kind: 'property',
    needs: ['shopper'],
    checks: ['closing.unforced-without-refund-request'],
    async run(it) {
      await it.forAll(shares, async (it, share) => {
        const order = await partiallyPaid(it, share)
        const other = await partiallyPaid(it)
        await it.requestRefund(other.transactionId)
        it.succeeds('closing.unforced-without-refund-request', await close(it, order, { forceUpdate: false }))
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
