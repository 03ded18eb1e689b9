// Why something is on the schedule: what is said of deliveries that wait, each in its way.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { shopIn } from '../testing/shop.ts'
import type { FaultRule } from '../world/state.ts'

const begin = 'a delivery that waited goes to the webhook: '
const heldBack = `event 0, which the webhook lab holds back until the merchant's next delivery, at most until then`

/** What the schedule says of deliveries after one status change under these rules, and then what waits an hour later. */
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
    (await control.getSchedule()).entries
      .filter(({ kind }) => kind === 'webhook.attempt')
      .map(({ why }) => why)
  const before = await reasons()
  await simulator.clock.advance({ by: 'PT10M' })
  return [before, await reasons()]
}

it.each<[string, 'accepted' | 'refused', FaultRule[], string, string[]]>([
  ['delayed', 'accepted', [{ do: 'delay', by: 'PT1H' }], 'event 0, which the webhook lab delays', []],
  ['held back', 'accepted', [{ do: 'reorder', by: 'PT1H' }], heldBack, []],
  [
    'copied later',
    'accepted',
    [{ do: 'duplicate', by: 'PT1H' }],
    'a copy of event 0, which the webhook lab duplicates',
    [],
  ],
  [
    'tried again by the lab',
    'refused',
    [{ do: 'retry', by: 'PT1H' }],
    'event 0 was not accepted, and the webhook lab tries it again',
    [],
  ],
  [
    'delayed and to be copied',
    'accepted',
    [
      { do: 'delay', by: 'PT5M' },
      { do: 'duplicate', by: 'PT1H' },
    ],
    'event 0, which the webhook lab delays',
    ['a copy of event 0, which the webhook lab duplicates'],
  ],
])('a delivery that is %s is told as that', async (_, outcome, rules, first, later) => {
  const [before, after] = await waiting(outcome, rules)
  expect(before).toEqual([`${begin}${first}`])
  expect(after).toEqual(later.length === 0 ? before : later.map((words) => `${begin}${words}`))
})

it('a delivery that the service tries again is told with the assumption that makes it so', async () => {
  const [before] = await waiting('refused', [], { 'webhooks.retries': 'back-off' })
  expect(before).toEqual([`${begin}event 0 was not accepted (assumption webhooks.retries)`])
})
