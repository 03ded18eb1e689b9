// Payloads that OpenSSL, node-forge or crypto-js encrypted are decrypted to the same text. Each malformed form is refused for its
// reason. Which refusal a client gets is tested in service/decrypt-payload.test.ts.

import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encryptPassphraseText, encryptRsaText } from '../../client/encryption.ts'
import { SeededRandom } from '../world/random.ts'
import { decodeBase64, decryptedJson, decryptedText, type Opened } from './decryption-outcome.ts'
import { encryptPassphrase, encryptRsa } from './encrypt.ts'
import {
  ENCRYPTED_OAEP,
  ENCRYPTED_OAEP_SHA256,
  ENCRYPTED_PASSPHRASE,
  ENCRYPTED_PKCS1,
  KNOWN_KEY,
  KNOWN_PASSPHRASE,
  KNOWN_TEXT,
  OTHER_KEY,
} from './known-answers.ts'
import { decryptPassphrase } from './passphrase.ts'
import { decryptRsa, MAX_BLOCKS, type RsaPadding, rsaModulus, unpadPkcs1 } from './rsa.ts'

const privateKey = createPrivateKey(KNOWN_KEY)
const publicKey = createPublicKey(privateKey)
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const anyText = fc.string({ unit: 'binary', maxLength: 400 })
const base64 = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'base64') : part)),
  ).toString('base64')
const drawnFrom = (seed: string) => {
  const random = new SeededRandom(seed)
  return (count: number) => random.bytes(count)
}

it.each([
  ['OAEP', decryptRsa(ENCRYPTED_OAEP, privateKey, 'oaep')],
  ['OAEP, found out', decryptRsa(ENCRYPTED_OAEP, privateKey, 'both')],
  ['PKCS #1 v1.5', decryptRsa(ENCRYPTED_PKCS1, privateKey, 'pkcs1')],
  ['PKCS #1 v1.5, found out', decryptRsa(ENCRYPTED_PKCS1, privateKey, 'both')],
  ['a passphrase', decryptPassphrase(ENCRYPTED_PASSPHRASE, KNOWN_PASSPHRASE)],
])('decrypts what OpenSSL encrypted with %s', (_, opened) => {
  expect(opened).toEqual({ ok: true, text: KNOWN_TEXT })
})

describe.each(['oaep', 'pkcs1'] as const)('with %s padding', (padding) => {
  it('decrypts any text that the client or the service encrypted', () => {
    const property = fc.property(anyText, fc.string(), (text, seed) => {
      const opened = { ok: true, text }
      expect(decryptRsa(encryptRsaText(text, publicPem, padding), privateKey, 'both')).toEqual(opened)
      const encrypted = encryptRsa(text, publicKey, padding, drawnFrom(seed))
      expect(decryptRsa(encrypted, privateKey, padding)).toEqual(opened)
    })
    fc.assert(property, { numRuns: 50 })
  })

  it('decrypts with a key whose modulus begins with a zero bit, and a text without random bytes', () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 1023 })
    const encrypted = encryptRsa(
      KNOWN_TEXT.repeat(9),
      key.publicKey,
      padding,
      (count) => new Uint8Array(count),
    )
    expect(decryptRsa(encrypted, key.privateKey, 'both')).toEqual({ ok: true, text: KNOWN_TEXT.repeat(9) })
  })
})

it('decrypts any text that crypto-js or the service encrypted with a passphrase, and the reverse', () => {
  const property = fc.property(anyText, anyText, fc.string(), (text, passphrase, seed) => {
    expect(decryptPassphrase(encryptPassphraseText(text, passphrase), passphrase)).toEqual({ ok: true, text })
    const encrypted = encryptPassphrase(text, passphrase, drawnFrom(seed))
    expect(CryptoJS.AES.decrypt(encrypted, passphrase).toString(CryptoJS.enc.Utf8)).toBe(text)
  })
  fc.assert(property, { numRuns: 50 })
})

it('encrypts OAEP as node:crypto decrypts it', () => {
  const encrypted = Buffer.from(encryptRsa(KNOWN_TEXT, publicKey, 'oaep', drawnFrom('1')), 'base64')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  expect(privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, encrypted).toString()).toBe(
    KNOWN_TEXT,
  )
})

