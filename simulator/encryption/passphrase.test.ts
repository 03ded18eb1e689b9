// Payloads encrypted by crypto-js or OpenSSL's command line are decrypted to the same text; every malformed form is refused.
import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENCRYPTED_OAEP, ENCRYPTED_PASSPHRASE, KNOWN_PASSPHRASE, KNOWN_TEXT } from './known-answers.ts'
import { decryptPassphrase } from './passphrase.ts'

const wellFormedText = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
const encryptedBytes = Buffer.from(ENCRYPTED_PASSPHRASE, 'base64')
const base64 = (...parts: Uint8Array[]) => Buffer.concat(parts).toString('base64')

it('decrypts what OpenSSL encrypted', () => {
  expect(decryptPassphrase(ENCRYPTED_PASSPHRASE, KNOWN_PASSPHRASE)).toEqual({ ok: true, text: KNOWN_TEXT })
})

it('decrypts what crypto-js encrypted, for any text and passphrase', () => {
  const property = fc.property(wellFormedText(200), wellFormedText(40), (text, passphrase) => {
    const encrypted = CryptoJS.AES.encrypt(text, passphrase).toString()
    expect(decryptPassphrase(encrypted, passphrase)).toEqual({ ok: true, text })
  })
  fc.assert(property, { numRuns: 100 })
})

describe('malformed payloads', () => {
  it.each([
    ['empty', '', 'empty', 'empty string'],
    ['2 MB of nothing', 'AAAA'.repeat(500_000), 'not-salted', 'Salted__'],
    ['cut inside base64', ENCRYPTED_PASSPHRASE.slice(0, -2), 'not-base64', 'not a multiple of 4'],
    ['shorter than the mark', base64(encryptedBytes.subarray(0, 7)), 'not-salted', 'Salted__'],
    ['encrypted with RSA', ENCRYPTED_OAEP, 'not-salted', 'Salted__'],
    ['nothing after the mark', base64(encryptedBytes.subarray(0, 8)), 'cut-block', '8 bytes'],
    ['nothing after the salt', base64(encryptedBytes.subarray(0, 16)), 'cut-block', '16 bytes'],
    ['a block cut short', base64(encryptedBytes.subarray(0, 47)), 'cut-block', '47 bytes'],
    ['the last block lost', base64(encryptedBytes.subarray(0, 32)), 'wrong-key-or-padding', 'client secret'],
  ])('%s', (_, encrypted, reason, part) => {
    const opened = decryptPassphrase(encrypted, KNOWN_PASSPHRASE)
    expect(opened).toMatchObject({ ok: false, reason })
    expect(opened).toHaveProperty('message', expect.stringContaining(part))
  })

  it.each(['', 's3cret Grusse', `${KNOWN_PASSPHRASE} `])('another passphrase: "%s"', (passphrase) => {
    const opened = decryptPassphrase(ENCRYPTED_PASSPHRASE, passphrase)
    expect(opened).toMatchObject({ ok: false, reason: 'wrong-key-or-padding' })
  })

  it('bytes that are not UTF-8', () => {
    const message = CryptoJS.enc.Hex.parse('7b22ff227d')
    const encrypted = CryptoJS.AES.encrypt(message, KNOWN_PASSPHRASE).toString()
    expect(decryptPassphrase(encrypted, KNOWN_PASSPHRASE)).toMatchObject({ ok: false, reason: 'not-utf8' })
  })

  it('2 MB of noise under the mark costs one pass', () => {
    const noise = Buffer.alloc(1_500_000, 'noise')
    const opened = decryptPassphrase(
      base64(encryptedBytes.subarray(0, 16), noise.subarray(0, 1_499_984)),
      KNOWN_PASSPHRASE,
    )
    expect(opened).toMatchObject({ ok: false, reason: 'wrong-key-or-padding' })
  })
})

it('decrypts or refuses any text, and never throws', () => {
  const anyEncrypted = fc.oneof(
    wellFormedText(300),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => base64(bytes)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => base64(encryptedBytes.subarray(0, 16), bytes)),
  )
  const property = fc.property(anyEncrypted, wellFormedText(20), (encrypted, passphrase) => {
    const opened = decryptPassphrase(encrypted, passphrase)
    if (!opened.ok) expect(opened.message).toMatch(/^The encrypted payload .*\. .*\.$/s)
  })
  fc.assert(property, { numRuns: 500 })
})
