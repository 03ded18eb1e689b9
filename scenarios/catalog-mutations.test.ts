// The catalog notices faults: each of these responses is changed on its way as a faulty deployment would change it, and the
// scenario fails at the step that is about it.

import { describe, expect, it } from 'vitest'
import { simulatorInProcess } from './in-process.ts'
import { replayScenario } from './run/replay.ts'
import type { ScenarioTarget, Send } from './targets.ts'

interface Mutation {
  fault: string
  scenario: string
  /** End of the path whose responses are changed. */
  path: string
  from: RegExp
  to: string
  /** The step that fails. */
  step: string
}

const granted = '{"ok":true,"result":{"success":true}}'
const refused = /.*"ok":false.*/
const events = '/control/events'

const mutations: Mutation[] = [
  // Closing a partial payment
  {
    fault: 'a closing after the window succeeds',
    scenario: 'close-partial-payment-too-late',
    path: '/closePartialTx',
    from: refused,
    to: granted,
    step: 'close',
  },
  {
    fault: 'a refused closing settles the payment',
    scenario: 'close-partial-payment-too-late',
    path: '/control/settlements',
    from: /"settlements":\[\]/,
    to: '"settlements":[{}]',
    step: 'check-no-settlement',
  },
  {
    fault: 'the settlement of a closed payment has another amount',
    scenario: 'close-partial-payment-in-time',
    path: '/control/settlements',
    from: /"amount":"0.0004"/,
    to: '"amount":"0.0008"',
    step: 'check-settlement',
  },
  {
    fault: 'a refund request does not block',
    scenario: 'refund-request-blocks-closing',
    path: '/closePartialTx',
    from: refused,
    to: granted,
    step: 'close-unforced',
  },
  {
    fault: 'another merchant closes the payment',
    scenario: 'merchants-are-isolated',
    path: '/closePartialTx',
    from: refused,
    to: granted,
    step: 'close-as-other',
  },
  // Exchange payments
  {
    fault: 'an error has another message',
    scenario: 'exchange-payment-errors',
    path: '/alphaexchange',
    from: /Insufficient Balance/,
    to: 'Low Balance',
    step: 'low-balance',
  },
  {
    fault: 'an error has another code',
    scenario: 'exchange-payment-errors',
    path: '/alphaexchange',
    from: /"statusCode":420/,
    to: '"statusCode":428',
    step: 'address-not-whitelisted',
  },
  {
    fault: 'an error does not name the exchange',
    scenario: 'exchange-payment-errors',
    path: '/alphaexchange',
    from: /supported by [^"]+/,
    to: 'supported by ',
    step: 'below-minimum',
  },
  {
    fault: 'the second attempt of a payment has another amount',
    scenario: 'exchange-error-then-retry',
    path: '/alphaexchange',
    from: /"nativeAmount":"40.00"/,
    to: '"nativeAmount":"40.01"',
    step: 'pay-again',
  },
  {
    fault: 'both attempts create a payment',
    scenario: 'exchange-error-then-retry',
    path: '/control/transactions',
    from: /"transactions":\[(.*)\]/,
    to: '"transactions":[$1,$1]',
    step: 'check-one-payment',
  },
  {
    fault: 'the whitelist flag is missing',
    scenario: 'pre-payment-checks',
    path: '/alphaexchange',
    from: /"showWhitelistElement":true/,
    to: '"showWhitelistElement":false',
    step: 'check-not-whitelisted',
  },
  {
    fault: 'the pre-payment check has another amount',
    scenario: 'pre-payment-checks',
    path: '/alphaexchange',
    from: /"nativeAmount":40,/,
    to: '"nativeAmount":41,',
    step: 'check-ready',
  },
  // Invoices
  {
    fault: 'the payment of an invoice has another amount',
    scenario: 'hosted-invoice-to-order',
    path: '/alphaexchange',
    from: /"nativeAmount":"64.50"/,
    to: '"nativeAmount":"64.49"',
    step: 'pay',
  },
  {
    fault: 'order info has another quantity',
    scenario: 'hosted-invoice-to-order',
    path: '/invoices',
    from: /"quantity":1/,
    to: '"quantity":2',
    step: 'read-back',
  },
  {
    fault: 'the settlement has another amount',
    scenario: 'hosted-invoice-to-order',
    path: '/control/settlements',
    from: /"amount":"0.00129"/,
    to: '"amount":"0.0013"',
    step: 'check-settlement',
  },
  {
    fault: 'another merchant reads the invoice',
    scenario: 'merchants-are-isolated',
    path: '/invoices',
    from: refused,
    to: '{"ok":true}',
    step: 'read-other-invoice',
  },
  // QR payments
  {
    fault: 'the total amount is another',
    scenario: 'qr-payment-in-two-parts',
    path: '/generate',
    from: /"totalAmount":"40.00"/,
    to: '"totalAmount":"4.00"',
    step: 'create-qr',
  },
  {
    fault: 'the payment URI has another address',
    scenario: 'qr-payment-in-two-parts',
    path: '/generate',
    from: /"qrString":"bitcoin:\w+/,
    to: '"qrString":"bitcoin:elsewhere',
    step: 'create-qr',
  },
  // Bank payments
  {
    fault: 'a shopper outside the US pays by bank',
    scenario: 'refused-bank-payments',
    path: '/purchases',
    from: refused,
    to: '{"ok":true}',
    step: 'pay-from-abroad',
  },
  {
    fault: 'a transfer completes on a holiday weekend',
    scenario: 'bank-transfer-over-holiday-weekend',
    path: '',
    from: /"status":"(pending|processing)"/,
    to: '"status":"completed"',
    step: 'check-not-completed',
  },
  {
    fault: 'the fee is not deducted',
    scenario: 'bank-transfer-fee',
    path: '/control/settlements',
    from: /"amount":"99.00"/,
    to: '"amount":"100.00"',
    step: 'check-settlement',
  },
  // Payouts
  {
    fault: 'an error text is corrected',
    scenario: 'payout-errors',
    path: '/payout/payee',
    from: /Formate/,
    to: 'Format',
    step: 'payee-not-an-array',
  },
  {
    fault: 'the rows are in another order',
    scenario: 'payees-and-transfers',
    path: '/payout/payee',
    from: /grace@payee.example/,
    to: 'lin@payee.example',
    step: 'add-payees',
  },
  {
    fault: 'a name is in another column',
    scenario: 'payees-and-transfers',
    path: '/payout/transfer',
    from: /"Last Name":"Hopper"/,
    to: '"Last Name":"Grace"',
    step: 'create-transfers',
  },
  // Subscriptions
  {
    fault: 'February is skipped',
    scenario: 'subscription-from-the-31st',
    path: '',
    from: /"debits":2/,
    to: '"debits":1',
    step: 'check-march',
  },
  {
    fault: 'a debit comes too early',
    scenario: 'subscription-from-the-31st',
    path: '',
    from: /"debits":1/,
    to: '"debits":2',
    step: 'check-not-debited',
  },
  {
    fault: 'a renewal fails',
    scenario: 'monthly-subscription-for-a-year',
    path: '/control/transactions',
    from: /"kind":"subscription","status":"completed"/,
    to: '"kind":"subscription","status":"canceled"',
    step: 'check-transactions',
  },
  {
    fault: 'a canceled subscription is debited again',
    scenario: 'cancel-subscription',
    path: '',
    from: /"nextBillAt":null/,
    to: '"nextBillAt":"2026-05-05T09:00:00.000Z"',
    step: 'check-canceled',
  },
  {
    fault: 'a debit has another amount',
    scenario: 'subscription-without-auto-renewal',
    path: '/subscription/debit',
    from: /"amount":30/,
    to: '"amount":60',
    step: 'debit',
  },
  {
    fault: 'the subscription belongs to another shopper',
    scenario: 'subscription-without-auto-renewal',
    path: '/control/subscriptions',
    from: /"shopperId":"[^"]+"/,
    to: '"shopperId":"somebody"',
    step: 'find-subscription',
  },
  {
    fault: 'the reminder is sent after the debit',
    scenario: 'low-balance-at-renewal',
    path: '/control/mailbox',
    from: /"at":"2026-02-02/,
    to: '"at":"2026-02-06',
    step: 'check-reminder',
  },
  {
    fault: 'the webhook does not have the merchantSubscriptionId',
    scenario: 'low-balance-at-renewal',
    path: events,
    from: /scenario-low-1-subscription/g,
    to: '',
    step: 'check-webhook',
  },
  // Webhooks
  {
    fault: 'the webhook is called by the other method',
    scenario: 'webhook-by-post',
    path: events,
    from: /"method":"POST"/g,
    to: '"method":"GET"',
    step: 'check-deliveries',
  },
  {
    fault: 'the custom parameters are lost',
    scenario: 'webhook-by-get',
    path: events,
    from: /scenario-get-1-basket/g,
    to: '',
    step: 'check-deliveries',
  },
  {
    fault: 'a status change is reported twice',
    scenario: 'webhook-by-get',
    path: events,
    from: /"events":\[(.*)\]/,
    to: '"events":[$1,$1]',
    step: 'check-deliveries',
  },
  {
    fault: 'a status change is not delivered',
    scenario: 'webhook-by-get',
    path: events,
    from: /"delivery":"delivered"/,
    to: '"delivery":"failed"',
    step: 'check-deliveries',
  },
  {
    fault: 'a webhook that is too long is sent',
    scenario: 'webhook-too-long-for-get',
    path: events,
    from: /"delivery":"withheld"/,
    to: '"delivery":"delivered"',
    step: 'check-withheld',
  },
  // Lookups
  {
    fault: 'the store is that of another merchant',
    scenario: 'lookups',
    path: '/stores',
    from: /8a4d1c55-0000-4000-8000-000000000001/,
    to: '8a4d1c55-0000-4000-8000-000000000002',
    step: 'store',
  },
  {
    fault: 'an enabled currency is not listed',
    scenario: 'lookups',
    path: '/currencies',
    from: /"id":"BTC"/,
    to: '"id":"XYZ"',
    step: 'currencies',
  },
]

/** The simulator in process, with one text of its responses replaced. */
function mutated({ path, from, to }: Mutation): ScenarioTarget {
  const target = simulatorInProcess()
  return {
    ...target,
    open: async (setting) => {
      const opened = await target.open(setting)
      const send: Send = async (url, init) => {
        const response = await opened.send(url, init)
        if (!new URL(url).pathname.endsWith(path)) return response
        const text = await response.text()
        const changed = text.replace(from, to)
        const status = changed === text ? response.status : 200
        return new Response(changed, { status, headers: response.headers })
      }
      return { ...opened, send }
    },
  }
}

describe('the catalog fails if', () => {
  it.each(mutations)('$fault ($scenario)', async (mutation) => {
    const { verdict, steps } = await replayScenario(`scenarios/catalog/${mutation.scenario}.json`, {
      target: mutated(mutation),
      inputs: {},
      timeoutMs: 20_000,
    })
    expect(verdict).toBe('fail')
    expect(steps.find(({ failures }) => failures.length > 0)?.stepId).toBe(mutation.step)
  })
})
