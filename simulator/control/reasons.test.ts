// The reasons in the schedule for each kind of waiting delivery.

import { expect, it } from 'vitest'
import { createSimulator } from '../embed.ts'
import { shopIn } from '../test-support/shop.ts'
import type { FaultRule } from '../world/state.ts'

const begin = 'a delivery that waited goes to the webhook: '
const heldBack = `event 0, which webhook fault rules hold back until the merchant's next delivery, at most until then`

/** The reasons of scheduled deliveries after a status change under these rules, and the same ten minutes later. */
async function waiting(
  outcome: 'accepted' | 'refused',
  rules: FaultRule[],
  assumptions = {},
): Promise<string[][]> {
  const simulator = createSimulator({
    assumptions,
    webhookUrl: 'http://127.0.0.1:9/hook',
    transport: async () => ({ outcome, httpStatus: 200, response: '' }),
  })
  const { control } = simulator
  if (rules.length > 0) await control.setWebhookFaultRules({ body: { rules } })
  await (await shopIn(simulator)).qr('order-1')
  const reasons = async () =>
    (await control.getSchedule()).events
      .filter(({ kind }) => kind === 'webhook.attempt')
      .map(({ reason }) => reason)
  const before = await reasons()
  await simulator.clock.advance({ by: 'PT10M' })
  return [before, await reasons()]
}

it.each<[string, 'accepted' | 'refused', FaultRule[], string, string[]]>([
  ['delayed', 'accepted', [{ do: 'delay', by: 'PT1H' }], 'event 0, which webhook fault rules delay', []],
  ['held back', 'accepted', [{ do: 'reorder', by: 'PT1H' }], heldBack, []],
  [
    'copied later',
    'accepted',
    [{ do: 'duplicate', by: 'PT1H' }],
    'a copy of event 0, which webhook fault rules duplicate',
    [],
  ],
  [
    'retried by a fault rule',
    'refused',
    [{ do: 'retry', by: 'PT1H' }],
    'event 0 was not accepted, and webhook fault rules retry it',
    [],
  ],
  [
    'delayed and to be copied',
    'accepted',
    [
      { do: 'delay', by: 'PT5M' },
      { do: 'duplicate', by: 'PT1H' },
    ],
    'event 0, which webhook fault rules delay',
    ['a copy of event 0, which webhook fault rules duplicate'],
  ],
])('a delivery that is %s has its reason', async (_, outcome, rules, first, later) => {
  const [before, after] = await waiting(outcome, rules)
  expect(before).toEqual([`${begin}${first}`])
  expect(after).toEqual(later.length === 0 ? before : later.map((words) => `${begin}${words}`))
})

it('a delivery that the service retries has the assumption as its reason', async () => {
  const [before] = await waiting('refused', [], { 'webhooks.retries': 'back-off' })
  expect(before).toEqual([`${begin}event 0 was not accepted (assumption webhooks.retries)`])
})
