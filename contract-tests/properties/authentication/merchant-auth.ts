// What any deployment must do about merchantAuth: the two subscription endpoints know the merchant by their body alone.

import { debit } from '../../../client/sample-requests.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { newSubscription } from '../../flows/subscriptions.ts'

const money = { resource: 'authentication', level: 'money' } as const

async function subscribed(it: Context, autoRenewal: boolean): Promise<string> {
  const { subscriptionId = '' } = await newSubscription(it, { autoRenewal })
  it.precondition(subscriptionId !== '', 'the record of the payment was to name a subscription')
  return subscriptionId
}

/** What stands in a body in place of the credentials of its merchant, and why it does not serve. */
function wrongCredentials(it: Context): [because: string, fields: Record<string, unknown>][] {
  const { id, merchantAuth } = it.merchant
  return [
    ['there is no merchantAuth', { merchantAuth: undefined }],
    ['merchantAuth is empty', { merchantAuth: '' }],
    ['merchantAuth is made up', { merchantAuth: 'pt-made-up' }],
    ['merchantAuth is the id of the merchant', { merchantAuth: id }],
    ['merchantAuth is one and a half', { merchantAuth: `${merchantAuth}${merchantAuth.slice(5)}` }],
    ['there is no merchantId', { merchantId: undefined }],
    ['merchantId is made up', { merchantId: it.id('nobody') }],
    ...it.target.merchants.slice(1).flatMap((other): [string, Record<string, unknown>][] => [
      ['merchantAuth is that of another merchant', { merchantAuth: other.merchantAuth }],
      ['merchantId is that of another merchant', { merchantId: other.id }],
    ]),
  ]
}

/** A debit that is not made may also be told by a success that lists no debit. */
function isMade(response: ApiResponse<'debitSubscription'>): boolean {
  return (
    response.outcome === 'flawed' ||
    (response.outcome === 'success' && response.success.result.data.length > 0)
  )
}

export const merchantAuth = [
  property({
    ...money,
    title: 'a debit is made only with the merchantAuth of its merchant',
    kind: 'ladder',
    checks: ['authentication.debit-needs-merchant-auth'],
    async run(it) {
      const subscriptionId = await subscribed(it, false)
      const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
      for (const [because, wrong] of wrongCredentials(it)) {
        const response = await it.client.call('debitSubscription', { body: debit(it, fields, wrong) })
        it.check('authentication.debit-needs-merchant-auth', !isMade(response), {
          expected: `no debit, because ${because}`,
          actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
        })
      }
      it.precondition(
        isMade(await it.client.call('debitSubscription', { body: debit(it, fields) })),
        'a debit was to be made',
      )
    },
  }),
  property({
    ...money,
    title: 'a subscription is cancelled only with the merchantAuth of its merchant',
    kind: 'ladder',
    checks: ['authentication.cancel-needs-merchant-auth'],
    async run(it) {
      const subscriptionId = await subscribed(it, true)
      const { id: merchantId, merchantAuth } = it.merchant
      const cancel = (other: Record<string, unknown> = {}) =>
        it.client.call('cancelSubscription', { body: { merchantId, merchantAuth, subscriptionId, ...other } })
      for (const [because, wrong] of wrongCredentials(it))
        it.refuses('authentication.cancel-needs-merchant-auth', await cancel(wrong), because)
      it.given(await cancel())
    },
  }),
]
