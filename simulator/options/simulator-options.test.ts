// What is said of options that cannot be used, whichever door they come by. Those of code have no compiler here on purpose.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from '../simulator.ts'
import { defaultWorld } from '../world/default-world.ts'
import { WorldFileSchema } from '../world/world-file.ts'
import { worldSchemaText } from '../world/world-schema.ts'
import { worldOf } from './read-world-option.ts'

/** Options as someone without types writes them. */
const untyped = (options: unknown) => options as SimulatorOptions

function refused(read: () => unknown): UsageError {
  try {
    read()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('an option of a simulator', () => {
  it.each<[unknown, fact: string, more: string]>([
    [{ validation: 'loose' }, 'The option "validation" cannot be "loose".', '"strict"'],
    [
      { progress: { transactions: 'never' } },
      'The option "progress.transactions" cannot be "never".',
      'auto, clock, manual',
    ],
    [{ progress: { payments: 'auto' } }, 'The option "progress.payments" cannot be "auto".', 'transactions,'],
    [{ progress: { renewals: 'auto' } }, 'The option "progress.renewals" cannot be "auto".', 'at once'],
    [{ progress: 'auto' }, 'The option "progress" cannot be "auto".', 'transactions: "manual"'],
    [{ clock: '60x' }, 'A simulator has no option "clock".', 'clock.advance'],
    [{ sead: 7 }, 'A simulator has no option "sead".', 'Choose among: seed, start'],
    [{ toString: 7 }, 'A simulator has no option "toString".', 'It was given as 7.'],
    [{ maxSandboxes: 0 }, 'The option "maxSandboxes" cannot be 0.', 'from 1 to 100000'],
    [{ maxSandboxes: '9' }, 'The option "maxSandboxes" cannot be "9".', 'a whole number'],
    [{ webhookTimeoutMs: -1 }, 'The option "webhookTimeoutMs" cannot be -1.', 'from 1'],
    [{ webhookTimeoutMs: 2 ** 31 }, 'cannot be 2147483648.', 'to 2147483647'],
    [{ seed: 1.5 }, 'The option "seed" cannot be 1.5.', 'a whole number'],
    [{ vary: null }, 'The option "vary" cannot be null.', 'a whole number'],
    [{ start: 0 }, 'The option "start" cannot be 0.', 'ISO 8601'],
    [{ start: 'soon' }, '"soon" is no instant.', 'ISO 8601'],
    [{ assumptions: 'terse' }, 'The option "assumptions" cannot be "terse".', 'transactions.repeated-order'],
    [
      { assumptions: { 'transactions.repeated-order': 1 } },
      'The option "assumptions" cannot be an object.',
      'with the name',
    ],
    [{ webhookUrl: 3000 }, 'The option "webhookUrl" cannot be 3000.', 'or null'],
    [{ allowAnyWebhookHost: 'yes' }, 'The option "allowAnyWebhookHost" cannot be "yes".', 'true or false'],
    [{ control: 0 }, 'The option "control" cannot be 0.', 'true or false'],
    [{ transport: {} }, 'The option "transport" cannot be an object.', 'over HTTP'],
    [{ handlers: { getStore: 1 } }, 'The option "handlers" cannot be an object.', 'function'],
    [{ publicUrl: 'localhost:4020' }, 'The option "publicUrl" cannot be "localhost:4020".', 'http://'],
    [{ document: 'openapi.json' }, 'The option "document" cannot be "openapi.json".', 'not the name'],
    [{ world: 'world.json' }, 'The option "world" cannot be "world.json".', 'not the name of its file'],
    [{ world: [] }, 'The option "world" cannot be a list.', 'not the name of its file'],
    [null, 'A simulator cannot begin with null.', 'an object'],
    ['strict', 'A simulator cannot begin with "strict".', 'an object'],
  ])('%j is told as fact, detail and remedy', (options, fact, more) => {
    const error = refused(() => createSimulator(untyped(options)))
    expect(error.fact).toContain(fact)
    expect(`${error.detail} ${error.remedy}`).toContain(more)
  })

  it('may be left out by being undefined', () => {
    const left = { seed: undefined, progress: { transactions: undefined }, maxSandboxes: undefined }
    expect(() => createSimulator(untyped(left))).not.toThrow()
  })
})

describe('an option of a named sandbox', () => {
  it.each<[unknown, string]>([
    [{ validation: 'loose' }, 'The option "validation" cannot be "loose".'],
    [{ maxSandboxes: 3 }, 'A named sandbox has no option "maxSandboxes".'],
    [{ snapshot: 'text' }, 'The option "snapshot" cannot be "text".'],
    [{ progress: { reminders: 'auto' } }, 'The option "progress.reminders" cannot be "auto".'],
  ])('%j is refused in process', async (wanted, fact) => {
    const simulator = createSimulator()
    await expect(simulator.sandbox('mine', untyped(wanted) as never)).rejects.toMatchObject({ fact })
    expect((await simulator.control.listSandboxes()).sandboxes).toHaveLength(1)
  })

  it('is refused over the control API, where its document allows it', async () => {
    const { fetch } = createSimulator()
    const body = '{"progress":{"renewals":"auto"}}'
    const response = await fetch('/sandboxes/mine', { method: 'PUT', body })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('progress.renewals'),
    ])
  })
})

