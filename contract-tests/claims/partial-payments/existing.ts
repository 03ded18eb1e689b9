// Checks the closing of partial payments that an operator has prepared, because no request of the contract pays a part. A run
// ends them, so each run needs new ones.

import { clientIdOf } from '../../../client/target-accounts.ts'
import { type ApiResponse, isAlike } from '../../observe/client.ts'
import { refusesBefore } from '../../steps/acceptance.ts'
import { close, closeRefused } from '../../steps/closings.ts'
import type { Context } from '../../steps/context.ts'
import type { Fixture } from '../../steps/environment.ts'
import type { Order } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'
import { incompleteClosings, undecryptableClosings } from './requests.ts'

const tooLate = 'partial-payments.after-two-weeks-refused'
const late = 'more than two weeks have passed'

const existing = (it: Context, name: Fixture) => ({ id: it.fixture(name) })

const notOpen =
  'fixtures.openPartialPayment: the closing was refused. Name a partial payment that no run has closed.'
const withoutFields = 'partial-payments.required-fields-refused'
const withOtherSecrets = 'partial-payments.encrypted-with-the-client-secret'
const byOthers = 'partial-payments.by-its-merchant-only'

/** A closing by the second merchant; undefined if there is none, or if both merchants have the same secret. */
async function closingByOther(it: Context, { id: offerId }: Pick<Order, 'id'>) {
  const [, merchant] = it.target.merchants
  if (merchant === undefined || merchant.clientSecret === it.merchant.clientSecret) return undefined
  const body = { clientId: clientIdOf(merchant) }
  return it.client.call('closePartialPayment', { body, payload: { offerId }, merchant })
}

/** Checks that a late closing is refused. A refusal like that of an order that does not exist proves nothing. */
async function refusesLate(it: Context, name: Fixture): Promise<void> {
  const order = existing(it, name)
  const response = await closeRefused(it, order)
  const other = it.id('unknown-order')
  const unknown = await close(it, { id: other })
  const nameless = ({ status, text }: ApiResponse, id: string) => ({ status, text: text.replaceAll(id, '') })
  it.precondition(
    !isAlike(nameless(response, order.id), nameless(unknown, other)),
    `fixtures.${name}: the closing was refused like that of an order that does not exist. Name one that exists. If it does, the target refuses both alike, and no run can distinguish them.`,
  )
  it.refuses(tooLate, response, late)
}

export const existingPartialPayments = properties({ level: 'money' })({
  'closes an existing partial payment, without credentials in a header, after it refuses invalid closings': {
    needs: ['fixture.openPartialPayment'],
    checks: [
      'partial-payments.within-two-weeks',
      'partial-payments.response-shape',
      'authentication.closing-needs-no-header',
      withoutFields,
      withOtherSecrets,
      byOthers,
    ],
    async run(it) {
      const order = existing(it, 'openPartialPayment')
      const byOther = await closingByOther(it, order)
      const closeAndCheck = async () => {
        const response = await close(it, order)
        if (response.outcome !== 'refusal') {
          it.succeeds('partial-payments.within-two-weeks', response)
          it.succeeds('authentication.closing-needs-no-header', response)
        }
        return response
      }
      await refusesBefore(
        it,
        [
          [withoutFields, incompleteClosings(it, order)],
          [withOtherSecrets, undecryptableClosings(it, order)],
        ],
        closeAndCheck,
        () => notOpen,
      )
      const other = byOther ?? it.notApplicable('needs a second merchant with another client secret')
      // permitted: partial-payments.closing-without-effect
      it.precondition(
        other.outcome === 'refusal',
        'whether the accepted closing by another merchant had an effect is unknown',
      )
      it.refuses(byOthers, other, 'it is by another merchant')
    },
  },
  'refuses an unforced closing of an existing partial payment with a refund request, and closes it when forced':
    {
      needs: ['fixture.refundRequestedPartialPayment'],
      checks: [
        'partial-payments.unforced-refund-request-blocks',
        'partial-payments.forced-despite-refund-request',
      ],
      async run(it) {
        const order = existing(it, 'refundRequestedPartialPayment')
        const refused = await closeRefused(it, order, { forceUpdate: false })
        it.refuses(
          'partial-payments.unforced-refund-request-blocks',
          refused,
          'the shopper requested a refund',
        )
        const forced = await close(it, order, { forceUpdate: true })
        it.precondition(
          forced.outcome !== 'refusal',
          'fixtures.refundRequestedPartialPayment: the forced closing was refused. Name one that no run has closed.',
        )
        it.succeeds('partial-payments.forced-despite-refund-request', forced)
      },
    },
  'refuses to close an existing partial payment that is older than two weeks': {
    needs: ['fixture.oldPartialPayment'],
    checks: [tooLate],
    run: (it) => refusesLate(it, 'oldPartialPayment'),
  },
  'refuses to close an existing partial payment that becomes older than two weeks': {
    level: 'disruptive',
    needs: ['clock', 'fixture.openPartialPayment', 'fixture.agingPartialPayment'],
    waits: { days: 16 },
    checks: [tooLate],
    async run(it) {
      // Another closing succeeds, so that the refusal has a reason. An earlier run may have closed that one.
      const open = await close(it, existing(it, 'openPartialPayment'))
      it.precondition(open.outcome !== 'refusal', notOpen)
      await it.advance({ days: 15 })
      await refusesLate(it, 'agingPartialPayment')
    },
  },
})
