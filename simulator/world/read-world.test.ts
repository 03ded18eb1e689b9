// Reading a world: every place that is wrong is named, defaults are filled in, and editors get a schema of the same shape.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { defaultWorld } from './default-world.ts'
import { readWorld } from './read-world.ts'
import { worldSchemaText } from './world-schema.ts'

type World = typeof defaultWorld
type Change = (world: World) => unknown

/** A copy without shared parts: the shoppers of the default world share their profiles. */
const copyOf = (world: unknown): World => JSON.parse(JSON.stringify(world))

function rejection(read: () => unknown): UsageError {
  try {
    read()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('The world was accepted.')
}

const invalidShapes: [string, Change, string][] = [
  [
    'a missing field',
    (world) => Reflect.deleteProperty(world.merchants[0] ?? {}, 'feeRate'),
    'world.merchants[0].feeRate: Required.',
  ],
  [
    'a field of another type',
    (world) => Object.assign(world.shoppers[2] ?? {}, { description: 7 }),
    'world.shoppers[2].description: Expected string, received number.',
  ],
  [
    'an unknown field',
    (world) => Object.assign(world.partner, { logo: 'x' }),
    "world.partner: Unrecognized key(s) in object: 'logo'.",
  ],
  [
    'an amount that is not a decimal',
    (world) => Object.assign(world.exchanges[1] ?? {}, { minimum: '1,5' }),
    'world.exchanges[1].minimum must be a decimal number as text, such as "12.50".',
  ],
  ['too few exchanges', (world) => world.exchanges.pop(), 'world.exchanges must have five exchanges.'],
  [
    'a token that no header can carry',
    (world) => Object.assign(world.shoppers[0] ?? {}, { accessToken: 'two words' }),
    'world.shoppers[0].accessToken must be printable ASCII without spaces, because it is sent in a header.',
  ],
]

const brokenRules: [string, Change, string][] = [
  [
    'a rate of zero',
    (world) => Object.assign(world.currencies[2] ?? {}, { rate: '0.00' }),
    'world.currencies[2].rate must be more than zero.',
  ],
  [
    'a currency of the partner that does not exist',
    (world) => world.partner.enabledCurrencies.push('XYZ'),
    'world.partner.enabledCurrencies names the currency XYZ, which is not in "currencies".',
  ],
  [
    'a currency of a merchant that does not exist',
    (world) => world.merchants[1]?.enabledCurrencies.push('XYZ'),
    'world.merchants[1].enabledCurrencies names the currency XYZ, which is not in "currencies".',
  ],
  [
    'a coin of an exchange that does not exist',
    (world) => world.exchanges[4]?.coins.push('XYZ'),
    'world.exchanges[4].coins names the currency XYZ, which is not in "currencies".',
  ],
  [
    'a store currency that does not exist',
    (world) => Object.assign(world.merchants[0] ?? {}, { storeCurrency: 'XYZ' }),
    'world.merchants[0].storeCurrency names the currency XYZ, which is not in "currencies".',
  ],
  [
    'an account at an exchange that does not exist',
    (world) => Object.assign(world.shoppers[0]?.exchangeAccounts ?? {}, { omega: { balances: {} } }),
    'world.shoppers[0].exchangeAccounts.omega names an exchange that is not in "exchanges".',
  ],
  [
    'a balance of a coin that does not exist',
    (world) => Object.assign(world.shoppers[0]?.exchangeAccounts['*']?.balances ?? {}, { XYZ: '1' }),
    'world.shoppers[0].exchangeAccounts["*"].balances names the currency XYZ, which is not in "currencies".',
  ],
  [
    'the same token twice',
    (world) => Object.assign(world.shoppers[1] ?? {}, { accessToken: 'shopper-ready' }),
    'world.shoppers[1].accessToken must be unique, but world.shoppers[0].accessToken is the same.',
  ],
  [
    'the same client secret twice',
    (world) => Object.assign(world.merchants[1] ?? {}, { clientSecret: 'secret-lamp-shop' }),
    'world.merchants[1].clientSecret must be unique, but world.merchants[0].clientSecret is the same.',
  ],
  [
    'a key that cannot be read',
    (world) =>
      Object.assign(world.merchants[0] ?? {}, {
        privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      }),
    'world.merchants[0].privateKey must be an RSA private key in PEM of at most 4096 bits.',
  ],
]

describe('readWorld', () => {
  it.each([...invalidShapes, ...brokenRules])('rejects %s', (_, change, message) => {
    const world = copyOf(defaultWorld)
    change(world)
    const { fact, detail } = rejection(() => readWorld(world, 'world file w.json'))
    expect([fact, detail]).toEqual(['Invalid world file w.json.', message])
  })

  it.each([[[]], [null], ['world']])('rejects %j as a whole', (written) => {
    expect(rejection(() => readWorld(written)).detail).toMatch(/^world: Expected object, received \w+\.$/)
  })

  it('lists the first of many errors', () => {
    const world = copyOf(defaultWorld)
    for (const { profile } of world.shoppers) Object.assign(profile, { zip: 0, city: 0, state: 0 })
    const lines = rejection(() => readWorld(world)).detail.split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([21, 'and 7 more'])
  })

  it('fills in defaults in a copy', () => {
    const world = copyOf(defaultWorld)
    for (const merchant of world.merchants) Reflect.deleteProperty(merchant, 'webhookUrl')
    for (const currency of world.currencies) Reflect.deleteProperty(currency, 'network')
    const before = copyOf(world)
    const read = readWorld(world)
    expect(world).toEqual(before)
    expect(read.merchants.map(({ webhookUrl }) => webhookUrl)).toEqual([null, null])
    expect(new Set(read.currencies.map(({ network }) => network))).toEqual(new Set(['']))
  })

  it('returns the default world as it is', () => {
    expect(readWorld(copyOf(defaultWorld))).toEqual(defaultWorld)
    expect(readWorld(defaultWorld)).toBe(defaultWorld)
  })
})

it('the option "world" in process may not contain itself', () => {
  const world = copyOf(defaultWorld)
  Object.assign(world.partner, { partner: world.partner })
  expect(rejection(() => createSimulator({ world })).detail).toContain("'partner'")
})

/** The paths of the properties below a schema that have no description. */
function undescribed(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((element) => undescribed(element, path))
  if (!isObject(schema)) return []
  const { properties, ...rest } = schema
  const own = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => [
    ...(isObject(property) && typeof property.description === 'string' ? [] : [`${path}.${name}`]),
    ...undescribed(property, `${path}.${name}`),
  ])
  return [...own, ...Object.values(rest).flatMap((inner) => undescribed(inner, path))]
}

describe('world.schema.json', () => {
  it('describes each property', () => {
    expect(undescribed(JSON.parse(worldSchemaText()))).toEqual([])
    expect(undescribed({ items: [{ properties: { a: { properties: { b: {} } } } }] })).toEqual(['.a', '.a.b'])
  })

  it('is committed as generated (else: npm run generate)', () => {
    const committed = readFileSync(new URL('world.schema.json', import.meta.url), 'utf8')
    expect(committed).toBe(worldSchemaText())
  })

  it.each(invalidShapes)('rejects %s, too', (_, change) => {
    const schema = JSON.parse(worldSchemaText())
    const check = new SchemaValidator(schema).check(schema)
    const world = copyOf(defaultWorld)
    expect(check(world)).toBeUndefined()
    change(world)
    expect(check(world)).toBeDefined()
  })
})
