// Encrypts texts as clients do, for people who have no encryption at hand (curl, scenario tools). The random bytes come from the
// caller, so that equal seeds give equal texts. Opening, in rsa.ts and passphrase.ts, knows nothing of this file.
import { constants, createCipheriv, type KeyObject, publicEncrypt } from 'node:crypto'
import { deriveKey, SALTED_MARK, SALTED_SALT_BYTES } from './passphrase.ts'
import { rsaModulus } from './rsa-keys.ts'
import { padOaep, padPkcs1, type RandomBytes } from './rsa-padding.ts'

const paddings = {
  oaep: { pad: padOaep, overheadBytes: 42 },
  pkcs1: { pad: padPkcs1, overheadBytes: 11 },
} as const

/** Base64 of a text under a public RSA key, in as many blocks as it needs. */
export function encryptRsa(
  text: string,
  publicKey: KeyObject,
  padding: keyof typeof paddings,
  randomBytes: RandomBytes,
): string {
  const { pad, overheadBytes } = paddings[padding]
  const blockBytes = rsaModulus(publicKey).length
  const roomBytes = blockBytes - overheadBytes
  const message = Buffer.from(text, 'utf8')
  // An empty text is a block too, so that it can be opened again.
  const blockCount = Math.max(1, Math.ceil(message.length / roomBytes))
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const block = pad(message.subarray(index * roomBytes, (index + 1) * roomBytes), blockBytes, randomBytes)
    if (block === undefined)
      throw new Error(`A key of ${blockBytes} bytes has no room for ${padding} padding`)
    return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block)
  })
  return Buffer.concat(blocks).toString('base64')
}

/** OpenSSL's salted form (AES-256-CBC) of a text under a passphrase, in base64. */
export function encryptPassphrase(text: string, passphrase: string, randomBytes: RandomBytes): string {
  const salt = randomBytes(SALTED_SALT_BYTES)
  const { key, vector } = deriveKey(passphrase, salt)
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  return Buffer.concat([SALTED_MARK, salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}
