// The two subscription operations, which identify the merchant by merchantId and merchantAuth in the body.

import { debit } from '../../../client/sample-requests.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { cancel, newSubscription, subscriptionIdOf } from '../../flows/subscriptions.ts'

const money = { resource: 'authentication', level: 'money' } as const

/** Overrides of the body that make its credentials invalid. */
function wrongCredentials(it: Context): [because: string, overrides: Record<string, unknown>][] {
  const { merchantAuth } = it.merchant
  const rows: [because: string, overrides: Record<string, unknown>][] = [
    ['there is no merchantAuth', { merchantAuth: undefined }],
    ['merchantAuth is empty', { merchantAuth: '' }],
    ['merchantAuth is unknown', { merchantAuth: 'pt-made-up' }],
    // Many decoders of base64 ignore what follows the padding.
    ...(merchantAuth.endsWith('=')
      ? []
      : [
          [
            'merchantAuth has a suffix',
            { merchantAuth: `${merchantAuth}${merchantAuth.slice(5) || merchantAuth}` },
          ] satisfies [string, object],
        ]),
    ['there is no merchantId', { merchantId: undefined }],
    ['merchantId is unknown', { merchantId: it.id('nobody') }],
    ...it.target.merchants
      .slice(1)
      .flatMap((other): [string, Record<string, unknown>][] => [
        ["merchantAuth is another merchant's", { merchantAuth: other.merchantAuth }],
        ...(other.merchantAuth === merchantAuth
          ? []
          : [["merchantId is another merchant's", { merchantId: other.id }] satisfies [string, object]]),
      ]),
  ]
  // The contract does not show what merchantAuth contains: it may be the same for several merchants.
  return rows.filter(([, overrides]) => overrides.merchantAuth !== merchantAuth)
}

/** Whether a debit was made. A success with errors, with no debit or only canceled ones also reports that none was made. */
function isMade(it: Context, response: ApiResponse<'debitSubscription'>): boolean {
  if (response.outcome !== 'success') return response.outcome === 'flawed'
  const { data, errors } = response.success.result
  const canceled = it.target.known.statusIntegers?.canceled
  return errors.length === 0 && data.some(({ status }) => status !== canceled)
}

export const merchantAuth = [
  property({
    ...money,
    title: "debitSubscription makes no debit without the merchant's own merchantAuth",
    checks: ['authentication.debit-needs-merchant-auth'],
    async run(it) {
      const subscriptionId = subscriptionIdOf(it, await newSubscription(it, { autoRenewal: false }))
      const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
      for (const [because, overrides] of wrongCredentials(it)) {
        const response = await it.client.call('debitSubscription', { body: debit(it, fields, overrides) })
        it.check('authentication.debit-needs-merchant-auth', !isMade(it, response), {
          expected: `no debit, because ${because}`,
          actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
        })
      }
      it.precondition(
        isMade(it, await it.client.call('debitSubscription', { body: debit(it, fields) })),
        'no debit was made with valid credentials',
      )
    },
  }),
  property({
    ...money,
    title: "cancelSubscription refuses requests without the merchant's own merchantAuth",
    checks: ['authentication.cancel-needs-merchant-auth'],
    async run(it) {
      const subscriptionId = subscriptionIdOf(it, await newSubscription(it, { autoRenewal: true }))
      for (const [because, overrides] of wrongCredentials(it)) {
        const response = await cancel(it, subscriptionId, overrides)
        it.refuses('authentication.cancel-needs-merchant-auth', response, because)
      }
      it.given(await cancel(it, subscriptionId))
    },
  }),
]
