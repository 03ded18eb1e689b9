// Sealing on the service's side: what it seals opens, here and elsewhere, and the same draw gives the same text.

import { constants, createPrivateKey, createPublicKey, privateDecrypt } from 'node:crypto'
import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../world/random.ts'
import { KNOWN_KEY } from './known-answers.ts'
import { openPassphrase } from './passphrase.ts'
import { openRsa } from './rsa.ts'
import { sealPassphrase, sealRsa } from './seal.ts'

const privateKey = createPrivateKey(KNOWN_KEY)
const publicKey = createPublicKey(privateKey)
const draws = (seed: string) => {
  const random = new SeededRandom(seed)
  return (count: number) => random.bytes(count)
}

describe.each(['oaep', 'pkcs1'] as const)('a payload sealed with %s', (padding) => {
  it('opens, whatever its length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), fc.string(), (text, seed) => {
        const sealed = sealRsa(text, publicKey, padding, draws(seed))
        const { length } = Buffer.from(sealed, 'base64')
        expect(length % 128).toBe(0)
        expect(openRsa(sealed, privateKey, padding)).toEqual({ ok: true, text: Buffer.from(text).toString() })
      }),
    )
  })

  it('is the same text for the same draw, and another for another', () => {
    const sealed = sealRsa('{}', publicKey, padding, draws('1'))
    expect(sealRsa('{}', publicKey, padding, draws('1'))).toBe(sealed)
    expect(sealRsa('{}', publicKey, padding, draws('2'))).not.toBe(sealed)
  })
})

it('seals OAEP as others open it', () => {
  const sealed = Buffer.from(sealRsa('{"a":1}', publicKey, 'oaep', draws('1')), 'base64')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  expect(privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, sealed).toString()).toBe('{"a":1}')
})

describe('a payload sealed with a passphrase', () => {
  it('opens, here and with crypto-js', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, passphrase, seed) => {
        const sealed = sealPassphrase(text, passphrase, draws(seed))
        expect(openPassphrase(sealed, passphrase)).toEqual({ ok: true, text })
        expect(CryptoJS.AES.decrypt(sealed, passphrase).toString(CryptoJS.enc.Utf8)).toBe(text)
      }),
    )
  })

  it('is the same text for the same draw, and another for another', () => {
    const sealed = sealPassphrase('{}', 'secret', draws('1'))
    expect(sealPassphrase('{}', 'secret', draws('1'))).toBe(sealed)
    expect(sealPassphrase('{}', 'secret', draws('2'))).not.toBe(sealed)
  })
})
