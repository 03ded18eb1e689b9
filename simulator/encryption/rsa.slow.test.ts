// Payloads encrypted by node-forge, as clients encrypt, are decrypted to the same text; every malformed form is refused for its reason,
// at a bounded number of private-key operations (counted, not timed). The counting replaces a module,
// so this file does not share its modules with others.

import { createPrivateKey, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto'
import fc from 'fast-check'
import forge from 'node-forge'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ENCRYPTED_OAEP,
  ENCRYPTED_OAEP_SHA256,
  ENCRYPTED_PASSPHRASE,
  ENCRYPTED_PKCS1,
  KNOWN_KEY,
  KNOWN_TEXT,
  OTHER_KEY,
} from './known-answers.ts'
import { decryptRsa, MAX_BLOCKS, type RsaPadding, rsaModulus } from './rsa.ts'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return { ...crypto, privateDecrypt: vi.fn(crypto.privateDecrypt) }
})

const knownKey = createPrivateKey(KNOWN_KEY)
const otherKey = createPrivateKey(OTHER_KEY)
const knownPublicKey = publicKeyOf(knownKey)
const merchantKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const merchantPublicKey = publicKeyOf(merchantKey)

const SCHEMES = [
  { scheme: 'oaep', forgeName: 'RSA-OAEP', overheadBytes: 42 },
  { scheme: 'pkcs1', forgeName: 'RSAES-PKCS1-V1_5', overheadBytes: 11 },
] as const

type Scheme = (typeof SCHEMES)[number]

const otherSizes = [1024, 2047, 4096].map((modulusLength) => ({
  modulusLength,
  ...generateKeyPairSync('rsa', { modulusLength }),
}))

const anyText = fc.string({ unit: 'binary', maxLength: 400 })
const privateKeyOperations = () => vi.mocked(privateDecrypt).mock.calls.length

beforeEach(() => {
  vi.mocked(privateDecrypt).mockClear()
})

describe('known answers', () => {
  it.each([
    ['OAEP', 'oaep', ENCRYPTED_OAEP],
    ['OAEP', 'both', ENCRYPTED_OAEP],
    ['PKCS#1 v1.5', 'pkcs1', ENCRYPTED_PKCS1],
    ['PKCS#1 v1.5', 'both', ENCRYPTED_PKCS1],
  ] as const)('decrypts %s as OpenSSL encrypts it, accepting %s', (_, accept, encrypted) => {
    expect(decryptRsa(encrypted, knownKey, accept)).toEqual({ ok: true, text: KNOWN_TEXT })
  })
})

describe.each(SCHEMES)('encrypted by node-forge with $forgeName', (encryption) => {
  it('decrypts to the same text, for any text', () => {
    const property = fc.property(anyText, (text) => {
      const opened = decryptRsa(encryptedByForge(text, merchantPublicKey, encryption), merchantKey, 'both')
      expect(opened).toEqual({ ok: true, text })
    })
    fc.assert(property, { numRuns: 50 })
  })

  it.each(otherSizes)('decrypts with a key of $modulusLength bits', ({ modulusLength, privateKey }) => {
    const text = JSON.stringify({ cart: 'ÿ😀'.repeat(modulusLength / 32) })
    const encrypted = encryptedByForge(text, publicKeyOf(privateKey), encryption)
    expect(decryptRsa(encrypted, privateKey, 'both')).toEqual({ ok: true, text })
  })

  it(`opens ${MAX_BLOCKS} blocks and not one more`, () => {
    const block = () => encryptedBytes('z', knownPublicKey, encryption)
    const max = Buffer.concat(Array.from({ length: MAX_BLOCKS }, block))
    // Each twice: what a block decrypts to is kept.
    for (const _ of ['first', 'second'])
      expect(decryptRsa(max.toString('base64'), knownKey, 'both')).toEqual({
        ok: true,
        text: 'z'.repeat(MAX_BLOCKS),
      })
    expect(privateKeyOperations()).toBe(MAX_BLOCKS)

    const refused = decryptRsa(Buffer.concat([max, block()]).toString('base64'), knownKey, 'both')
    expect(refused).toMatchObject({ ok: false, reason: 'too-long' })
    expect(privateKeyOperations()).toBe(MAX_BLOCKS)
  })
})

