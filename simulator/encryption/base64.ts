// The strict base64 of encrypted payloads: standard alphabet, right padding, one line, nothing left over.
// Stricter than Buffer.from, which skips what it does not know and so hides faults of a client.
import { type Undecryptable, undecryptable } from './decrypted.ts'

/** The bytes of a base64 text, or `empty` or `not-base64` naming the first fault; linear in the text's length. */
export function decodeBase64(encrypted: string): { ok: true; bytes: Buffer } | Undecryptable {
  if (encrypted === '') {
    return undecryptable(
      'empty',
      'The encrypted payload is an empty string. Send the base64 of the encrypted payload.',
    )
  }
  const bytes = Buffer.from(encrypted, 'base64')
  // Bytes have exactly one canonical base64 text, so encoding them again finds every other text at native speed.
  if (bytes.toString('base64') === encrypted) return { ok: true, bytes }
  return undecryptable(
    'not-base64',
    `The encrypted payload is not base64: ${firstFault(encrypted)}. ` +
      'Send standard base64 (A-Z a-z 0-9 + /), padded with "=" and without line breaks.',
  )
}

/** How many characters the base64 of so many bytes has. */
export function base64Length(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4
}

function firstFault(encrypted: string): string {
  const paddingLength = encrypted.endsWith('==') ? 2 : encrypted.endsWith('=') ? 1 : 0
  const stranger = encrypted.slice(0, encrypted.length - paddingLength).search(/[^A-Za-z0-9+/]/)
  if (stranger !== -1) {
    const character = String.fromCodePoint(encrypted.codePointAt(stranger) ?? 0)
    return `character ${stranger + 1} is ${JSON.stringify(character)}`
  }
  if (encrypted.length % 4 !== 0) {
    return `its length of ${encrypted.length} characters is not a multiple of 4, so it was cut or its padding is missing`
  }
  return 'its last character carries bits beyond the last byte'
}
