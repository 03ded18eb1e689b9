// Sealed payloads in every malformed form: each is refused, in the contract's words where it has some, with no trace in
// the world. How many operations with a key each form may cost is counted in ../sealing/rsa.test.ts.

import { beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '../../spec/operations.ts'
import { TestClient } from '../testing/client.ts'
import { bankPayment, exchangePayment, halfPaid, payee, transfer, validation } from '../testing/requests.ts'
import { sealForKey, sealWithPassphrase } from '../testing/sealing.ts'
import { seenHeader } from './serve.ts'

let client: TestClient

beforeAll(async () => {
  client = new TestClient()
  await halfPaid(client, 'closable')
})

const plains = {
  validateExchangePayment: () => validation(client),
  createExchangePayment: () => exchangePayment(client, 'sealed'),
  createBankPayment: () => bankPayment(client, 'sealed'),
  createTransfers: () => [transfer],
  addPayees: () => [payee],
  closePartialPayment: () => ({ offerId: 'closable' }),
} as const satisfies Partial<Record<OperationId, () => unknown>>

type SealedOperation = keyof typeof plains

async function refusal(operationId: SealedOperation, sealed: string): Promise<string | undefined> {
  const before = client.state()
  const reply = await client.ask(operationId, { sealed })
  expect(client.state()).toEqual(before)
  expect(reply.status).toBeLessThan(500)
  return reply.refusal
}

/** What an operation says of a payload that does not open for that reason. */
function unopened(operationId: SealedOperation, reason: string) {
  const payout = operationId === 'createTransfers' || operationId === 'addPayees'
  return payout
    ? 'Invalid Encrypted Data'
    : expect.stringMatching(`^The sealed payload cannot be opened\\. .*${reason}`)
}

const byPassphrase = new Set<OperationId>(['createTransfers', 'addPayees', 'closePartialPayment'])

/** The plain text, sealed with the right key or with another one. */
function sealed(operationId: SealedOperation, text: string, right = true): string {
  const merchant = right ? client.merchant : client.otherMerchant
  return byPassphrase.has(operationId)
    ? sealWithPassphrase(text, right ? merchant.clientSecret : 'another secret')
    : sealForKey(
        text,
        right ? client.world.cast.keysOf(merchant).publicKeyPem : client.world.cast.serviceKey.publicKeyPem,
      )
}

const sealedOperations = Object.keys(plains) as SealedOperation[]

describe.each(sealedOperations)('%s', (operationId) => {
  const good = () => sealed(operationId, JSON.stringify(plains[operationId]()))
  const bytesOf = (text: string) => Buffer.from(text, 'base64')

  it('refuses an empty text', async () => {
    expect(await refusal(operationId, '')).toEqual(unopened(operationId, 'is an empty string'))
  })

  it.each(['not base64!', '\ud800', 'a=b', ' ', 'YWJj\n', 'YWJ'])(
    'refuses what is not base64: %j',
    async (text) => {
      expect(await refusal(operationId, text)).toEqual(unopened(operationId, 'is not base64'))
    },
  )

  it('refuses a payload sealed with another key', async () => {
    const text = sealed(operationId, JSON.stringify(plains[operationId]()), false)
    expect(await refusal(operationId, text)).toEqual(
      unopened(operationId, 'not open with|not UTF-8|not JSON|beyond'),
    )
  })

  it('refuses a payload of which a byte was lost or added', async () => {
    const bytes = bytesOf(good())
    for (const other of [bytes.subarray(0, -1), bytes.subarray(1), Buffer.concat([bytes, Buffer.from([0])])])
      expect(await refusal(operationId, other.toString('base64'))).toEqual(
        unopened(operationId, 'multiple|whole blocks|Salted__'),
      )
  })

  it('refuses a payload whose blocks are all there but altered', async () => {
    const bytes = bytesOf(good())
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
    expect(await refusal(operationId, bytes.toString('base64'))).toEqual(
      unopened(operationId, 'not open with|not UTF-8|not JSON'),
    )
  })

  it.each(['', 'plain text', '{"offerId":', "{'offerId':1}", 'undefined', '\u0000'])(
    'refuses a sealed text that is not JSON: %j',
    async (text) => {
      expect(await refusal(operationId, sealed(operationId, text))).toEqual(
        unopened(operationId, 'is not JSON'),
      )
    },
  )

  it('refuses two megabytes of noise, well-formed or not', async () => {
    const noise = Buffer.alloc(1_500_000, 0x5a)
    expect(await refusal(operationId, noise.toString('base64'))).toBeTypeOf('string')
    expect(await refusal(operationId, `U2FsdGVkX1${noise.toString('base64').slice(10)}`)).toBeTypeOf('string')
    expect(await refusal(operationId, '\u00e9'.repeat(1_000_000))).toBeTypeOf('string')
    const own = await client.ask(operationId, { bytes: 'z'.repeat(2_097_153) })
    expect(own.status).toBe(413)
  })

  it('refuses a request in which the sealed text is missing or no text', async () => {
    for (const bytes of ['{}', 'null', '[]', '17', '{"data":null,"encryptedReq":7}', '{"data":{}}']) {
      const before = client.state()
      const reply = await client.ask(operationId, { bytes })
      expect(reply.granted).toBe(false)
      expect(reply.status).toBe(400)
      expect(client.state()).toEqual(before)
    }
  })
})

describe('another shape inside', () => {
  it.each([
    'validateExchangePayment',
    'createExchangePayment',
    'createBankPayment',
    'closePartialPayment',
  ] as const)('%s names the first place that is wrong', async (operationId) => {
    for (const text of ['null', '[]', '"text"', '17'])
      expect(await refusal(operationId, sealed(operationId, text))).toBe(
        'The plain text of the sealed payload does not have its form. In the plain text, it must be object.',
      )
    const lacking = Object.fromEntries(Object.entries(plains[operationId]()).slice(1))
    const [first] = Object.keys(plains[operationId]())
    expect(await refusal(operationId, sealed(operationId, JSON.stringify(lacking)))).toContain(
      `must have required property '${first}'`,
    )
  })

  it('createTransfers and addPayees have words of the contract for what is no array', async () => {
    for (const text of ['null', '{}', '"text"', '17']) {
      expect(await refusal('createTransfers', sealed('createTransfers', text))).toBe('Invalid Encrypted Data')
      expect(await refusal('addPayees', sealed('addPayees', text))).toBe('Invalid Formate of Decrypted Data')
    }
  })
})

it('a payload sealed with one padding is refused where only the other is opened', async () => {
  const strict = new TestClient({ standIns: { 'sealing.rsa-padding': 'oaep' } })
  const { publicKeyPem } = strict.world.cast.keysOf(strict.merchant)
  const text = JSON.stringify(exchangePayment(strict, 'o'))
  const reply = await strict.ask('createExchangePayment', { sealed: sealForKey(text, publicKeyPem, 'pkcs1') })
  expect(reply.refusal).toContain('PKCS#1 v1.5')
})

it('a payload for one merchant that names another is refused', async () => {
  const plain = exchangePayment(client, 'o', { clientId: client.otherMerchant.id })
  expect((await client.ask('createExchangePayment', { plain })).refusal).toContain(
    'clientId is not the merchant',
  )
})

it('says under which field a payload was seen, where the contract leaves the field open', async () => {
  const text = client.seal('createBankPayment', { plain: bankPayment(client, 'seen') })
  const seen = async (body: unknown) =>
    (await client.ask('createBankPayment', { bytes: JSON.stringify(body) })).headers.get(seenHeader)
  expect(await seen({ data: text })).toBe('data')
  expect(await seen({ encryptedReq: text })).toBe('encryptedReq')
  expect(await seen(text)).toBe('a bare string')
})
