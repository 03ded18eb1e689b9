// Checks the closing of partial payments that an operator has prepared, because no request of the contract pays a part. A run
// ends them, so each run needs new ones.

import type { Context } from '../../engine/context.ts'
import type { Fixture } from '../../engine/environment.ts'
import { property } from '../../engine/property.ts'
import { close, closeRefused } from '../../flows/orders.ts'

const money = { resource: 'partial-payments', level: 'money' } as const
const tooLate = 'partial-payments.after-two-weeks-refused'
const late = 'more than two weeks have passed'

/** A partial payment in the target file. */
const existing = (it: Context, name: Fixture) => ({ id: it.fixture(name) })

/** Closes the open partial payment. It may have been closed by an earlier run, so a refusal proves nothing. */
async function closeOpen(it: Context) {
  const response = await close(it, existing(it, 'openPartialPayment'))
  it.precondition(
    response.outcome !== 'refusal',
    'fixtures.openPartialPayment: the closing was refused. Name a partial payment that no run has closed.',
  )
  return response
}

export const existingPartialPayments = [
  property({
    ...money,
    title: 'closes an existing partial payment, without credentials in a header',
    needs: ['fixture.openPartialPayment'],
    checks: [
      'partial-payments.within-two-weeks',
      'partial-payments.response-shape',
      'authentication.closing-needs-no-header',
    ],
    async run(it) {
      const response = await closeOpen(it)
      it.succeeds('partial-payments.within-two-weeks', response)
      it.succeeds('authentication.closing-needs-no-header', response)
    },
  }),
  property({
    ...money,
    title:
      'refuses an unforced closing of an existing partial payment with a refund request, and closes it when forced',
    needs: ['fixture.refundRequestedPartialPayment'],
    checks: [
      'partial-payments.unforced-refund-request-blocks',
      'partial-payments.forced-despite-refund-request',
    ],
    async run(it) {
      const order = existing(it, 'refundRequestedPartialPayment')
      const refused = await closeRefused(it, order, { forceUpdate: false })
      it.refuses('partial-payments.unforced-refund-request-blocks', refused, 'the shopper requested a refund')
      const forced = await close(it, order, { forceUpdate: true })
      it.precondition(
        forced.outcome !== 'refusal',
        'fixtures.refundRequestedPartialPayment: the forced closing was refused. Name one that no run has closed.',
      )
      it.succeeds('partial-payments.forced-despite-refund-request', forced)
    },
  }),
  property({
    ...money,
    title: 'refuses to close an existing partial payment that is older than two weeks',
    needs: ['fixture.oldPartialPayment'],
    checks: [tooLate],
    async run(it) {
      it.refuses(tooLate, await closeRefused(it, existing(it, 'oldPartialPayment')), late)
    },
  }),
  property({
    resource: 'partial-payments',
    level: 'disruptive',
    title: 'refuses to close an existing partial payment that becomes older than two weeks',
    needs: ['clock', 'fixture.openPartialPayment', 'fixture.agingPartialPayment'],
    waits: { days: 16 },
    checks: [tooLate],
    async run(it) {
      // Another closing succeeds, so that the refusal has a reason.
      await closeOpen(it)
      await it.advance({ days: 15 })
      it.refuses(tooLate, await closeRefused(it, existing(it, 'agingPartialPayment')), late)
    },
  }),
]