describe('a malformed RSA payload', () => {
  const modulus = Buffer.from(rsaModulus(privateKey))
  const most = base64(...Array.from({ length: MAX_BLOCKS }, () => ENCRYPTED_OAEP))
  const labeled = publicEncrypt({ key: publicKey, oaepLabel: Buffer.from('label') }, Buffer.from(KNOWN_TEXT))
  const rsa = (accept: RsaPadding, ...parts: (Uint8Array | string)[]) =>
    decryptRsa(base64(...parts), privateKey, accept)

  it.each<[what: string, opened: Opened, reason: string, part: string]>([
    ['a block too many', rsa('both', most, ENCRYPTED_OAEP), 'too-long', '256 blocks of 128 bytes'],
    ['a block cut short', rsa('both', Buffer.alloc(126)), 'cut-block', '126 bytes'],
    ['the second block cut', rsa('both', ENCRYPTED_OAEP, Buffer.alloc(127)), 'cut-block', '255 bytes'],
    [
      'encrypted with a passphrase',
      rsa('both', ENCRYPTED_PASSPHRASE),
      'cut-block',
      'the 128 bytes of a block',
    ],
    ['the modulus itself', rsa('both', modulus), 'wrong-key-or-padding', 'block 1 of 1 is a number beyond'],
    ['a block of zeros', rsa('both', Buffer.alloc(128)), 'wrong-key-or-padding', 'shows no padding'],
    ['OAEP with a label', rsa('both', labeled), 'wrong-key-or-padding', 'shows no padding'],
    ['OAEP with another hash', rsa('both', ENCRYPTED_OAEP_SHA256), 'wrong-key-or-padding', 'no padding'],
    ['noise after a block', rsa('both', ENCRYPTED_OAEP, Buffer.alloc(128)), 'wrong-key-or-padding', '2 of 2'],
    ['v1.5 in place of OAEP', rsa('oaep', ENCRYPTED_PKCS1), 'wrong-key-or-padding', 'shows PKCS#1 v1.5'],
    ['OAEP in place of v1.5', rsa('pkcs1', ENCRYPTED_OAEP), 'wrong-key-or-padding', 'shows OAEP (SHA-1)'],
    ['v1.5 after OAEP', rsa('both', ENCRYPTED_OAEP, ENCRYPTED_PKCS1), 'wrong-key-or-padding', 'block 2 of 2'],
    [
      'one for another key',
      decryptRsa(ENCRYPTED_OAEP, createPrivateKey(OTHER_KEY), 'both'),
      'wrong-key-or-padding',
      'block 1 of 1',
    ],
    ['a text in plain', decryptRsa(KNOWN_TEXT, privateKey, 'both'), 'not-base64', 'character 1 is "{"'],
  ])('%s is refused', (_, opened, reason, part) => {
    expect(opened).toEqual({ ok: false, reason, message: expect.stringContaining(part) })
  })

  it('is no payload of the most blocks', () => {
    expect(rsa('both', most)).toEqual({ ok: true, text: KNOWN_TEXT.repeat(MAX_BLOCKS) })
  })

  it('is an OAEP block with one other byte', () => {
    const bytes = Buffer.from(ENCRYPTED_OAEP, 'base64')
    const change = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }))
    const property = fc.property(change, ([at, by]) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      expect(rsa('oaep', changed)).toMatchObject({ ok: false, reason: 'wrong-key-or-padding' })
    })
    fc.assert(property)
  })

  it.each([
    ['a first byte that is not 0', '\x01\x02pppppppp\0message'],
    ['the mark of a signature', '\0\x01pppppppp\0message'],
    ['7 padding bytes', '\0\x02ppppppp\0message'],
    ['no end of the padding', '\0\x02pppppppppppppppp'],
    ['no byte', ''],
  ])('is a block of PKCS #1 v1.5 with %s', (_, block) => {
    expect(unpadPkcs1(Buffer.from(block, 'latin1'))).toBeUndefined()
  })
})

