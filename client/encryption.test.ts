// What the client's side encrypts is what the contract describes: node's own crypto and OpenSSL's command line, which share
// no code with node-forge or crypto-js, open it or give the same bytes. How the simulator opens is its room's business.
import { constants, createDecipheriv, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encryptPassphrase,
  encryptPassphraseText,
  encryptRsa,
  encryptRsaText,
  type RandomBytes,
  type RsaPadding,
} from './encryption.ts'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKeyPem = merchant.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const BLOCK_BYTES = 256
const SCHEMES = [
  { scheme: 'oaep', roomBytes: 214 },
  { scheme: 'pkcs1', roomBytes: 245 },
] as const

const counting = (first: number): RandomBytes => {
  let next = first
  return (byteCount) => Uint8Array.from({ length: byteCount }, () => next++)
}

describe.each(SCHEMES)('sealRsa with $scheme', ({ scheme, roomBytes }) => {
  it.each([
    ['the randomness of the library', undefined],
    ['a given source', counting(7)],
  ])('encrypts any JSON so that node opens it, with %s', (_, random) => {
    const property = fc.property(fc.jsonValue({ stringUnit: 'binary' }), (payload) => {
      const text = decryptedByNode(encryptRsa(payload, publicKeyPem, scheme, random), scheme)
      expect(text).toBe(JSON.stringify(payload))
    })
    fc.assert(property, { numRuns: 100 })
  })

  it.each([
    [0, 1],
    [1, 1],
    [roomBytes - 1, 1],
    [roomBytes, 1],
    [roomBytes + 1, 2],
    [2 * roomBytes, 2],
    [2 * roomBytes + 1, 3],
  ])('encrypts %i bytes in %i blocks', (byteCount, blockCount) => {
    const text = 'a'.repeat(byteCount)
    const encrypted = encryptRsaText(text, publicKeyPem, scheme)
    expect(Buffer.from(encrypted, 'base64')).toHaveLength(blockCount * BLOCK_BYTES)
    expect(decryptedByNode(encrypted, scheme)).toBe(text)
  })

  it('splits bytes, not characters', () => {
    const text = `${'a'.repeat(roomBytes - 1)}😀`
    expect(decryptedByNode(encryptRsaText(text, publicKeyPem, scheme), scheme)).toBe(text)
  })

  it('gives the same bytes for the same draw only', () => {
    const encrypt = (random?: RandomBytes) => encryptRsa({ order: 'o-1' }, publicKeyPem, scheme, random)
    expect(encrypt(counting(1))).toBe(encrypt(counting(1)))
    expect(encrypt(counting(1))).not.toBe(encrypt(counting(2)))
    expect(encrypt()).not.toBe(encrypt())
  })

  it('draws anew for every block', () => {
    const encrypted = Buffer.from(
      encryptRsaText('a'.repeat(2 * roomBytes), publicKeyPem, scheme, counting(1)),
      'base64',
    )
    expect(encrypted.subarray(0, BLOCK_BYTES).equals(encrypted.subarray(BLOCK_BYTES))).toBe(false)
  })
})

it('encrypts with OAEP unless told otherwise', () => {
  expect(decryptedByNode(encryptRsa([1], publicKeyPem), 'oaep')).toBe('[1]')
})

it('encrypts with v1.5 padding without zeros, though the source draws zeros', () => {
  const encrypted = encryptRsaText('a', publicKeyPem, 'pkcs1', (byteCount) => new Uint8Array(byteCount))
  expect(decryptedByNode(encrypted, 'pkcs1')).toBe('a')
})

describe('sealPassphrase', () => {
  // printf '{"order":"Grüße 😀"}' | openssl enc -aes-256-cbc -md md5 -S 0102030405060708 -pass pass:'s3cret Grüße',
  // after `Salted__` and the salt, which OpenSSL 3 leaves out when the salt is given.
  const BY_OPENSSL = 'U2FsdGVkX18BAgMEBQYHCA9MMcw16UpiNjwgJafpC4mTXlX2Hns0huzIiDsvEo0g'

  it('gives the bytes that OpenSSL gives for the same salt', () => {
    expect(encryptPassphrase({ order: 'Grüße 😀' }, 's3cret Grüße', counting(1))).toBe(BY_OPENSSL)
    expect(encryptPassphraseText('{"order":"Grüße 😀"}', 's3cret Grüße', counting(1))).toBe(BY_OPENSSL)
  })

  it('draws a salt of its own when none is given', () => {
    expect(encryptPassphrase([], 'secret')).not.toBe(encryptPassphrase([], 'secret'))
  })

  it('encrypts any JSON so that node opens it', () => {
    const property = fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (payload, passphrase) => {
        const encrypted = encryptPassphrase(payload, passphrase)
        expect(decryptedWithPassphrase(encrypted, passphrase)).toBe(JSON.stringify(payload))
      },
    )
    fc.assert(property, { numRuns: 100 })
  })
})

it.each([undefined, () => 1])('refuses a payload without JSON text: %s', (payload) => {
  expect(() => encryptRsa(payload, publicKeyPem)).toThrow('must have a JSON text')
  expect(() => encryptPassphrase(payload, 'secret')).toThrow('must have a JSON text')
})

function decryptedByNode(encrypted: string, scheme: RsaPadding): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const messages: Buffer[] = []
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES)
    messages.push(scheme === 'oaep' ? decryptedOaep(block) : decryptedPkcs1(block))
  }
  return Buffer.concat(messages).toString('utf8')
}

function decryptedOaep(block: Buffer): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return privateDecrypt({ key: merchant.privateKey, padding, oaepHash: 'sha1' }, block)
}

function decryptedPkcs1(block: Buffer): Buffer {
  const raw = privateDecrypt({ key: merchant.privateKey, padding: constants.RSA_NO_PADDING }, block)
  const end = raw.indexOf(0, 2)
  expect([raw[0], raw[1]]).toEqual([0, 2])
  expect(end).toBeGreaterThanOrEqual(10)
  return raw.subarray(end + 1)
}

function decryptedWithPassphrase(encrypted: string, passphrase: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('Salted__')
  const digests: Buffer[] = []
  for (let last = Buffer.alloc(0); digests.length < 3; digests.push(last)) {
    last = createHash('md5').update(last).update(passphrase, 'utf8').update(bytes.subarray(8, 16)).digest()
  }
  const derived = Buffer.concat(digests)
  const decipher = createDecipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32))
  return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
}
