// Encryption on the service's side: it is decrypted by the service and by other implementations, and it is deterministic.

import { constants, createPrivateKey, createPublicKey, privateDecrypt } from 'node:crypto'
import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../world/random.ts'
import { encryptPassphrase, encryptRsa } from './encrypt.ts'
import { KNOWN_KEY } from './known-answers.ts'
import { decryptPassphrase } from './passphrase.ts'
import { decryptRsa } from './rsa.ts'

const privateKey = createPrivateKey(KNOWN_KEY)
const publicKey = createPublicKey(privateKey)
const drawnFrom = (seed: string) => {
  const random = new SeededRandom(seed)
  return (count: number) => random.bytes(count)
}

describe.each(['oaep', 'pkcs1'] as const)('encryptRsa with %s padding', (padding) => {
  it('is decrypted, whatever its length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), fc.string(), (text, seed) => {
        const encrypted = encryptRsa(text, publicKey, padding, drawnFrom(seed))
        const { length } = Buffer.from(encrypted, 'base64')
        expect(length % 128).toBe(0)
        expect(decryptRsa(encrypted, privateKey, padding)).toEqual({
          ok: true,
          text: Buffer.from(text).toString(),
        })
      }),
      { numRuns: 50 },
    )
  })

  it('is decrypted even if all random bytes are zero', () => {
    const zeros = (byteCount: number) => new Uint8Array(byteCount)
    const encrypted = encryptRsa('invoice', publicKey, padding, zeros)
    expect(decryptRsa(encrypted, privateKey, padding)).toEqual({ ok: true, text: 'invoice' })
  })
})

it('encrypts OAEP as node:crypto decrypts it', () => {
  const encrypted = Buffer.from(encryptRsa('{"a":1}', publicKey, 'oaep', drawnFrom('1')), 'base64')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  expect(privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, encrypted).toString()).toBe('{"a":1}')
})

describe('encryptPassphrase', () => {
  it('is decrypted by the service and by crypto-js', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, passphrase, seed) => {
        const encrypted = encryptPassphrase(text, passphrase, drawnFrom(seed))
        expect(decryptPassphrase(encrypted, passphrase)).toEqual({ ok: true, text })
        expect(CryptoJS.AES.decrypt(encrypted, passphrase).toString(CryptoJS.enc.Utf8)).toBe(text)
      }),
    )
  })
})
