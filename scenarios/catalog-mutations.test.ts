// The catalog notices faults: a response is changed on its way, and the scenario fails at the step that is about it.

import { describe, expect, it } from 'vitest'
import { replayScenario } from './run/replay.ts'
import { changedTarget } from './test-support/changed-target.ts'

/** A fault, the change of the responses that have it, the step that fails, and the end of the path if others stay as they are. */
type Mutation = readonly [fault: string, from: RegExp, to: string, step: string, path?: string]

const granted = '{"ok":true,"result":{"success":true}}'
const refused = /.*"ok":false.*/

/** The mutations by scenario. */
const mutations: Readonly<Record<string, readonly Mutation[]>> = {
  'close-partial-payment-too-late': [
    ['a closing after the window succeeds', refused, granted, 'close'],
    [
      'a refused closing settles the payment',
      /"settlements":\[\]/,
      '"settlements":[{}]',
      'check-no-settlement',
    ],
  ],
  'close-partial-payment-in-time': [
    [
      'the settlement of a closed payment has another amount',
      /"amount":"0.0004"/,
      '"amount":"0.0008"',
      'check-settlement',
    ],
  ],
  'refund-request-blocks-closing': [['a refund request does not block', refused, granted, 'close-unforced']],
  'merchants-are-isolated': [
    ['another merchant closes the payment', refused, granted, 'close-as-other', '/closePartialTx'],
    ['another merchant reads the invoice', refused, '{"ok":true}', 'read-other-invoice'],
  ],
  'exchange-payment-errors': [
    ['an error has another message', /Insufficient Balance/, 'Low Balance', 'low-balance'],
    ['an error has another code', /"statusCode":420/, '"statusCode":428', 'address-not-whitelisted'],
    ['an error does not name the exchange', /supported by [^"]+/, 'supported by ', 'below-minimum'],
  ],
  'exchange-error-then-retry': [
    [
      'the second attempt of a payment has another amount',
      /"nativeAmount":"40.00"/,
      '"nativeAmount":"40.01"',
      'pay-again',
    ],
    [
      'both attempts create a payment',
      /"transactions":\[(.*)\]/,
      '"transactions":[$1,$1]',
      'check-one-payment',
    ],
  ],
  'pre-payment-checks': [
    [
      'the whitelist flag is missing',
      /"showWhitelistElement":true/,
      '"showWhitelistElement":false',
      'check-not-whitelisted',
    ],
    [
      'the pre-payment check asks everybody for a password',
      /"password":false/,
      '"password":true',
      'check-ready',
    ],
  ],
  'hosted-invoice-to-order': [
    [
      'the payment of an invoice has another amount',
      /"nativeAmount":"64.50"/,
      '"nativeAmount":"64.49"',
      'pay',
    ],
    ['order info has another quantity', /"quantity":1/, '"quantity":2', 'read-back'],
    [
      'the settlement has another amount',
      /"amount":"0.00129"/,
      '"amount":"0.0013"',
      'check-settlement',
      '/control/settlements',
    ],
  ],
  'qr-payment-in-two-parts': [
    ['the crypto currency is another', /"crytoCurrency":"BTC"/, '"crytoCurrency":"ETH"', 'create-qr'],
    [
      'the payment URI has another address',
      /"qrString":"bitcoin:\w+/,
      '"qrString":"bitcoin:elsewhere',
      'create-qr',
    ],
  ],
  'refused-bank-payments': [
    ['a shopper outside the US pays by bank', refused, '{"ok":true}', 'pay-from-abroad'],
  ],
  'bank-transfer-over-holiday-weekend': [
    [
      'a transfer completes on a holiday weekend',
      /"status":"(pending|processing)"/,
      '"status":"completed"',
      'check-not-completed',
    ],
  ],
  'bank-transfer-fee': [
    ['the fee is not deducted', /"amount":"99.00"/, '"amount":"100.00"', 'check-settlement'],
  ],
  'payout-errors': [['an error text is corrected', /Formate/, 'Format', 'payee-not-an-array']],
  'payees-and-transfers': [
    [
      'a success has an error message',
      /"errorMsg":""/,
      '"errorMsg":"Added"',
      'create-transfers',
      '/payout/transfer',
    ],
  ],
  'subscription-from-the-31st': [
    ['February is skipped', /"debits":2/, '"debits":1', 'check-march'],
    ['a debit comes too early', /"debits":1/, '"debits":2', 'check-not-debited'],
  ],
  'monthly-subscription-for-a-year': [
    [
      'a renewal fails',
      /"kind":"subscription","status":"completed"/,
      '"kind":"subscription","status":"canceled"',
      'check-transactions',
    ],
  ],
  'cancel-subscription': [
    [
      'a canceled subscription is debited again',
      /"nextBillAt":null/,
      '"nextBillAt":"2026-05-05T09:00:00.000Z"',
      'check-canceled',
    ],
  ],
  'subscription-without-auto-renewal': [
    ['a debit has another amount', /"amount":30/, '"amount":60', 'debit'],
    [
      'the subscription belongs to another shopper',
      /"shopperId":"[^"]+"/,
      '"shopperId":"somebody"',
      'find-subscription',
    ],
  ],
  'low-balance-at-renewal': [
    ['the reminder is sent after the debit', /"at":"2026-02-02/, '"at":"2026-02-06', 'check-reminder'],
    [
      'the webhook does not have the merchantSubscriptionId',
      /scenario-low-1-subscription/g,
      '',
      'check-webhook',
      '/control/events',
    ],
  ],
  'webhook-by-post': [
    ['the webhook is called by the other method', /"method":"POST"/g, '"method":"GET"', 'check-deliveries'],
  ],
  'webhook-by-get': [
    ['the custom parameters are lost', /scenario-get-1-basket/g, '', 'check-deliveries'],
    ['a status change is reported twice', /"events":\[(.*)\]/, '"events":[$1,$1]', 'check-deliveries'],
    ['a status change is not delivered', /"delivery":"delivered"/, '"delivery":"failed"', 'check-deliveries'],
  ],
  'webhook-too-long-for-get': [
    [
      'a webhook that is too long is sent',
      /"delivery":"withheld"/,
      '"delivery":"delivered"',
      'check-withheld',
    ],
  ],
  lookups: [
    [
      'the store is that of another merchant',
      /8a4d1c55-0000-4000-8000-000000000001/,
      '8a4d1c55-0000-4000-8000-000000000002',
      'store',
    ],
    ['the bank account of the shopper is not listed', /"stockId":"[^"]+"/, '"stockId":"another"', 'banks'],
  ],
}

describe.each(Object.entries(mutations))('the scenario %s fails if', (scenario, changes) => {
  it.each(changes.map(([fault, ...change]) => [fault, change] as const))('%s', async (_, change) => {
    const [from, to, step, path = ''] = change
    const target = changedTarget(path, from, to)
    const { verdict, steps } = await replayScenario(`scenarios/catalog/${scenario}.json`, { target })
    expect(verdict).toBe('fail')
    expect(steps.find(({ failures }) => failures.length > 0)?.stepId).toBe(step)
  })
})
