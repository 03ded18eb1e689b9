// What opening a encrypted payload gives: its plain text, or a reason and a message for the person who encrypted it.
// Text and JSON are told apart here; how bytes are unencrypted is not here (rsa.ts, passphrase.ts).

import { parseJson } from '../../core/json.ts'

/** Why a encrypted payload was refused; stable, for code to branch on. */
export type DecryptionFailure =
  | 'empty'
  | 'too-long'
  | 'not-base64'
  | 'not-salted'
  | 'cut-block'
  | 'wrong-key-or-padding'
  | 'not-utf8'
  | 'not-json'

/** A refusal; `message` says what is wrong, where, and what to do. */
export type Undecryptable = { ok: false; reason: DecryptionFailure; message: string }

/** The plain text of a encrypted payload, or why there is none. */
export type Opened = { ok: true; text: string } | Undecryptable

/** The JSON value inside a encrypted payload, or why there is none. */
export type DecryptedJson = { ok: true; value: unknown } | Undecryptable

// A leading U+FEFF is part of the text that was encrypted, so it is kept.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A refusal, in one word and in a sentence for a person. */
export function undecryptable(reason: DecryptionFailure, message: string): Undecryptable {
  return { ok: false, reason, message }
}

/** The text that the unencrypted bytes spell in UTF-8, or `not-utf8`. */
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

/** The value of the JSON text of an opened payload, or `not-json`; a refusal is handed on as it is. */
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
