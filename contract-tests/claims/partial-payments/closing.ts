// Checks until when a partial payment can be closed, and what a refund request changes. A second closing and the form of a
// refusal are unspecified and never asserted. requests.ts checks the fields of the request.

import fc from 'fast-check'
import { Decimal } from '../../../core/decimal.ts'
import { dayMs } from '../../../core/durations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { ApiResponse } from '../../observe/client.ts'
import { ofTransaction } from '../../observe/deliveries.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import { close, closeConfirmed, closedTexts, closeRefused, endCount } from '../../steps/closings.ts'
import type { Context } from '../../steps/context.ts'
import {
  isOf,
  type Order,
  paidInTwoParts,
  partlyPaidQrOrder,
  qrOrder,
  statusesIn,
  twoParts,
} from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'

const money = { level: 'money', needs: ['shopper'] } as const
const timed = { level: 'disruptive', needs: ['shopper', 'clock'] } as const
const wait = 'partial-payments.wait-is-recommended'
const inTime = 'partial-payments.within-two-weeks'
const tooLate = 'partial-payments.after-two-weeks-refused'
const late = 'more than two weeks have passed'
const unforced = 'partial-payments.unforced-without-refund-request'
const despiteRefund = 'partial-payments.forced-despite-refund-request'
const changesNothing = 'partial-payments.refused-changes-nothing'
const headerless = 'authentication.closing-needs-no-header'
const endsAnyway = 'partial-payments.ends-without-closing'

/** Shares of an amount. (permitted: partial-payments.small-differences) */
const shares = fc.integer({ min: 30, max: 70 }).map((percent) => `0.${percent}`)
const forces = fc.constantFrom({}, { forceUpdate: true }, { forceUpdate: false })
/** The contract does not say when exactly the two weeks begin and end, so they are checked a day before and after their end. */
const [lastDay, dayAfter] = [13 * dayMs, 15 * dayMs]

/** The hours after which a refused closing of a payment of this age is requested again: not once all of them have passed. */
const soon = [3]
const pausesAt = (ageMs: number) => (ageMs < dayMs ? soon : ageMs < 7 * dayMs ? undefined : [])

/** The number of updates about an order that the webhook received; 0 if the target has no webhook. */
const updateCount = async (it: Context, order: Order) =>
  it.has('webhooks') ? (await it.deliveries(isOf(order, 'anywhere'))).length : 0

async function refundRequested(it: Context, share?: string, isInParts = false): Promise<Order> {
  const order = isInParts ? await paidInTwoParts(it) : await partlyPaidQrOrder(it, {}, share)
  await it.requestRefund(order.transactionId)
  if (it.canMoveClock) await it.advance({ hours: 1 })
  it.ruledOut(endsAnyway, (await endCount(it, order)) === 0)
  return order
}

/** Requests a closing that must succeed, if the service has not ended the payment on its own. */
async function closeOpen(
  it: Context,
  order: Order,
  body: { forceUpdate?: boolean } = {},
  pausesInHours?: readonly number[],
) {
  it.ruledOut(endsAnyway, (await endCount(it, order)) === 0)
  return closeConfirmed(it, order, body, pausesInHours)
}

/**
 * Checks that a closing succeeded. A refusal counts only if the payment has not ended: if the rest of it can still be paid. If it
 * has ended, and another one of the same age that nobody closed has not, the payment was closed, and the refusal is a success in
 * the wrong form.
 */
async function checkClosed(
  it: Context,
  requirements: readonly RequirementId[],
  response: ApiResponse<'closePartialPayment'>,
  order: Order,
  { share = '0.5', other }: { share?: string; other?: Order } = {},
): Promise<void> {
  if (response.outcome === 'refusal' && it.canMoveClock) {
    const orders = other === undefined ? [order] : [order, other]
    const [isOpen = false, isOtherOpen = false] = await completedOnceRestIsPaid(it, orders, share)
    checkForm(it, response, isOpen || !isOtherOpen)
    it.ruledOut(endsAnyway, isOpen)
  }
  for (const requirement of requirements) it.succeeds(requirement, response)
}

/** Which of several partial payments are completed after the shopper pays the rest. */
async function completedOnceRestIsPaid(it: Context, orders: readonly Order[], share: string) {
  const counts = () =>
    Promise.all(
      orders.map(async ({ transactionId }) => {
        const updates = it.has('webhooks') ? await it.deliveries(ofTransaction(transactionId)) : []
        return updates.filter((one) => statusesIn(it, one).includes('completed')).length
      }),
    )
  const before = await counts()
  const payRest = (order: Order) => () => it.pay(order.transactionId, new Decimal(1).minus(share).toFixed())
  // A closed payment cannot be paid.
  await asFarAsPossible(orders.map(payRest))
  // Much longer than the two hours that a payment may take, because other requirements cover the duration.
  await it.advance({ days: 30 })
  return (await counts()).map((count, at) => count > (before[at] ?? 0))
}

