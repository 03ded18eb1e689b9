// What opening a sealed payload gives: its plain text, or a reason and a message for the person who sealed it.
// Text and JSON are told apart here; how bytes are unsealed is not here (rsa.ts, passphrase.ts).

/** Why a sealed payload was refused; stable, for code to branch on. */
export type OpeningFailure =
  | 'empty'
  | 'too-long'
  | 'not-base64'
  | 'not-salted'
  | 'cut-block'
  | 'wrong-key-or-padding'
  | 'not-utf8'
  | 'not-json'

/** A refusal; `message` says what is wrong, where, and what to do. */
export type Unopened = { ok: false; reason: OpeningFailure; message: string }

/** The plain text of a sealed payload, or why there is none. */
export type Opened = { ok: true; text: string } | Unopened

/** The JSON value inside a sealed payload, or why there is none. */
export type OpenedJson = { ok: true; value: unknown } | Unopened

// A leading U+FEFF is part of the text that was sealed, so it is kept.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A refusal, in one word and in a sentence for a person. */
export function unopened(reason: OpeningFailure, message: string): Unopened {
  return { ok: false, reason, message }
}

/** The text that the unsealed bytes spell in UTF-8, or `not-utf8`. */
export function openedText(bytes: Uint8Array): Opened {
  try {
    return { ok: true, text: utf8.decode(bytes) }
  } catch {
    return unopened(
      'not-utf8',
      `The sealed payload opened to ${bytes.length} bytes that are not UTF-8 text. ` +
        'Seal the UTF-8 bytes of the JSON text, and check that it was sealed for this merchant.',
    )
  }
}

/** The value of the JSON text of an opened payload, or `not-json`; a refusal is handed on as it is. */
export function openJson(opened: Opened): OpenedJson {
  if (!opened.ok) return opened
  try {
    return { ok: true, value: JSON.parse(opened.text) }
  } catch {
    // The engine's own words are left out: they differ between versions, and answers must not.
    return unopened(
      'not-json',
      `The sealed payload opened, but its text of ${opened.text.length} characters is not JSON. ` +
        'Seal the text that JSON.stringify gives for the payload.',
    )
  }
}
