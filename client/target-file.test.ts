// Target files: defaults, secrets from the environment, and the messages for invalid ones.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import type { OptionName } from '../spec/unspecified.ts'
import { clientAssumptions } from './assumptions.ts'
import { type OperationRequest, operationRequest } from './operation-request.ts'
import { readSimulatorTarget } from './simulator-target.ts'
import { secretsOf, type Target, type TargetFile } from './target.ts'
import { readTarget, resolveTarget, targetTemplate, writeTargetTemplate } from './target-file.ts'

const target = await readSimulatorTarget(createSimulator().control)
const { merchants, shoppers, exchanges } = target

describe('a target file', () => {
  it('needs few fields', () => {
    const [merchant] = target.merchants
    const { id = '', publicKey = '' } = merchant ?? {}
    const file: TargetFile = {
      baseUrl: 'https://pay.shop.example/api',
      merchants: [{ id, publicKey, accessToken: 'token', clientSecret: 'secret', merchantAuth: 'auth' }],
      shoppers: { ready: { accessToken: 'shopper' } },
      exchanges: ['a', 'b', 'c', 'd', 'e'],
    }
    expect(resolveTarget(file)).toMatchObject({
      merchants: [{ bankAccountId: null }],
      assumptions: clientAssumptions(),
      known: { coin: 'BTC', amount: '30.00' },
      limits: { requests: 20_000, timeoutSeconds: 10, amount: '100.00', coinAmount: '0.0005' },
      disabled: [],
    })
  })

  it.each<[place: string, value: unknown, message: string]>([
    [
      'merchants[0].publicKey',
      '-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n',
      'an RSA public key',
    ],
    ['merchants[0].publicKey', '', 'an RSA public key in PEM'],
    ['servicePublicKey', 'MIIBIj', 'an RSA public key in PEM'],
    ['merchants[0].accessToken', 'two words', 'printable ASCII without spaces'],
    ['shoppers.ready.accessToken', { env: 'WITH_ACCENT' }, 'printable ASCII without spaces'],
    ['merchants[0].clientSecret', { file: 'secret' }, 'Expected string, received object'],
    ['merchants[0].merchantAuth', undefined, 'Required'],
    ['merchants', [], 'at least 1 element'],
    ['baseUrl', 'ftp://127.0.0.1/api', 'http:// or https://'],
    ['assumptions.encryption', 'rsa', "Unrecognized key(s) in object: 'encryption'"],
    ['capabilities.control.url', 'file:///control', 'http:// or https://'],
    ['capabilities.webhooks.port', 65536, '65535'],
    ['capabilities.webhooks.waitSeconds', -1, 'greater than or equal to 0'],
    ['limits.timeoutSeconds', 1e10, '3600'],
    ['exchanges[0]', '', 'at least 1 character'],
    ['known.emailDomain', 'ada@shop.example', 'must be a domain'],
    ['known.statusIntegers.pending', [0, 'four'], 'must be an integer or a list of integers'],
    [
      'limits.requests',
      { env: 'WITH_ACCENT' },
      'received string (from the environment variable WITH_ACCENT)',
    ],
    ['headers.authorization', 'Basic YTpi', 'must be left to the suite'],
    ['headers.x-gateway-key', { env: 'WITH_ACCENT' }, 'printable ASCII'],
  ])('with %s %j is rejected', (place, value, message) => {
    const file: unknown = structuredClone({
      ...target,
      limits: {},
      headers: {},
      capabilities: { control: { url: 'http://127.0.0.1:4020/control' }, webhooks: {} },
    })
    const steps = place.split(/[.[\]]+/).filter((step) => step !== '')
    const last = steps.pop() ?? ''
    const parent = steps.reduce<object>((inner, step) => Reflect.get(inner, step), Object(file))
    Reflect.set(parent, last, value)
    expect(() => resolveTarget(file, { WITH_ACCENT: 'tokén' })).toThrow(
      `target.${place.replace('.encryption', '')}`,
    )
    expect(() => resolveTarget(file, { WITH_ACCENT: 'tokén' })).toThrow(message)
  })

  it('names every invalid place at once', () => {
    expect(() => resolveTarget({ baseUrl: 'nowhere' }, {})).toThrow(
      /^Invalid target \(target\)\. target\.baseUrl: Invalid url; .*; target\.merchants: Required; .* Correct it\./,
    )
  })

  it('that is not there or not JSON is reported with its path', async () => {
    await expect(readTarget('/nowhere.json', {})).rejects.toThrow(
      'Cannot read the target file /nowhere.json. ENOENT',
    )
    await expect(readTarget('LICENSE', {})).rejects.toThrow(
      'The target file LICENSE is not JSON. At line 1, column 1: invalid symbol',
    )
  })

  it('reads any field from the environment', () => {
    const [merchant] = target.merchants
    const { statusIntegers } = target.known
    const merchants = [{ ...merchant, id: { env: 'ID' }, verified: { env: 'VERIFIED' } }]
    const file = {
      ...target,
      baseUrl: { env: 'BASE' },
      merchants,
      exchanges: { env: 'EXCHANGES' },
      limits: { requests: { env: 'REQUESTS' } },
      known: { statusIntegers: { ...statusIntegers, pending: { env: 'PENDING' } } },
    }
    const environment = {
      BASE: 'https://pay.shop.example/api',
      ID: '42',
      VERIFIED: 'false',
      EXCHANGES: '["a","b","c","d","e"]',
      REQUESTS: '50',
      PENDING: '[0, 4]',
    }
    expect(resolveTarget(file, environment)).toMatchObject({
      baseUrl: environment.BASE,
      merchants: [{ id: '42' }],
      exchanges: ['a', 'b', 'c', 'd', 'e'],
      limits: { requests: 50 },
      known: { statusIntegers: { pending: [0, 4] } },
    })
  })

  it('reads a list whose elements are separated by commas', () => {
    const file = { ...target, exchanges: { env: 'EXCHANGES' } }
    expect(resolveTarget(file, { EXCHANGES: 'a,b, c,d,e' }).exchanges).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('names the fields of environment variables that are not set', () => {
    const [merchant] = target.merchants
    const merchants = [
      { ...merchant, accessToken: { env: 'SHOP_TOKEN' }, clientSecret: { env: 'SHOP_SECRET' } },
    ]
    expect(() => resolveTarget({ ...target, merchants }, { SHOP_SECRET: '' })).toThrow(
      'The environment variables SHOP_TOKEN, SHOP_SECRET are not set. ' +
        'target.merchants[0].accessToken is read from SHOP_TOKEN; target.merchants[0].clientSecret is read from SHOP_SECRET.',
    )
  })
})

it('names every secret of a target', () => {
  const secrets = secretsOf(target)
  expect(secrets.get('secret-lamp-shop')).toBe('merchant.clientSecret')
  expect(secrets.get('merchant-tea-house')).toBe('otherMerchant.accessToken')
  const control = { url: 'http://127.0.0.1:4020/control', token: { env: 'TOKEN' } }
  const file = { ...target, capabilities: { control } }
  expect(secretsOf(resolveTarget(file, { TOKEN: 'abc-def' })).get('abc-def')).toBe('control.token')
  expect(() => resolveTarget(file, { TOKEN: 'abc def' })).toThrow('target.capabilities.control.token must be')
  const [merchant] = target.merchants
  const payouts = {
    ...target,
    headers: { 'x-key': 'gate' },
    merchants: [{ ...merchant, payoutToken: 'pay' }],
  }
  expect([...secretsOf(resolveTarget(payouts))]).toEqual(
    expect.arrayContaining([
      ['gate', 'headers.x-key'],
      ['pay', 'merchant.payoutToken'],
    ]),
  )
  expect(secrets.get('shopper-low-balance')).toBe('lowBalance.accessToken')
  expect(secrets.get('shopper-asks-password')).toBe('asksPassword.accessToken')
})

describe('the assumptions of a client', () => {
  it('are the defaults where the service accepts several forms', () => {
    const inForce: Record<string, string> = {
      'encryption.bank-payment-field': 'any' satisfies OptionName<'encryption.bank-payment-field'>,
      'encryption.payee-field': 'data' satisfies OptionName<'encryption.payee-field'>,
      'encryption.rsa-padding': 'both' satisfies OptionName<'encryption.rsa-padding'>,
    }
    expect(clientAssumptions(inForce)).toEqual({
      ...clientAssumptions(),
      'encryption.bank-payment-field': 'data',
      'encryption.payee-field': 'data',
      'encryption.rsa-padding': 'oaep',
    })
  })
})

const directory = testDirectory('target')
let written = 0
/** Writes a module and a target file that names it, and reads the target. */
async function targetWith(text: string): Promise<Target> {
  written += 1
  const file = join(directory, `target-${written}.json`)
  writeFileSync(join(directory, `module-${written}.mjs`), text)
  writeFileSync(file, JSON.stringify({ ...target, module: `./module-${written}.mjs` }))
  return readTarget(file, {})
}

const bodyOf = ({ body }: OperationRequest) => JSON.parse(body ?? '')

it('encrypts every payload, for the merchant of the request', async () => {
  const target = await targetWith(
    `export const encrypt = (payload, { operationId, merchant }) =>
      [operationId, merchant.clientSecret, JSON.stringify(payload)].join('|')`,
  )
  const close = operationRequest('closePartialPayment', target, { payload: { offerId: 'order-1' } })
  expect(bodyOf(close).encryptedReq).toBe('closePartialPayment|secret-lamp-shop|{"offerId":"order-1"}')
  const [, merchant] = target.merchants
  const pay = operationRequest('createExchangePayment', target, {
    payload: {},
    ...(merchant === undefined ? {} : { merchant }),
  })
  expect(bodyOf(pay).data).toBe('createExchangePayment|secret-tea-house|{}')
})

it.each([
  ['export const encode = () => 1', 'does not export encrypt'],
  ['export const encrypt = (', 'Cannot load the target module'],
])('%j is refused when the target is read', async (text, message) => {
  await expect(targetWith(text)).rejects.toThrow(message)
})

it('that does not exist is named with its path', async () => {
  const file = join(directory, 'nowhere.json')
  writeFileSync(file, JSON.stringify({ ...target, module: 'nowhere.mjs' }))
  await expect(readTarget(file, {})).rejects.toThrow(
    `Cannot load the target module ${join(directory, 'nowhere.mjs')}.`,
  )
  expect(() => resolveTarget({ ...target, module: 'nowhere.mjs' }, {})).toThrow('Use readTarget.')
})

it.each([
  [`export const encrypt = () => { throw new Error('no key') }`, 'encrypt threw: no key.'],
  ['export const encrypt = () => 7', 'encrypt returned a value of type number; expected a string.'],
  [`export const encrypt = async () => 'text'`, 'encrypt returned a promise; expected a string.'],
])('%j is reported when a payload is encrypted', async (text, message) => {
  const target = await targetWith(text)
  expect(() => operationRequest('addPayees', target, { payload: [] })).toThrow(
    `cannot encrypt a payload of addPayees. ${message}`,
  )
})

const [merchant] = merchants
const environment = {
  BASE_URL: 'https://pay.shop.example/api',
  MERCHANT_ID: merchant?.id,
  MERCHANT_TOKEN: merchant?.accessToken,
  MERCHANT_CLIENT_SECRET: merchant?.clientSecret,
  MERCHANT_PUBLIC_KEY: merchant?.publicKey,
  MERCHANT_AUTH: merchant?.merchantAuth,
  SHOPPER_TOKEN: shoppers.ready.accessToken,
  EXCHANGES: JSON.stringify(exchanges),
}

describe('a target file to fill in', () => {
  it('is a target once the environment has its values', async () => {
    const path = join(directory, 'target.json')
    writeTargetTemplate(path)
    const target = await readTarget(path, environment)
    expect(target).toMatchObject({ merchants: [{ id: merchant?.id }], exchanges })
    expect(() => writeTargetTemplate(path)).toThrow('It exists, and is not overwritten.')
    expect(readFileSync(path, 'utf8')).toBe(targetTemplate(path))
    expect(targetTemplate(path)).toContain(
      '\n  "$schema": "./node_modules/paytwin/client/target.schema.json"',
    )
  })

  it('is valid with everything that is commented out', async () => {
    const path = join(directory, 'complete.json')
    // A module is a file, and a key in an example is shortened.
    const complete = targetTemplate(path).replace(/^( *)\/\/ ("(?!module|servicePublicKey).*)$/gm, '$1$2')
    writeFileSync(path, complete)
    const tokens = [...complete.matchAll(/"env": "(\w+)"/g)].map(([, name = '']) => [name, 'made-up'])
    const target = await readTarget(path, { ...Object.fromEntries(tokens), ...environment })
    expect(target).toMatchObject({
      headers: { 'x-gateway-key': 'made-up' },
      shoppers: { second: { accessToken: 'made-up' } },
      assumptions: { 'encryption.rsa-padding': 'pkcs1' },
      fixtures: { oldPartialPayment: 'order-2001' },
      limits: { perSecond: 5 },
    })
  })
})
