// Encryption on the service's side: what it encrypts opens, here and elsewhere, and the same draw gives the same text.

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
const draws = (seed: string) => {
  const random = new SeededRandom(seed)
  return (count: number) => random.bytes(count)
}

describe.each(['oaep', 'pkcs1'] as const)('a payload encrypted with %s', (padding) => {
  it('opens, whatever its length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), fc.string(), (text, seed) => {
        const encrypted = encryptRsa(text, publicKey, padding, draws(seed))
        const { length } = Buffer.from(encrypted, 'base64')
        expect(length % 128).toBe(0)
        expect(decryptRsa(encrypted, privateKey, padding)).toEqual({
          ok: true,
          text: Buffer.from(text).toString(),
        })
      }),
    )
  })

  it('is the same text for the same draw, and another for another', () => {
    const encrypted = encryptRsa('{}', publicKey, padding, draws('1'))
    expect(encryptRsa('{}', publicKey, padding, draws('1'))).toBe(encrypted)
    expect(encryptRsa('{}', publicKey, padding, draws('2'))).not.toBe(encrypted)
  })
})

it('encrypts OAEP as others open it', () => {
  const encrypted = Buffer.from(encryptRsa('{"a":1}', publicKey, 'oaep', draws('1')), 'base64')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  expect(privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, encrypted).toString()).toBe('{"a":1}')
})

describe('a payload encrypted with a passphrase', () => {
  it('opens, here and with crypto-js', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, passphrase, seed) => {
        const encrypted = encryptPassphrase(text, passphrase, draws(seed))
        expect(decryptPassphrase(encrypted, passphrase)).toEqual({ ok: true, text })
        expect(CryptoJS.AES.decrypt(encrypted, passphrase).toString(CryptoJS.enc.Utf8)).toBe(text)
      }),
    )
  })

  it('is the same text for the same draw, and another for another', () => {
    const encrypted = encryptPassphrase('{}', 'secret', draws('1'))
    expect(encryptPassphrase('{}', 'secret', draws('1'))).toBe(encrypted)
    expect(encryptPassphrase('{}', 'secret', draws('2'))).not.toBe(encrypted)
  })
})
