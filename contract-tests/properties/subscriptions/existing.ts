// Checks debits and cancellations of subscriptions that an operator has prepared: no payment is needed, and a debit is not in
// the interval of the first payment, in which a service may refuse it.

import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { cancel, checkDebit, isDebited, requestDebit } from '../../flows/subscriptions.ts'

const resource = 'subscriptions'

function existing(it: Context, name: 'oldSubscription' | 'endingSubscription'): string {
  return it.target.fixtures[name] ?? it.notApplicable(`the target file has no fixtures.${name}`)
}

export const existingSubscriptions = [
  property({
    resource,
    level: 'money',
    title: 'debits an existing subscription after its first interval',
    needs: ['fixture.oldSubscription'],
    checks: [
      'subscriptions.debit-accepted',
      'subscriptions.debit-as-asked',
      'subscriptions.debit-of-the-amount-asked',
      'subscriptions.debit-response-shape',
      'subscriptions.debit-status-200',
      'subscriptions.debit-without-ok',
    ],
    async run(it) {
      const id = existing(it, 'oldSubscription')
      const response = await requestDebit(it, id)
      it.precondition(
        isDebited(response),
        'fixtures.oldSubscription: the service made no debit. An earlier run may have debited this interval.',
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
      const response = await cancel(it, existing(it, 'endingSubscription'))
      it.precondition(
        response.outcome !== 'refusal',
        'fixtures.endingSubscription: the cancellation was refused. Name a subscription that no run has canceled.',
      )
      it.succeeds('subscriptions.cancel-accepted', response)
    },
  }),
]