describe('a malformed payload under a passphrase', () => {
  const bytes = Buffer.from(ENCRYPTED_PASSPHRASE, 'base64')

  it.each([
    ['nothing', '', 'empty', 'empty string'],
    ['cut inside base64', ENCRYPTED_PASSPHRASE.slice(0, -2), 'not-base64', 'not a multiple of 4'],
    ['encrypted with RSA', ENCRYPTED_OAEP, 'not-salted', 'Salted__'],
    ['nothing after the mark', base64(bytes.subarray(0, 8)), 'cut-block', '8 bytes'],
    ['nothing after the salt', base64(bytes.subarray(0, 16)), 'cut-block', '16 bytes'],
    ['a block cut short', base64(bytes.subarray(0, 47)), 'cut-block', '47 bytes'],
    ['the last block lost', base64(bytes.subarray(0, 32)), 'wrong-key-or-padding', 'client secret'],
  ])('%s is refused', (_, encrypted, reason, part) => {
    const opened = decryptPassphrase(encrypted, KNOWN_PASSPHRASE)
    expect(opened).toEqual({ ok: false, reason, message: expect.stringContaining(part) })
  })

  it('is that of another passphrase', () => {
    for (const passphrase of ['', `${KNOWN_PASSPHRASE} `])
      expect(decryptPassphrase(ENCRYPTED_PASSPHRASE, passphrase)).toMatchObject({
        reason: 'wrong-key-or-padding',
      })
  })
})

it('decrypts or refuses any text, and never throws', () => {
  const bytes = fc.uint8Array({ maxLength: 260 })
  const salted = Buffer.from(ENCRYPTED_PASSPHRASE, 'base64').subarray(0, 16)
  const anyEncrypted = fc.oneof(
    anyText,
    bytes.map((some) => base64(some)),
    bytes.map((some) => base64(salted, some)),
    fc.uint8Array({ minLength: 128, maxLength: 128 }).map((some) => base64(some)),
  )
  const property = fc.property(anyEncrypted, (encrypted) => {
    for (const opened of [
      decryptRsa(encrypted, privateKey, 'both'),
      decryptPassphrase(encrypted, KNOWN_PASSPHRASE),
    ])
      if (!opened.ok) expect(opened.message).toMatch(/^The encrypted payload .*\. .*\.$/s)
  })
  fc.assert(property)
})

describe('base64', () => {
  it.each([
    ['QUJD-UJD', 'character 5 is "-"'],
    ['QUJD\nQUJD', 'character 5 is "\\n"'],
    ['AAA\ud83d', 'character 4 is "\\ud83d"'],
    ['QQ==QUJD', 'character 3 is "="'],
    ['====', 'character 1 is "="'],
    ['QQ=', 'its length of 3 characters is not a multiple of 4'],
    ['QQ', 'its length of 2 characters is not a multiple of 4'],
    ['QR==', 'its last character carries bits beyond the last byte'],
    ['='.repeat(2_000_000), 'character 1 is "="'],
  ])('is refused at its first error (%#)', (text, error) => {
    const message = expect.stringContaining(`The encrypted payload is not base64: ${error}`)
    expect(decodeBase64(text)).toEqual({ ok: false, reason: 'not-base64', message })
  })
})

describe('the decrypted text', () => {
  it.each(['', '{', "{'a':1}", 'undefined', '{"a":1}x', '\ufeff{}', '['.repeat(100_000)])(
    'is refused if it is not JSON (%#)',
    (text) => {
      const part = `text of ${text.length} characters is not JSON`
      const refused = { ok: false, reason: 'not-json', message: expect.stringContaining(part) }
      expect(decryptedJson({ ok: true, text })).toEqual(refused)
    },
  )

  it.each([
    ['a byte that UTF-8 does not have', [0xff]],
    ['a cut character', [0xe2, 0x82]],
    ['half a pair of surrogates', [0xed, 0xa0, 0x80]],
  ])('is refused if it has %s', (_, bytes) => {
    expect(decryptedText(Uint8Array.from(bytes))).toMatchObject({ ok: false, reason: 'not-utf8' })
  })

  it('may begin with a byte order mark, which was encrypted, too', () => {
    expect(decryptedText(Buffer.from('\ufeffa'))).toEqual({ ok: true, text: '\ufeffa' })
  })
})
