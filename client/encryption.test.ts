// Client-side encryption against implementations that share no code with node-forge and crypto-js: node:crypto decrypts it,
// and OpenSSL's command line produces the same bytes. That the simulator decrypts it is tested in simulator/.

import { constants, createDecipheriv, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import fc from 'fast-check'
import forge from 'node-forge'
import { describe, expect, it } from 'vitest'
import {
  encrypt,
  encryptPassphrase,
  encryptPassphraseText,
  encryptRsa,
  encryptRsaText,
  isEncryptionKey,
  type RandomBytes,
  type RsaPadding,
} from './encryption.ts'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = merchant.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const blockBytes = 256

const counting = (first: number): RandomBytes => {
  let next = first
  return (byteCount) => Uint8Array.from({ length: byteCount }, () => next++)
}

describe.each(['oaep', 'pkcs1'] as const)('encryptRsa with %s padding', (padding) => {
  it.each([
    ['the randomness of the library', undefined],
    ['a given source', counting(7)],
  ])('encrypts any JSON so that node:crypto decrypts it, with %s', (_, random) => {
    const property = fc.property(fc.jsonValue({ stringUnit: 'binary' }), (payload) => {
      const text = decryptedByNode(encryptRsa(payload, publicKey, padding, random), padding)
      expect(text).toBe(JSON.stringify(payload))
    })
    fc.assert(property, { numRuns: 100 })
  })
})

it('pads PKCS#1 v1.5 without zeros, even if all random bytes are zero', () => {
  const encrypted = encryptRsaText('a', publicKey, 'pkcs1', (byteCount) => new Uint8Array(byteCount))
  expect(decryptedByNode(encrypted, 'pkcs1')).toBe('a')
})

describe('encryptPassphrase', () => {
  // printf '{"order":"Grüße 😀"}' | openssl enc -aes-256-cbc -md md5 -S 0102030405060708 -pass pass:'s3cret Grüße',
  // after `Salted__` and the salt, which OpenSSL 3 omits when the salt is given.
  const byOpenssl = 'U2FsdGVkX18BAgMEBQYHCA9MMcw16UpiNjwgJafpC4mTXlX2Hns0huzIiDsvEo0g'

  it('produces the bytes of OpenSSL for the same salt', () => {
    expect(encryptPassphrase({ order: 'Grüße 😀' }, 's3cret Grüße', counting(1))).toBe(byOpenssl)
    expect(encryptPassphraseText('{"order":"Grüße 😀"}', 's3cret Grüße', counting(1))).toBe(byOpenssl)
  })

  it('encrypts any JSON so that node:crypto decrypts it', () => {
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

describe('encrypt', () => {
  const ways = [
    { scheme: 'rsa', publicKey },
    { scheme: 'rsa', publicKey, padding: 'pkcs1' },
    { scheme: 'passphrase', passphrase: 'secret' },
  ] as const

  it.each(ways)('with a seed, depends on the text, the key and the seed: $scheme $padding', (encryption) => {
    expect(encrypt('{}', encryption, 'a')).toBe(encrypt('{}', encryption, 'a'))
    expect(encrypt('{}', encryption, 'a')).not.toBe(encrypt('{}', encryption, 'b'))
    expect(encrypt('{}', encryption, 'a')).not.toBe(encrypt('[]', encryption, 'a'))
    expect(encrypt('{}', encryption)).not.toBe(encrypt('{}', encryption))
  })
})

it.each([undefined, () => 1])('rejects a payload without JSON text: %s', (payload) => {
  expect(() => encryptRsa(payload, publicKey)).toThrow('must have a JSON text')
  expect(() => encryptPassphrase(payload, 'secret')).toThrow('must have a JSON text')
})

it('knows a public key that is large enough', () => {
  const integer = (hex: string) => new forge.jsbn.BigInteger(hex, 16)
  const small = forge.pki.publicKeyToPem(forge.pki.setRsaPublicKey(integer('f'.repeat(96)), integer('10001')))
  expect(isEncryptionKey(publicKey)).toBe(true)
  expect(isEncryptionKey(small)).toBe(false)
  expect(isEncryptionKey('no key')).toBe(false)
})

function decryptedByNode(encrypted: string, padding: RsaPadding): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const messages: Buffer[] = []
  for (let start = 0; start < bytes.length; start += blockBytes) {
    const block = bytes.subarray(start, start + blockBytes)
    messages.push(padding === 'oaep' ? decryptedOaep(block) : decryptedPkcs1(block))
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
