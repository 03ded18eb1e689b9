// Requests of the control API that try to block the event loop.

import { defaultWorld } from '../../simulator/world/default-world.ts'
import { type AdversarialInput, fields, fill, longValues, nested } from './large-inputs.ts'

const json = { 'content-type': 'application/json' }

const request = (name: string, method: string, path: string, body?: unknown): AdversarialInput => ({
  name,
  method,
  path,
  headers: json,
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
})

/** Requests of the control API with bodies of that many bytes. */
export function controlInputs(bytes: number): AdversarialInput[] {
  const [shopper] = defaultWorld.shoppers
  const [merchant] = defaultWorld.merchants
  const [currency] = defaultWorld.currencies
  const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  const rules = (name: string, rule: (index: number) => unknown) =>
    request(`rules ${name}`, 'PUT', '/control/webhooks/fault-rules', { rules: fill(bytes, rule) })
  const world = (name: string, changes: object) =>
    request(`a world of ${name}`, 'PUT', '/sandboxes/watchdog', { world: { ...defaultWorld, ...changes } })
  return [
    rules('that are valid', () => ({ do: 'drop' })),
    rules('of an unknown kind', () => ({ do: 'x' })),
    rules('with unknown fields', () => ({ do: 'drop', x: 1, y: 1 })),
    rules('without a kind', () => ({})),
    rules('that are numbers', () => 1),
    rules('of unknown merchants', (index) => ({ do: 'drop', merchantId: `${index}` })),
    rules('with every error', () => ({ do: 'retry', times: 'x', by: 1, count: 0, every: 0, share: 9 })),
    request('one rule of unknown fields', 'PUT', '/control/webhooks/fault-rules', {
      rules: [{ do: 'drop', ...fields(bytes, 1) }],
    }),
    request('an advance of unknown fields', 'POST', '/control/clock/advance', fields(bytes, 1)),
    request('a fault of unknown fields', 'POST', '/control/injected-faults', fields(bytes, 1)),
    request('a fault with a long code', 'POST', '/control/injected-faults', {
      operationId: 'getStore',
      action: { do: 'refuse', code: 'x'.repeat(bytes) },
    }),
    request('a fault with a large body', 'POST', '/control/injected-faults', {
      operationId: 'getShopper',
      action: { do: 'respond', status: 200, body: 'x'.repeat(bytes) },
    }),
    request('options of unknown fields', 'PUT', '/sandboxes/watchdog', fields(bytes, 1)),
    request('unknown assumptions', 'PUT', '/sandboxes/watchdog', { assumptions: fields(bytes, 'x') }),
    request('wrong assumptions', 'PUT', '/sandboxes/watchdog', { assumptions: fields(bytes, 7) }),
    request('an assumption with a large value', 'PUT', '/sandboxes/watchdog', {
      assumptions: { 'payouts.row-numbers': { value: fill(bytes, (index) => index) } },
    }),
    request('an assumption with a large list', 'PUT', '/sandboxes/watchdog', {
      assumptions: {
        'webhooks.retries': { use: 'back-off', value: { minutes: fill(bytes, (index) => index + 1) } },
      },
    }),
    request(
      'an assumption with a deep value',
      'PUT',
      '/sandboxes/watchdog',
      `{"assumptions":{"service.version":{"value":${nested(bytes / 2, '[', ']')}}}}`,
    ),
    request('a long seed', 'PUT', '/sandboxes/watchdog', { seed: 'x'.repeat(bytes) }),
    request('a long random seed', 'PUT', '/sandboxes/watchdog', { randomAssumptions: 'x'.repeat(bytes) }),
    request('a snapshot of nothing', 'PUT', '/sandboxes/watchdog', { snapshot: fields(bytes, 1) }),
    world('many shoppers', {
      shoppers: fill(bytes, (index) => ({
        ...shopper,
        id: uuid(index),
        accessToken: `t${index}`,
        banks: [],
      })),
    }),
    world('equal shoppers', { shoppers: fill(bytes, () => shopper) }),
    world('wrong shoppers', { shoppers: fill(bytes, () => ({ id: 1 })) }),
    world('empty shoppers', { shoppers: fill(bytes, () => ({})) }),
    world('many merchants', {
      merchants: fill(bytes, (index) => ({
        ...merchant,
        id: uuid(index),
        accessToken: `t${index}`,
        clientSecret: `s${index}`,
      })),
    }),
    world('wrong keys', { merchants: fill(bytes, (index) => ({ ...merchant, privateKey: `x${index}` })) }),
    world('unknown currencies', {
      merchants: [{ ...merchant, enabledCurrencies: fill(bytes, (index) => `x${index}`) }],
    }),
    world('equal currencies', { currencies: fill(bytes, () => currency) }),
    world('wrong currencies', { currencies: fill(bytes, () => ({})) }),
    world('unknown fields', fields(bytes, 1)),
    world('many exchange accounts', {
      shoppers: [{ ...shopper, exchangeAccounts: fields(bytes, { balances: {} }) }],
    }),
    world('many balances', {
      shoppers: [{ ...shopper, exchangeAccounts: { '*': { balances: fields(bytes, '1') } } }],
    }),
    world('long rates', { currencies: [{ ...currency, rate: '9'.repeat(bytes) }] }),
    ...Object.entries(longValues(bytes)).flatMap(([name, text]) => [
      request(`a token of ${name}`, 'POST', '/control/tokens', { accessToken: text }),
      request(`an instant of ${name}`, 'POST', '/control/clock/advance', { to: text }),
      request(`a duration of ${name}`, 'POST', '/control/clock/advance', { by: text }),
      request(`a duration of hours of ${name}`, 'POST', '/control/clock/advance', { by: `PT${text}H` }),
      request(`an instant with a fraction of ${name}`, 'POST', '/control/clock/advance', {
        to: `2026-01-01T00:00:00.${text}Z`,
      }),
      request(`a balance of ${name}`, 'PUT', '/control/shoppers/shopper-ready/balances', {
        exchange: 'alphaexchange',
        coin: 'BTC',
        amount: text,
      }),
      request(`a webhook of ${name}`, 'PUT', `/control/merchants/${merchant?.id}/webhook`, {
        url: `http://127.0.0.1/${text}`,
      }),
      request(`a sandbox named ${name}`, 'POST', '/control/fork', { name: text }),
    ]),
    request('a large payload to encrypt', 'POST', '/control/encrypt', {
      operationId: 'createTransfers',
      merchantId: merchant?.id,
      payload: 'x'.repeat(bytes),
    }),
    request('a large payload for a passphrase', 'POST', '/control/encrypt', {
      operationId: 'closePartialPayment',
      merchantId: merchant?.id,
      payload: 'x'.repeat(bytes),
    }),
    request('a restore of unknown fields', 'POST', '/control/restore', fields(bytes, 1)),
    request('a deep restore', 'POST', '/control/restore', nested(bytes / 2, '[', ']')),
    request('a restore of open arrays', 'POST', '/control/restore', '['.repeat(bytes)),
    request('the journal of all this', 'GET', '/control/journal'),
    request('the injected faults', 'GET', '/control/injected-faults'),
  ]
}