describe('malformed payloads', () => {
  const bytes = Buffer.from(ENCRYPTED_OAEP, 'base64')
  const modulus = Buffer.from(rsaModulus(knownKey))
  const lessByOne = Buffer.from(modulus)
  lessByOne[127] = (modulus[127] ?? 1) - 1
  const base64 = (...parts: Uint8Array[]) => Buffer.concat(parts).toString('base64')
  const maxNoise = base64(Buffer.alloc(1), noise(MAX_BLOCKS * 128 - 1))

  // In the order in which they are found: what, encrypted, reason, a part of the message, private-key operations.
  it.each([
    ['2 MB of base64 noise', base64(noise(1_500_000)), 'too-long', 'at most 43692', 0],
    ['2 MB of other noise', noise(2_000_000).toString('latin1'), 'too-long', '2000000 characters', 0],
    ['2 MB of padding', '='.repeat(2_000_000), 'too-long', '256 blocks of 128 bytes', 0],
    ['nothing', '', 'empty', 'an empty string', 0],
    ['JSON in plain', KNOWN_TEXT, 'not-base64', 'character 1 is "{"', 0],
    ['base64 cut by a character', ENCRYPTED_OAEP.slice(0, -1), 'not-base64', 'not a multiple of 4', 0],
    ['a block cut short', base64(bytes.subarray(0, 126)), 'cut-block', '126 bytes', 0],
    ['a byte too many', base64(bytes, bytes.subarray(0, 1)), 'cut-block', '129 bytes', 0],
    ['the second block cut', base64(bytes, bytes.subarray(1)), 'cut-block', '255 bytes', 0],
    ['encrypted with a passphrase', ENCRYPTED_PASSPHRASE, 'cut-block', 'the 128 bytes of a block', 0],
    ['a block of ones', base64(Buffer.alloc(128, 255)), 'wrong-key-or-padding', 'beyond the modulus', 0],
    ['the modulus itself', base64(modulus), 'wrong-key-or-padding', 'block 1 of 1 is a number beyond', 0],
    ['the modulus less one', base64(lessByOne), 'wrong-key-or-padding', 'block 1 of 1 shows no padding', 1],
    ['a block of zeros', base64(Buffer.alloc(128)), 'wrong-key-or-padding', 'shows no padding', 1],
    ['the most noise that passes', maxNoise, 'wrong-key-or-padding', 'block 1 of 256', 1],
    ['OAEP with another hash', ENCRYPTED_OAEP_SHA256, 'wrong-key-or-padding', 'shows no padding', 1],
    ['noise after a good block', base64(bytes, Buffer.alloc(128)), 'wrong-key-or-padding', 'block 2 of 2', 2],
  ])('%s', (_, encrypted, reason, part, operations) => {
    const opened = decryptRsa(encrypted, createPrivateKey(KNOWN_KEY), 'both')
    expect(opened).toMatchObject({ ok: false, reason })
    expect(opened).toHaveProperty('message', expect.stringContaining(part))
    expect(privateKeyOperations()).toBe(operations)
  })

  it.each([
    ['v1.5 where OAEP is due', 'oaep', ENCRYPTED_PKCS1, 'block 1 of 1 shows PKCS#1 v1.5'],
    ['OAEP where v1.5 is due', 'pkcs1', ENCRYPTED_OAEP, 'block 1 of 1 shows OAEP (SHA-1)'],
    [
      'v1.5 after OAEP',
      'both',
      base64(bytes, Buffer.from(ENCRYPTED_PKCS1, 'base64')),
      'block 2 of 2 shows PKCS#1 v1.5',
    ],
    [
      'OAEP after v1.5',
      'both',
      base64(Buffer.from(ENCRYPTED_PKCS1, 'base64'), bytes),
      'block 2 of 2 shows OAEP (SHA-1)',
    ],
  ] as const)('%s', (_, accept, encrypted, part) => {
    const opened = decryptRsa(encrypted, knownKey, accept)
    expect(opened).toMatchObject({ ok: false, reason: 'wrong-key-or-padding' })
    expect(opened).toHaveProperty('message', expect.stringContaining(part))
  })

  it.each([
    ['OAEP', 'both', ENCRYPTED_OAEP],
    ['OAEP', 'oaep', ENCRYPTED_OAEP],
    ['v1.5', 'both', ENCRYPTED_PKCS1],
    ['v1.5', 'pkcs1', ENCRYPTED_PKCS1],
  ] as const)('encrypted with %s for another key, accepting %s', (_, accept, encrypted) => {
    const opened = decryptRsa(encrypted, otherKey, accept)
    expect(opened).toMatchObject({ ok: false, reason: 'wrong-key-or-padding' })
  })

  it.each(SCHEMES)('bytes that are not UTF-8, under $forgeName', ({ forgeName }) => {
    const encrypted = forge.util.encode64(knownPublicKey.encrypt('{"a":"\xff"}', forgeName))
    expect(decryptRsa(encrypted, knownKey, 'both')).toMatchObject({ ok: false, reason: 'not-utf8' })
  })
})

