// The two subscription operations, which identify the merchant by merchantId and merchantAuth in the body.

import { debit } from '../../../client/sample-requests.ts'
import { PreconditionFailed } from '../../observe/violation.ts'
import { refusesEachOncePossible, sentWith } from '../../steps/acceptance.ts'
import type { Context } from '../../steps/context.ts'
import { properties } from '../../steps/property.ts'
import { cancel, newSubscription, requestDebit, subscriptionIdOf } from '../../steps/subscriptions.ts'

const ofItsMerchant = 'authentication.merchant-auth-of-its-merchant'

type Wrong = readonly [because: string, overrides: Record<string, unknown>]

/** Overrides of the body that make a credential missing or invalid. */
function wrongCredentials({ merchant: { merchantAuth } }: Context): readonly Wrong[] {
  const rows: readonly Wrong[] = [
    ['there is no merchantAuth', { merchantAuth: undefined }],
    ['merchantAuth is empty', { merchantAuth: '' }],
    ['merchantAuth is unknown', { merchantAuth: 'pt-made-up' }],
    // Many decoders of base64 ignore what follows the padding, and bcrypt what follows 72 bytes.
    ...(merchantAuth.endsWith('=') || Buffer.byteLength(merchantAuth) >= 72
      ? []
      : [
          [
            'merchantAuth has a suffix',
            { merchantAuth: `${merchantAuth}${merchantAuth.slice(5) || merchantAuth}` },
          ] satisfies Wrong,
        ]),
  ]
  return rows.filter(([, overrides]) => overrides.merchantAuth !== merchantAuth)
}

// The table of a debit requires merchantId. The words on a cancellation only list it, so that `merchantAuth` may identify the merchant.
const withoutMerchant: Wrong = ['there is no merchantId', { merchantId: undefined }]

/** Overrides of the body with a valid merchantAuth that does not belong to merchantId. */
function otherMerchants(it: Context): readonly Wrong[] {
  const { merchantAuth } = it.merchant
  return [
    ['merchantId is unknown', { merchantId: it.id('nobody') }],
    ...it.target.merchants
      .filter((other) => other.merchantAuth !== merchantAuth)
      .flatMap((other): Wrong[] => [
        ["merchantAuth is another merchant's", { merchantAuth: other.merchantAuth }],
        ["merchantId is another merchant's", { merchantId: other.id }],
        [
          'the subscription is of another merchant than the credentials',
          { merchantId: other.id, merchantAuth: other.merchantAuth },
        ],
      ]),
  ]
}

/** Requirements of the credentials of subscriptions, each with overrides of the body that violate it. */
export const rows = [
  {
    wrongDebits: (it: Context) => [...wrongCredentials(it), withoutMerchant],
    wrongCancels: wrongCredentials,
    words: 'a valid merchantAuth',
    debits: 'authentication.debit-needs-merchant-auth',
    cancels: 'authentication.cancel-needs-merchant-auth',
  },
  {
    wrongDebits: otherMerchants,
    wrongCancels: (it: Context) => [...otherMerchants(it), withoutMerchant],
    words: "the merchant's own merchantAuth",
    debits: ofItsMerchant,
    cancels: ofItsMerchant,
  },
] as const

export const merchantAuth = rows.flatMap(({ wrongDebits, wrongCancels, words, debits, cancels }) =>
  properties({ level: 'money' })({
    [`debitSubscription makes no debit without ${words}`]: {
      checks: [debits],
      async run(it) {
        const subscription = await newSubscription(it, { autoRenewal: false })
        const subscriptionId = subscriptionIdOf(it, subscription)
        await it.letAge(subscription.merchantSubscriptionId)
        const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
        const request = (overrides: Record<string, unknown> = {}) =>
          it.client.call('debitSubscription', { body: debit(it, fields, overrides) })
        // permitted: subscriptions.no-debit-in-first-interval
        await refusesEachOncePossible(
          it,
          debits,
          () => request(),
          sentWith(wrongDebits(it), request),
          [2, 5, 26].map((days) => ({ days })),
          async () =>
            requestDebit(it, subscriptionIdOf(it, await newSubscription(it, { autoRenewal: false }))),
        )
      },
    },
    [`cancelSubscription refuses requests without ${words}`]: {
      checks: [cancels],
      async run(it) {
        const cancelNew = async (autoRenewal: boolean) => {
          const subscriptionId = subscriptionIdOf(it, await newSubscription(it, { autoRenewal }))
          // permitted: subscriptions.begins-later
          await refusesEachOncePossible(
            it,
            cancels,
            () => cancel(it, subscriptionId),
            sentWith(wrongCancels(it), (overrides) => cancel(it, subscriptionId, overrides)),
            [2, 5, 23, 61, 85].map((days) => ({ days })),
            async () => cancel(it, subscriptionIdOf(it, await newSubscription(it, { autoRenewal }))),
          )
        }
        // The contract does not say which subscriptions can be canceled.
        try {
          await cancelNew(true)
        } catch (error) {
          if (!(error instanceof PreconditionFailed)) throw error
          await cancelNew(false)
        }
      },
    },
  }),
)
