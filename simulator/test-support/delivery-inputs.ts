// Random inputs that cause deliveries, for tests that perform the same inputs in several ways.

import fc from 'fast-check'
import type { FaultRule } from '../world/state.ts'
import { qrTransaction } from './requests.ts'

/** One input of a sandbox. */
export type Input =
  | { pay: 'GET' | 'POST'; share: '0.5' | '1' }
  | { rules: FaultRule[] }
  | { webhook: 'first' | 'second' | 'long' | null }
  | { redeliver: number }
  | { advance: object }

const selection = fc.constantFrom({}, { count: 1 }, { count: 2 }, { every: 2 }, { share: 0.5 })
const rule: fc.Arbitrary<FaultRule> = fc
  .tuple(
    fc.constantFrom<FaultRule>(
      { do: 'drop' },
      { do: 'wrong-signature' },
      { do: 'delay', by: 'PT5M' },
      { do: 'reorder' },
      { do: 'duplicate', times: 2 },
      { do: 'duplicate', by: 'PT2M' },
      { do: 'retry', times: 2 },
    ),
    selection,
  )
  .map(([effect, selected]) => ({ ...effect, ...selected }))
const input: fc.Arbitrary<Input> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      pay: fc.constantFrom('GET' as const, 'POST' as const),
      share: fc.constantFrom('0.5' as const, '1' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ rules: fc.array(rule, { maxLength: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      webhook: fc.constantFrom('first' as const, 'second' as const, 'long' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ redeliver: fc.nat(6) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      advance: fc.constantFrom({ by: 'PT1M' }, { by: 'P1D' }, { next: true }),
    }),
  },
)
/** A run of inputs. */
export const inputs = fc.array(input, { minLength: 4, maxLength: 24 })

/** The URLs that inputs register. No delivery by GET fits the long one. */
export function receiversAt(first: string, second: string) {
  return { first, second, long: `${second}?${'x'.repeat(2040)}` }
}

/** Sends the inputs, each after the response to the one before, without waiting for deliveries. */
export async function perform(
  run: readonly Input[],
  send: (path: string, method: string, body: unknown, token?: string) => Promise<string>,
  receivers: Record<'first' | 'second' | 'long', string>,
  order = 'order',
): Promise<string[]> {
  const responses: string[] = []
  const ask = async (...request: Parameters<typeof send>): Promise<string> => {
    const response = await send(...request)
    responses.push(response)
    return response
  }
  const credentials = JSON.parse(await send('/control/credentials', 'GET', undefined))
  const [{ id, accessToken }] = credentials.merchants
  await ask(`/control/merchants/${id}/webhook`, 'PUT', { url: receivers.first })
  let orders = 0
  for (const step of run) {
    if ('pay' in step) {
      orders += 1
      const customParameter = { returnMethod: step.pay, params: [{ name: 'n', value: String(orders) }] }
      const body = qrTransaction(`${order}-${orders}`, { customParameter })
      const { result } = JSON.parse(await ask('/api/purchase/qr/generate', 'POST', body, accessToken))
      await ask(`/control/transactions/${result.id}/pay`, 'POST', { share: step.share })
    } else if ('rules' in step) await ask('/control/webhooks/fault-rules', 'PUT', { rules: step.rules })
    else if ('webhook' in step)
      await ask(`/control/merchants/${id}/webhook`, 'PUT', {
        url: step.webhook === null ? null : receivers[step.webhook],
      })
    else if ('redeliver' in step) await ask(`/control/events/${step.redeliver}/redeliver`, 'POST', {})
    else await ask('/control/clock/advance', 'POST', step.advance)
  }
  return responses
}

const jsonHeaders = { 'content-type': 'application/json', 'x-transaction-source': 'qr-code-api' }

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends the requests of `perform`. */
export function sender(fetch: Fetch, origin = ''): Parameters<typeof perform>[1] {
  return async (path, method, body, token) => {
    const headers = token === undefined ? jsonHeaders : { ...jsonHeaders, authorization: `Bearer ${token}` }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await fetch(`${origin}${path}`, { method, headers, ...content })).text()
  }
}