describe('a world in process', () => {
  const spoilt: [string, (world: typeof defaultWorld) => unknown, string][] = [
    [
      'nothing in it',
      (world) => Object.keys(world).map((key) => Reflect.deleteProperty(world, key)),
      "'partner'",
    ],
    [
      'a field of another type',
      (world) => Object.assign(world.shoppers[2] ?? {}, { scenario: 7 }),
      'world.shoppers.2.scenario must be string',
    ],
    [
      'a field that is not known',
      (world) => Object.assign(world.partner, { logo: 'x' }),
      'world.partner must not hold "logo"',
    ],
    ['too few exchanges', (world) => world.exchanges.pop(), 'world.exchanges must NOT have fewer than 5'],
    [
      'a rate of nothing',
      (world) => Object.assign(world.currencies[0] ?? {}, { rate: '0.00' }),
      'world.currencies.0.rate must be more than zero',
    ],
    [
      'a currency that is not there',
      (world) => world.merchants[1]?.enabledCurrencies.push('XYZ'),
      'world.merchants.1.enabledCurrencies names the currency XYZ',
    ],
    [
      'a token given twice',
      (world) => Object.assign(world.shoppers[1] ?? {}, { accessToken: 'shopper-ready' }),
      'the same access token stands at shoppers.0.accessToken',
    ],
    [
      'a key that cannot be read',
      (world) => Object.assign(world.merchants[0] ?? {}, { privateKey: 'AAAA' }),
      'world.merchants.0.privateKey must be an RSA private key in PEM',
    ],
  ]

  it.each(spoilt)('with %s is refused, as a world file is', (_, spoil, words) => {
    const world = structuredClone(defaultWorld)
    spoil(world)
    expect(WorldFileSchema.safeParse(world).success).toBe(false)
    const { fact, detail } = refused(() => createSimulator({ world }))
    expect(fact).toBe('The option "world" is no world.')
    expect(detail).toContain(words)
  })

  it('that is no JSON is refused', () => {
    const world = structuredClone(defaultWorld)
    Object.assign(world.partner, { partner: world.partner })
    expect(refused(() => createSimulator({ world })).detail).toContain('circular')
  })

  it('is read as a world file is, with its defaults, and left as it was', () => {
    const world = structuredClone(defaultWorld)
    for (const merchant of world.merchants) Reflect.deleteProperty(merchant, 'webhookUrl')
    for (const currency of world.currencies) Reflect.deleteProperty(currency, 'network')
    const before = structuredClone(world)
    expect(worldOf(world)).toEqual(WorldFileSchema.parse(world))
    expect(world).toEqual(before)
    expect(worldOf(structuredClone(defaultWorld))).toEqual(defaultWorld)
  })

  it('has its schema committed as the code makes it (else: npm run openapi)', () => {
    const committed = readFileSync(new URL('../world/world.schema.json', import.meta.url), 'utf8')
    expect(committed).toBe(worldSchemaText())
  })
})
