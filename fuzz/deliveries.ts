// Random actions that cause deliveries, for tests that perform the same actions in several ways.

import fc from 'fast-check'
import {
  type Action,
  advance,
  createQrTransaction,
  disturbances,
  payFromWallet,
  redeliver,
  registerWebhook,
} from './actions.ts'
import { Player } from './player.ts'

/** Actions whose webhooks go to two receivers, first to the first one. No delivery by GET fits the long URL of the second. */
export function deliveringActions(first: string, second: string): fc.Arbitrary<Action[]> {
  const action: fc.Arbitrary<Action> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.nat(1_000_000), fc.constantFrom('GET', 'POST'), fc.constantFrom('0.5', '1'))
        .map(([order, method, share]) => [createQrTransaction(order, method), payFromWallet(0, share)]),
    },
    { weight: 2, arbitrary: disturbances.setFaultRules },
    {
      weight: 2,
      arbitrary: fc.constantFrom(first, second, longUrl(second), null).map((url) => [registerWebhook(url)]),
    },
    { weight: 1, arbitrary: fc.nat(6).map((seq) => [redeliver(String(seq))]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ by: 'PT1M' }, { by: 'P1D' }, { next: true }).map(advance),
    },
  )
  return fc
    .array(action, { minLength: 4, maxLength: 24 })
    .map((actions) => [[registerWebhook(first)], ...actions])
}

export const longUrl = (url: string) => `${url}?${'x'.repeat(2040)}`

/** Sends the requests of actions, each after the response to the one before, without waiting for deliveries. */
export async function perform(
  actions: readonly Action[],
  send: (url: string, init: RequestInit) => Promise<Response>,
  origin: string,
): Promise<string[]> {
  return (await Player.open({ origin, send })).play(actions.flat())
}
