// The result of decrypting a payload: its text, or a reason with a message for the client. rsa.ts and passphrase.ts decrypt the
// bytes; this file reads text and JSON from them.

import { parseJson } from '../../core/json.ts'

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
  const value = parseJson(opened.text)
  if (value !== undefined) return { ok: true, value }
  return undecryptable(
    'not-json',
    `The encrypted payload opened, but its text of ${opened.text.length} characters is not JSON. ` +
      'Encrypt the text that JSON.stringify gives for the payload.',
  )
}
