// Checks debits and cancellations of subscriptions that an operator has prepared: no payment is needed, and a debit is not in
// the interval of the first payment, in which a service may refuse it.

import { actualOf } from '../../engine/client.ts'
import { property } from '../../engine/property.ts'
import { cancel, checkDebit, checksOfDebit, isDebited, requestDebit } from '../../flows/subscriptions.ts'

const resource = 'subscriptions'

export const existingSubscriptions = [
  property({
    resource,
    level: 'money',
    title: 'debits an existing subscription after its first interval',
    needs: ['fixture.oldSubscription'],
    checks: ['subscriptions.debit-accepted', ...checksOfDebit],
    async run(it) {
      const id = it.fixture('oldSubscription')
      const response = await requestDebit(it, id)
      it.precondition(
        isDebited(response),
        `fixtures.oldSubscription: the service made no debit: ${actualOf(response)}. An earlier run may have debited this interval.`,
      )
      it.succeeds('subscriptions.debit-accepted', response)
      checkDebit(it, response, id, it.amount)
    },
  }),
  property({
    resource,
    level: 'write',
    title: 'cancels an existing subscription',
    needs: ['fixture.endingSubscription'],
    checks: [
      'subscriptions.cancel-accepted',
      'subscriptions.cancel-status-200',
      'subscriptions.cancel-without-ok',
    ],
    async run(it) {
      const response = await cancel(it, it.fixture('endingSubscription'))
      it.precondition(
        response.outcome !== 'refusal',
        'fixtures.endingSubscription: the cancellation was refused. Name a subscription that no run has canceled.',
      )
      it.succeeds('subscriptions.cancel-accepted', response)
    },
  }),
]
