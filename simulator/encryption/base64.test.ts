// Base64 is taken exactly as it is written by node, node-forge and crypto-js; every other text is refused at its fault.
import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import forge from 'node-forge'
import { expect, it } from 'vitest'
import { base64Length, decodeBase64 } from './decryption-outcome.ts'

it.each([
  ['node', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')],
  ['node-forge', (bytes: Uint8Array) => forge.util.encode64(Buffer.from(bytes).toString('latin1'))],
  ['crypto-js', (bytes: Uint8Array) => CryptoJS.enc.Base64.stringify(CryptoJS.lib.WordArray.create(bytes))],
])('reads what %s writes', (_, encode) => {
  const property = fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
    const encoded = encode(bytes)
    expect(decodeBase64(encoded)).toEqual({ ok: true, bytes: Buffer.from(bytes) })
    expect(base64Length(bytes.length)).toBe(encoded.length)
  })
  fc.assert(property)
})

it('refuses an empty text', () => {
  expect(decodeBase64('')).toMatchObject({ ok: false, reason: 'empty' })
})

it.each([
  ['QUJD-UJD', 'character 5 is "-"'],
  ['QUJD\nQUJD', 'character 5 is "\\n"'],
  ['QUJD ', 'character 5 is " "'],
  ['😀😀', 'character 1 is "😀"'],
  ['AAA\ud83d', 'character 4 is "\\ud83d"'],
  ['QQ==QUJD', 'character 3 is "="'],
  ['====', 'character 1 is "="'],
  ['QQ===', 'character 3 is "="'],
  ['QQ=', 'its length of 3 characters is not a multiple of 4'],
  ['QQ', 'its length of 2 characters is not a multiple of 4'],
  ['Q', 'its length of 1 characters is not a multiple of 4'],
  ['QR==', 'its last character carries bits beyond the last byte'],
  ['QUK=', 'its last character carries bits beyond the last byte'],
  [`${'A'.repeat(2_000_000)}!!!!`, 'character 2000001 is "!"'],
  ['='.repeat(2_000_000), 'character 1 is "="'],
])('refuses text number %#, naming its first fault', (text, fault) => {
  const message = expect.stringContaining(`The encrypted payload is not base64: ${fault}`)
  expect(decodeBase64(text)).toEqual({ ok: false, reason: 'not-base64', message })
})
