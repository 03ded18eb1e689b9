// The common part of both kinds of decryption: the base64 they read, and their result, which is a text or a reason with a message for the
// client. rsa.ts and passphrase.ts decrypt the bytes.

import { parseDeepJson } from '../../core/json.ts'

/** Why an encrypted payload was refused. */
type DecryptionFailure =
  | 'empty'
  | 'too-long'
  | 'not-base64'
  | 'not-salted'
  | 'cut-block'
  | 'wrong-key-or-padding'
  | 'not-utf8'
  | 'not-json'

/** A refusal. `message` has fact, place and remedy. */
export type Undecryptable = { ok: false; reason: DecryptionFailure; message: string }

/** The text of an encrypted payload, or a refusal. */
export type Opened = { ok: true; text: string } | Undecryptable

/** The JSON value of an encrypted payload, or a refusal. */
export type DecryptedJson = { ok: true; value: unknown } | Undecryptable

// A leading U+FEFF is part of the text that was encrypted, so it is not removed.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A refusal with its reason and message. */
export function undecryptable(reason: DecryptionFailure, message: string): Undecryptable {
  return { ok: false, reason, message }
}

/**
 * The bytes of strict base64 (standard alphabet, padded, one line), or the refusal `empty` or `not-base64` with the first fault.
 * Buffer.from alone skips characters that it does not know, and so hides errors of a client.
 */
export function decodeBase64(encrypted: string): { ok: true; bytes: Buffer } | Undecryptable {
  if (encrypted === '') {
    return undecryptable(
      'empty',
      'The encrypted payload is an empty string. Send the base64 of the encrypted payload.',
    )
  }
  const bytes = Buffer.from(encrypted, 'base64')
  // Bytes have exactly one canonical base64 text.
  if (bytes.toString('base64') === encrypted) return { ok: true, bytes }
  return undecryptable(
    'not-base64',
    `The encrypted payload is not base64: ${firstFault(encrypted)}. ` +
      'Send standard base64 (A-Z a-z 0-9 + /), padded with "=" and without line breaks.',
  )
}

/** The length of the base64 of that many bytes. */
export function base64Length(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4
}

function firstFault(encrypted: string): string {
  const paddingLength = encrypted.endsWith('==') ? 2 : encrypted.endsWith('=') ? 1 : 0
  const invalid = encrypted.slice(0, encrypted.length - paddingLength).search(/[^A-Za-z0-9+/]/)
  if (invalid !== -1) {
    const character = String.fromCodePoint(encrypted.codePointAt(invalid) ?? 0)
    return `character ${invalid + 1} is ${JSON.stringify(character)}`
  }
  if (encrypted.length % 4 !== 0) {
    return `its length of ${encrypted.length} characters is not a multiple of 4, so it was cut or its padding is missing`
  }
  return 'its last character carries bits beyond the last byte'
}

/** The UTF-8 text of decrypted bytes, or the refusal `not-utf8`. */
export function decryptedText(bytes: Uint8Array): Opened {
  try {
    return { ok: true, text: utf8.decode(bytes) }
  } catch {
    return undecryptable(
      'not-utf8',
      `The encrypted payload opened to ${bytes.length} bytes that are not UTF-8 text. ` +
        'Encrypt the UTF-8 bytes of the JSON text, and check that it was encrypted for this merchant.',
    )
  }
}

/** The JSON value of a decrypted text, or the refusal `not-json`. Returns an earlier refusal unchanged. */
export function decryptedJson(opened: Opened): DecryptedJson {
  if (!opened.ok) return opened
  const value = parseDeepJson(opened.text)
  if (value !== undefined) return { ok: true, value }
  return undecryptable(
    'not-json',
    `The encrypted payload opened, but its text of ${opened.text.length} characters is not JSON. ` +
      'Encrypt the text that JSON.stringify gives for the payload.',
  )
}
