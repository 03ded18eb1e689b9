// Decrypts payloads that were encrypted with a passphrase in the format of OpenSSL's `enc` and of crypto-js: base64 of `Salted__`,
// 8 bytes of salt, and AES-256-CBC with PKCS #7 padding.

import { createDecipheriv, hash, pbkdf2Sync } from 'node:crypto'
import { decodeBase64, decryptedText, type Opened, undecryptable } from './decryption-outcome.ts'

/** The start of the salted format. */
export const SALTED_MARK = Buffer.from('Salted__')
export const SALTED_SALT_BYTES = 8
const HEAD_BYTES = SALTED_MARK.length + SALTED_SALT_BYTES
const AES_BLOCK_BYTES = 16
const KEY_BYTES = 32

/** The key follows from the passphrase by EVP_BytesToKey with MD5 and one round, or by PBKDF2 with SHA-256. */
export type KeyDerivation = 'openssl' | 'pbkdf2'

/** The default of OpenSSL's `enc -pbkdf2`. */
const PBKDF2_ITERATIONS = 10_000

/** Decrypts a base64 text. Never throws, whatever the text is. */
export function decryptPassphrase(
  encrypted: string,
  passphrase: string,
  derivation: KeyDerivation = 'openssl',
): Opened {
  const decoded = decodeBase64(encrypted)
  if (!decoded.ok) return decoded
  const { bytes } = decoded
  if (!bytes.subarray(0, SALTED_MARK.length).equals(SALTED_MARK)) {
    return undecryptable(
      'not-salted',
      'The encrypted payload does not begin with "Salted__" once its base64 is decoded. ' +
        'Encrypt it with a passphrase, as CryptoJS.AES.encrypt(text, clientSecret).toString() does.',
    )
  }
  const body = bytes.subarray(HEAD_BYTES)
  if (body.length === 0 || body.length % AES_BLOCK_BYTES !== 0) {
    return undecryptable(
      'cut-block',
      `The encrypted payload has ${bytes.length} bytes: ${HEAD_BYTES} of mark and salt must be followed by one or more ` +
        `whole blocks of ${AES_BLOCK_BYTES}. Send it uncut.`,
    )
  }
  const message = decrypt(body, bytes.subarray(SALTED_MARK.length, HEAD_BYTES), passphrase, derivation)
  if (message === undefined) {
    return undecryptable(
      'wrong-key-or-padding',
      'The encrypted payload does not open with the client secret: its last block shows no PKCS#7 padding. ' +
        'Encrypt it with AES-256-CBC under this client secret as passphrase, and send it unchanged.',
    )
  }
  return decryptedText(message)
}

function decrypt(
  body: Uint8Array,
  salt: Uint8Array,
  passphrase: string,
  derivation: KeyDerivation,
): Buffer | undefined {
  const { key, vector } = deriveKey(passphrase, salt, derivation)
  const decipher = createDecipheriv('aes-256-cbc', key, vector)
  const start = decipher.update(body)
  try {
    return Buffer.concat([start, decipher.final()])
  } catch {
    return undefined
  }
}

/** The key and the vector of a passphrase and a salt. */
export function deriveKey(
  passphrase: string,
  salt: Uint8Array,
  derivation: KeyDerivation,
): { key: Buffer; vector: Buffer } {
  const derived =
    derivation === 'openssl'
      ? derivedWithMd5(passphrase, salt)
      : pbkdf2Sync(passphrase, salt, PBKDF2_ITERATIONS, KEY_BYTES + AES_BLOCK_BYTES, 'sha256')
  return {
    key: derived.subarray(0, KEY_BYTES),
    vector: derived.subarray(KEY_BYTES, KEY_BYTES + AES_BLOCK_BYTES),
  }
}

function derivedWithMd5(passphrase: string, salt: Uint8Array): Buffer {
  const secret = Buffer.concat([Buffer.from(passphrase, 'utf8'), salt])
  const first = md5(secret)
  const second = md5(Buffer.concat([first, secret]))
  const third = md5(Buffer.concat([second, secret]))
  return Buffer.concat([first, second, third])
}

function md5(bytes: Uint8Array): Buffer {
  return hash('md5', bytes, 'buffer')
}
