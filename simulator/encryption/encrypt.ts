// Encrypts on the service's side, with node:crypto: what the control API encrypts for people without a library, and the
// references that the service makes. Clients encrypt with other libraries (client/encryption.ts), so that two
// implementations check each other.

import { constants, createCipheriv, type KeyObject, publicEncrypt } from 'node:crypto'
import { deriveKey, type KeyDerivation, SALTED_MARK, SALTED_SALT_BYTES } from './passphrase.ts'
import { padOaep, padPkcs1, type RandomBytes, type RsaBlocks, rsaModulus } from './rsa.ts'

const paddings = {
  oaep: { pad: padOaep, overheadBytes: 42 },
  pkcs1: { pad: padPkcs1, overheadBytes: 11 },
} as const

/** Encrypts a text with a public RSA key: as many blocks as it needs, in base64. The same random bytes produce the same text. */
export function encryptRsa(
  text: string,
  publicKey: KeyObject,
  padding: keyof typeof paddings,
  randomBytes: RandomBytes,
  form: RsaBlocks = 'blocks',
): string {
  const { pad, overheadBytes } = paddings[padding]
  const blockBytes = rsaModulus(publicKey).length
  const maxMessageBytes = blockBytes - overheadBytes
  const message = Buffer.from(text, 'utf8')
  // An empty text is one block, so that it can be decrypted.
  const blockCount = Math.max(1, Math.ceil(message.length / maxMessageBytes))
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const part = message.subarray(index * maxMessageBytes, (index + 1) * maxMessageBytes)
    const block = pad(part, blockBytes, randomBytes)
    if (block === undefined)
      throw new Error(`A key of ${blockBytes} bytes is too short for ${padding} padding.`)
    return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, block)
  })
  return form === 'separate'
    ? blocks.map((block) => block.toString('base64')).join('.')
    : Buffer.concat(blocks).toString('base64')
}

/** Encrypts a text with a passphrase: OpenSSL's salted format, AES-256-CBC, in base64. */
export function encryptPassphrase(
  text: string,
  passphrase: string,
  randomBytes: RandomBytes,
  derivation: KeyDerivation = 'openssl',
): string {
  const salt = randomBytes(SALTED_SALT_BYTES)
  const { key, vector } = deriveKey(passphrase, salt, derivation)
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  return Buffer.concat([SALTED_MARK, salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}