function checkForm(it: Context, response: ApiResponse<'closePartialPayment'>, isUnchanged: boolean): void {
  it.check('partial-payments.response-shape', response.outcome !== 'refusal' || isUnchanged, {
    expected: '`ok: true` and a result with `success: true`, because the payment was closed',
    actual: response.text.slice(0, 200),
  })
}

export const partialPayments = properties(money)({
  'closes a partial payment immediately, without credentials in a header, and returns the documented form': {
    checks: [inTime, wait, headerless, 'partial-payments.response-shape'],
    async run(it) {
      const [order, other] = [await partlyPaidQrOrder(it), await partlyPaidQrOrder(it)]
      const before = await endCount(it, order)
      const response = await closeConfirmed(it, order, {}, soon)
      checkForm(it, response, (await endCount(it, order)) <= before)
      await checkClosed(it, [wait, inTime, headerless], response, order, { other })
    },
  },
  'reports a successful closing as a status change': {
    needs: ['shopper', 'webhooks'],
    checks: ['partial-payments.closes'],
    async run(it) {
      const reported: boolean[] = []
      for (const body of [{}, { forceUpdate: false }]) {
        const order = await partlyPaidQrOrder(it)
        const before = await updateCount(it, order)
        const response = await closeConfirmed(it, order, body)
        // Other properties check which closings succeed.
        if (reported.length > 0 && response.outcome !== 'success') continue
        it.given(response)
        const after = await it.deliveriesOnceThereAre(before + 1, isOf(order, 'anywhere'))
        reported.push(after.length > before)
      }
      it.check('partial-payments.closes', !reported.includes(false), {
        expected: 'an update of each transaction after its closing',
        actual: `updates of ${reported.filter(Boolean).length} of ${reported.length} closed transactions`,
        // No reading permits that only some closings are reported.
        gross: reported.includes(true),
      })
    },
  },
  'closes a partial payment at every instant within two weeks, up to a day before their end': {
    ...timed,
    checks: [inTime, wait, unforced],
    async run(it) {
      const ages = fc.oneof(
        { arbitrary: fc.constantFrom(lastDay, lastDay - 1000, dayMs, 1), weight: 2 },
        { arbitrary: fc.integer({ min: 0, max: lastDay }), weight: 1 },
      )
      const cases = fc.record({
        ageMs: ages,
        share: shares,
        isInParts: fc.boolean(),
        body: forces,
      })
      await it.forAll(cases, async (it, { ageMs, isInParts, body, ...paid }) => {
        const paidAt = await it.now()
        const order = isInParts ? await paidInTwoParts(it) : await partlyPaidQrOrder(it, {}, paid.share)
        await it.advanceTo(Math.max(paidAt + ageMs, await it.now()))
        const response = await closeOpen(it, order, body, pausesAt(ageMs))
        const ofForce = body.forceUpdate === false ? unforced : inTime
        await checkClosed(it, [ageMs < dayMs ? wait : ofForce], response, order, {
          share: isInParts ? twoParts : paid.share,
        })
      })
    },
  },
  'counts the two weeks from the payment, not from the creation of the transaction': {
    ...timed,
    checks: [inTime],
    async run(it) {
      const order = await qrOrder(it)
      // An unpaid transaction may expire before. Then it cannot be paid.
      await it.advance({ days: 2 })
      await it.pay(order.transactionId, '0.5')
      await it.advanceTo((await it.now()) + lastDay)
      await checkClosed(it, [inTime], await closeOpen(it, order, {}, pausesAt(lastDay)), order)
    },
  },
  'refuses a closing a day after two weeks or later, forced or not': {
    ...timed,
    checks: [tooLate],
    async run(it) {
      const cases = fc.record({
        // The two weeks begin and end on any day of the week.
        waitDays: fc.integer({ min: 0, max: 6 }),
        ageMs: fc.oneof(
          fc.constantFrom(dayAfter, dayAfter + 1000),
          fc.integer({ min: dayAfter, max: 56 * dayMs }),
        ),
        share: shares,
        body: forces,
        hasRefund: fc.boolean(),
      })
      await it.forAll(cases, async (it, { waitDays, ageMs, share, body, hasRefund }) => {
        if (waitDays > 0) await it.advance({ days: waitDays })
        const paidPartly = async () => {
          const order = await partlyPaidQrOrder(it, {}, share)
          if (hasRefund) await it.requestRefund(order.transactionId)
          return order
        }
        const other = await paidPartly()
        const paid = await it.now()
        await it.advance({ days: 3 })
        const order = await paidPartly()
        await it.advanceTo(paid + ageMs)
        it.refuses(tooLate, await closeRefused(it, other, body), late)
        await it.advance({ days: 3 })
        // The other one was refused at the same age, so the service has not closed this one itself.
        it.refuses(tooLate, await close(it, order, body), late)
      })
    },
  },
  'reports no end of the payment after it refuses a late closing': {
    ...timed,
    needs: ['shopper', 'clock', 'webhooks'],
    checks: [changesNothing, tooLate],
    async run(it) {
      const closed = await closedTexts(it)
      const [order, other] = [await partlyPaidQrOrder(it), await partlyPaidQrOrder(it)]
      await it.advanceTo((await it.now()) + dayAfter)
      const before = await endCounts(it, [order, other], closed)
      it.refuses(tooLate, await closeRefused(it, order), late)
      await it.advance({ hours: 1 })
      checkNotEnded(it, before, await endCounts(it, [order, other], closed))
    },
  },
  'refuses an unforced closing after a refund request, changes nothing, and still closes when forced': {
    checks: ['partial-payments.unforced-refund-request-blocks', changesNothing],
    async run(it) {
      const closed = await closedTexts(it)
      const [order, other] = [await refundRequested(it), await refundRequested(it)]
      const before = await endCounts(it, [order, other], closed)
      const refused = await closeRefused(it, order, { forceUpdate: false })
      const isRegistered = it.canMoveClock || refused.outcome === 'refusal'
      it.ruledOut('partial-payments.refund-registered-later', isRegistered)
      it.refuses('partial-payments.unforced-refund-request-blocks', refused, 'the shopper requested a refund')
      checkNotEnded(it, before, await endCounts(it, [order, other], closed))
      const forced = await closeConfirmed(it, order, { forceUpdate: true })
      // The other one has had no refused closing.
      const closesOther = async () =>
        (await closeConfirmed(it, other, { forceUpdate: true })).outcome !== 'refusal'
      it.check(changesNothing, forced.outcome !== 'refusal' || !(await closesOther()), {
        expected: 'success of a forced closing after the refusal',
        actual: `a refusal: ${forced.text.slice(0, 200)}`,
        of: { response: forced, expects: 'success' },
      })
    },
  },
  'refuses an unforced closing after two partial payments and a refund request': {
    ...timed,
    checks: ['partial-payments.unforced-refund-request-blocks'],
    async run(it) {
      const refused = await closeRefused(it, await refundRequested(it, undefined, true), {
        forceUpdate: false,
      })
      it.refuses('partial-payments.unforced-refund-request-blocks', refused, 'the shopper requested a refund')
    },
  },
  'closes despite a refund request if forceUpdate is missing': {
    checks: ['partial-payments.forced-by-default'],
    async run(it) {
      it.precondition(
        await closesWhenForced(it),
        'the service refused a forced closing after a refund request',
      )
      const order = await refundRequested(it)
      await checkClosed(it, ['partial-payments.forced-by-default'], await closeConfirmed(it, order), order)
    },
  },
  'closes despite a refund request if forced': {
    checks: [despiteRefund],
    run: (it) =>
      it.forAll(shares, async (it, share) => {
        const order = await refundRequested(it, share)
        const response = await closeConfirmed(it, order, { forceUpdate: true })
        await checkClosed(it, [despiteRefund], response, order, { share })
      }),
  },
  'closes without force if there is no refund request for this order': {
    checks: [unforced],
    run: (it) =>
      it.forAll(shares, async (it, share) => {
        const order = await partlyPaidQrOrder(it, {}, share)
        await refundRequested(it)
        const response = await closeConfirmed(it, order, { forceUpdate: false })
        await checkClosed(it, [unforced], response, order, { share })
      }),
  },
})

/** The numbers of updates that report the end of a partial payment, and of another one that nobody closes. */
const endCounts = async (it: Context, [order, other]: readonly [Order, Order], closed: ReadonlySet<string>) =>
  [await endCount(it, order, closed), await endCount(it, other, closed)] as const

type EndCounts = Awaited<ReturnType<typeof endCounts>>

/** Checks that no update reports the end of a payment since a refused closing. */
function checkNotEnded(it: Context, [before, otherBefore]: EndCounts, [after, otherAfter]: EndCounts): void {
  it.ruledOut(endsAnyway, otherAfter <= otherBefore)
  it.check(changesNothing, after <= before, {
    expected: 'no update that the transaction is closed, completed or canceled after the refusal',
    actual: `${after - before} updates`,
  })
}

/** True if a forced closing succeeds after a refund request, tried with a separate partial payment. */
async function closesWhenForced(it: Context): Promise<boolean> {
  return (await closeConfirmed(it, await refundRequested(it), { forceUpdate: true })).outcome !== 'refusal'
}
