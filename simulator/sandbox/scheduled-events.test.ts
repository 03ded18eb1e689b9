// The explanations of scheduled deliveries. Those of transactions and subscriptions are in control/clock.test.ts.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { createQr } from '../test-support/requests.ts'
import { shopIn } from '../test-support/shop.ts'
import type { FaultRule } from '../world/state.ts'

const label = 'a waiting delivery is sent to the webhook: '
const held = `event 0, held by a webhook fault rule until the merchant's next delivery, and at the latest sent at this instant`

/** The explanations of scheduled deliveries after one status change under these rules, and ten minutes later. */
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
  await createQr(await shopIn(simulator), 'order-1')
  const reasons = async () =>
    (await control.getSchedule()).events
      .filter(({ kind }) => kind === 'webhook.attempt')
      .map(({ reason }) => reason)
  const before = await reasons()
  await simulator.clock.advance({ by: 'PT10M' })
  return [before, await reasons()]
}

it.each<[string, 'accepted' | 'refused', FaultRule[], string, string[]]>([
  ['delayed', 'accepted', [{ do: 'delay', by: 'PT1H' }], 'event 0, delayed by a webhook fault rule', []],
  ['held', 'accepted', [{ do: 'reorder', by: 'PT1H' }], held, []],
  [
    'copied later',
    'accepted',
    [{ do: 'duplicate', by: 'PT1H' }],
    'a copy of event 0, duplicated by a webhook fault rule',
    [],
  ],
  [
    'retried by a rule',
    'refused',
    [{ do: 'retry', by: 'PT1H' }],
    'event 0 was not accepted; a webhook fault rule retries it',
    [],
  ],
  [
    'delayed before it is copied',
    'accepted',
    [
      { do: 'delay', by: 'PT5M' },
      { do: 'duplicate', by: 'PT1H' },
    ],
    'event 0, delayed by a webhook fault rule',
    ['a copy of event 0, duplicated by a webhook fault rule'],
  ],
])('explains a delivery that is %s', async (_, outcome, rules, first, later) => {
  const [before, after] = await waiting(outcome, rules)
  expect(before).toEqual([`${label}${first}`])
  expect(after).toEqual(later.length === 0 ? before : later.map((explanation) => `${label}${explanation}`))
})

it('explains a retry of the service by its assumption', async () => {
  const [before] = await waiting('refused', [], { 'webhooks.retries': 'back-off' })
  expect(before).toEqual([`${label}event 0 was not accepted (assumption webhooks.retries)`])
})
