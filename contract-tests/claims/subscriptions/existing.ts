// Checks debits and cancellations of subscriptions that an operator has prepared: no payment is needed, and a debit is not in
// the interval of the first payment. (permitted: subscriptions.no-debit-in-first-interval)

import { actualOf } from '../../observe/client.ts'
import { refusesBefore } from '../../steps/acceptance.ts'
import { properties } from '../../steps/property.ts'
import { cancel, checkDebit, checksOfDebit, isDebited, requestDebit } from '../../steps/subscriptions.ts'
import { rows as credentialRows } from '../authentication/merchant-auth.ts'
import { incompleteDebits } from './merchant-debits.ts'

const earlier =
  'An earlier run may have debited this interval, or the request needs another assumptions["subscriptions.debit-fields"]'
const optional = 'subscriptions.debit-order-id-optional'
const withoutFields = 'subscriptions.debit-required-fields-refused'
const checksOfRefusals = [withoutFields, ...credentialRows.map(({ debits }) => debits)] as const

export const existingSubscriptions = properties({ level: 'money' })({
  'debits an existing subscription after its first interval, and refuses incomplete and unauthorized requests':
    {
      needs: ['fixture.oldSubscription'],
      checks: ['subscriptions.debit-accepted', ...checksOfDebit, optional, ...checksOfRefusals],
      async run(it) {
        const id = it.fixture('oldSubscription')
        const debitAndCheck = async () => {
          const response = await requestDebit(it, id)
          if (isDebited(response)) {
            it.succeeds('subscriptions.debit-accepted', response)
            it.succeeds(optional, response)
            checkDebit(it, response, id, it.amount)
          } else {
            const withOrder = await requestDebit(it, id, it.amount, { orderId: it.id('order') })
            const words =
              'fixtures.oldSubscription: the service made a debit with an order id, and none without'
            it.precondition(!isDebited(withOrder), `${words}: ${actualOf(response)}. ${earlier}`)
          }
          return response
        }
        await refusesBefore(
          it,
          [
            ...credentialRows.map(({ debits, wrongDebits }) => {
              const send = (overrides: Record<string, unknown>) => () =>
                requestDebit(it, id, it.amount, overrides)
              const wrong = wrongDebits(it).map(([because, overrides]) => [because, send(overrides)] as const)
              return [debits, wrong] as const
            }),
            [withoutFields, incompleteDebits(it, id)],
          ],
          debitAndCheck,
          (refused) =>
            `fixtures.oldSubscription: the service made no debit: ${actualOf(refused)}. ${earlier}`,
        )
      },
    },
  'cancels an existing subscription': {
    level: 'write',
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
  },
})
