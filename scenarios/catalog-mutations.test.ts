// The shipped scenarios notice what they are about: each fails, at the step that says so, when an answer is changed on its
// way in the manner that the scenario is there to exclude.

import { describe, expect, it } from 'vitest'
import type { Send } from '../client/service-client.ts'
import { simulatorInProcess } from './in-process.ts'
import { replayScenario } from './replay.ts'
import type { ScenarioTarget } from './targets.ts'

/** A simulator in process, one text of whose answers is replaced where the address ends so. */
function changing(ending: string, from: RegExp, to: string): ScenarioTarget {
  const target = simulatorInProcess()
  return {
    ...target,
    open: async (setting) => {
      const opened = await target.open(setting)
      const send: Send = async (url, init) => {
        const response = await opened.send(url, init)
        if (!new URL(url).pathname.endsWith(ending)) return response
        const text = await response.text()
        const changed = text.replace(from, to)
        const status = changed === text ? response.status : 200
        return new Response(changed, { status, headers: response.headers })
      }
      return { ...opened, send }
    },
  }
}

const success = '{"ok":true,"result":{"success":true}}'

describe('a scenario fails where', () => {
  it.each([
    [
      'a closing after the window is granted',
      'partial-payment-refused-a-millisecond-later',
      '/closePartialTx',
      /.*"ok":false.*/,
      success,
      'close',
    ],
    [
      'a refund request does not block',
      'refund-request-and-closing',
      '/closePartialTx',
      /.*"ok":false.*/,
      success,
      'close-politely',
    ],
    [
      'an error text is another',
      'every-exchange-error',
      '/alphaexchange',
      /Insufficient Balance/,
      'Low Balance',
      'balance-too-low',
    ],
    [
      'an error code is another',
      'every-exchange-error',
      '/alphaexchange',
      /"statusCode":420/,
      '"statusCode":428',
      'address-not-whitelisted',
    ],
    [
      'the amount changes on its way',
      'hosted-invoice-to-order',
      '/alphaexchange',
      /"nativeAmount":"64.50"/,
      '"nativeAmount":"64.49"',
      'pay',
    ],
    [
      'the other merchant sees the invoice',
      'two-merchants-apart',
      '/invoices',
      /.*"ok":false.*/,
      '{"ok":true}',
      'other-invoice',
    ],
    [
      'a payout text is corrected',
      'every-payout-error',
      '/payout/payee',
      /Formate/,
      'Format',
      'payee-no-array',
    ],
    [
      'rows come in another order',
      'payees-and-transfers',
      '/payout/payee',
      /grace@payee.example/,
      'lin@payee.example',
      'add-payees',
    ],
    [
      'the webhook comes by the other method',
      'webhook-by-post',
      '/control/events',
      /"method":"POST"/g,
      '"method":"GET"',
      'delivered',
    ],
    [
      'the custom parameters are lost',
      'webhook-by-get',
      '/control/events',
      /scenario-get-1-basket/g,
      '',
      'delivered',
    ],
    [
      'the whitelist is not asked about',
      'pre-payment-checks',
      '/alphaexchange',
      /"showWhitelistElement":true/,
      '"showWhitelistElement":false',
      'address-not-whitelisted',
    ],
    [
      'the store is of another merchant',
      'looking-things-up',
      '/stores',
      /8a4d1c55-0000-4000-8000-000000000001/,
      '8a4d1c55-0000-4000-8000-000000000002',
      'store',
    ],
    [
      'a shopper abroad may pay by bank',
      'bank-payments-that-cannot-be',
      '/purchases',
      /.*"ok":false.*/,
      '{"ok":true}',
      'shopper-abroad',
    ],
  ])('%s (%s)', async (_, scenario, ending, from, to, step) => {
    const { verdict, steps } = await replayScenario(`scenarios/catalog/${scenario}.json`, {
      target: changing(ending, from, to),
      inputs: {},
      timeoutMs: 20_000,
    })
    expect(verdict).toBe('fail')
    expect(steps.find(({ faults }) => faults.length > 0)?.stepId).toBe(step)
  })
})
