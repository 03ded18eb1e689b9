// Encrypts one RSA block on the service's side, for the `encrypted` reference that GET /invoices hands out.
// The random bytes come from the caller, so that equal seeds give equal references; opening is in rsa.ts.
import { constants, type KeyObject, publicEncrypt } from 'node:crypto'
import { rsaModulus } from './rsa-keys.ts'
import { padPkcs1, type RandomBytes } from './rsa-padding.ts'

/** Base64 of one PKCS #1 v1.5 block around the text; the same bytes for the same draw. Throws when it does not fit: our bug. */
export function deterministicRsaBlock(text: string, publicKey: KeyObject, randomBytes: RandomBytes): string {
  const blockBytes = rsaModulus(publicKey).length
  const message = Buffer.from(text, 'utf8')
  const block = padPkcs1(message, blockBytes, randomBytes)
  if (block === undefined) {
    throw new Error(`A text of ${message.length} bytes does not fit one RSA block of ${blockBytes} bytes`)
  }
  return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block).toString('base64')
}