describe('an OAEP block that looks like v1.5 too', () => {
  // Found by trying: the first seed whose padded block under KNOWN_KEY begins 0, 2 and has a later zero.
  const encrypted = forge.util.encode64(
    knownPublicKey.encrypt('text', 'RSA-OAEP', { seed: '357'.padStart(20, '0') }),
  )

  it('is opened as OAEP', () => {
    expect(decryptRsa(encrypted, knownKey, 'both')).toEqual({ ok: true, text: 'text' })
  })

  it('is not taken for v1.5 where only that is accepted', () => {
    expect(decryptRsa(encrypted, knownKey, 'pkcs1')).toMatchObject({
      ok: false,
      reason: 'wrong-key-or-padding',
    })
  })
})

describe('any text at all', () => {
  const anyEncrypted = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.uint8Array({ minLength: 128, maxLength: 128 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.uint8Array({ minLength: 256, maxLength: 256 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  )
  const anyPadding = fc.constantFrom<RsaPadding>('oaep', 'pkcs1', 'both')

  it('is opened or refused, never thrown at', () => {
    const property = fc.property(anyEncrypted, anyPadding, (encrypted, accept) => {
      const opened = decryptRsa(encrypted, knownKey, accept)
      if (!opened.ok) expect(opened.message).toMatch(/^The encrypted payload .*\. .*\.$/s)
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('never opens to the encrypted text when one byte of its OAEP blocks was changed', () => {
    const intact = encryptedBytes('a'.repeat(100), knownPublicKey, SCHEMES[0])
    const change = fc.record({ at: fc.nat({ max: intact.length - 1 }), by: fc.integer({ min: 1, max: 255 }) })
    const property = fc.property(change, ({ at, by }) => {
      const bytes = Buffer.from(intact)
      bytes[at] = (bytes[at] ?? 0) ^ by
      const opened = decryptRsa(bytes.toString('base64'), knownKey, 'oaep')
      expect(opened).toMatchObject({ ok: false, reason: 'wrong-key-or-padding' })
    })
    fc.assert(property, { numRuns: 300 })
  })
})

it('refuses a key that is not RSA loudly, for that is our bug', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(() => decryptRsa(ENCRYPTED_OAEP, privateKey, 'both')).toThrow(
    'An RSA key is needed here, and this one is of type ec',
  )
})

function publicKeyOf(privateKey: KeyObject): forge.pki.rsa.PublicKey {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { n, e } = forge.pki.privateKeyFromPem(pem)
  return forge.pki.setRsaPublicKey(n, e)
}

function encryptedByForge(text: string, key: forge.pki.rsa.PublicKey, encryption: Scheme): string {
  return encryptedBytes(text, key, encryption).toString('base64')
}

function encryptedBytes(text: string, key: forge.pki.rsa.PublicKey, encryption: Scheme): Buffer {
  const blockBytes = Math.ceil(key.n.bitLength() / 8) - encryption.overheadBytes
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  const messages = Array.from({ length: Math.ceil(bytes.length / blockBytes) || 1 }, (_, index) =>
    bytes.slice(index * blockBytes, (index + 1) * blockBytes),
  )
  return Buffer.from(messages.map((message) => key.encrypt(message, encryption.forgeName)).join(''), 'latin1')
}

// The same noise in every run: a fixed linear congruential sequence, of which the high bits are taken.
function noise(byteCount: number): Buffer {
  const bytes = Buffer.alloc(byteCount)
  let state = 20_260_101
  for (let index = 0; index < byteCount; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}
