// The encryption of the client: the bytes of OpenSSL, and the same bytes for the same seed. The simulator decrypts what it encrypts
// in simulator/encryption/encryption.test.ts.

import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import { describe, expect, it } from 'vitest'
import { encrypt, encryptPassphrase, encryptRsa, isEncryptionKey } from './encryption.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
const publicKey = key.export({ type: 'spki', format: 'pem' }).toString()

it('encrypts with a passphrase to the bytes of OpenSSL for the same salt', () => {
  // printf '{"order":"Grüße 😀"}' | openssl enc -aes-256-cbc -md md5 -S 0102030405060708 -pass pass:'s3cret Grüße',
  // after `Salted__` and the salt, which OpenSSL 3 omits when the salt is given.
  const byOpenssl = 'U2FsdGVkX18BAgMEBQYHCA9MMcw16UpiNjwgJafpC4mTXlX2Hns0huzIiDsvEo0g'
  const salt = () => Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])
  expect(encryptPassphrase({ order: 'Grüße 😀' }, 's3cret Grüße', salt)).toBe(byOpenssl)
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
  expect([publicKey, small, 'no key'].map(isEncryptionKey)).toEqual([true, false, false])
})
