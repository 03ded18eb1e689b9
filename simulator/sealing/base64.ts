// The strict base64 of sealed payloads: standard alphabet, right padding, one line, nothing left over.
// Stricter than Buffer.from, which skips what it does not know and so hides faults of a client.
import { type Unopened, unopened } from './opened.ts'

/** The bytes of a base64 text, or `empty` or `not-base64` naming the first fault; linear in the text's length. */
export function decodeBase64(sealed: string): { ok: true; bytes: Buffer } | Unopened {
  if (sealed === '') {
    return unopened('empty', 'The sealed payload is an empty string. Send the base64 of the sealed payload.')
  }
  const bytes = Buffer.from(sealed, 'base64')
  // Bytes have exactly one canonical base64 text, so writing them back finds every deviation at native speed.
  if (bytes.toString('base64') === sealed) return { ok: true, bytes }
  return unopened(
    'not-base64',
    `The sealed payload is not base64: ${firstFault(sealed)}. ` +
      'Send standard base64 (A-Z a-z 0-9 + /), padded with "=" and without line breaks.',
  )
}

/** How many characters the base64 of so many bytes has. */
export function base64Length(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4
}

function firstFault(sealed: string): string {
  const paddingLength = sealed.endsWith('==') ? 2 : sealed.endsWith('=') ? 1 : 0
  const stranger = sealed.slice(0, sealed.length - paddingLength).search(/[^A-Za-z0-9+/]/)
  if (stranger !== -1) {
    const character = String.fromCodePoint(sealed.codePointAt(stranger) ?? 0)
    return `character ${stranger + 1} is ${JSON.stringify(character)}`
  }
  if (sealed.length % 4 !== 0) {
    return `its length of ${sealed.length} characters is not a multiple of 4, so it was cut or its padding is missing`
  }
  return 'its last character carries bits beyond the last byte'
}
