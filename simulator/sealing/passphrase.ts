// Opens payloads sealed with a passphrase in the form OpenSSL's `enc` command made common and crypto-js writes: base64 of
// `Salted__`, 8 bytes of salt, then AES-256-CBC with PKCS #7 padding. Whose passphrase it is, the caller knows.
import { createDecipheriv, hash } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { type Opened, openedText, unopened } from './opened.ts'

const MARK = Buffer.from('Salted__')
const SALT_BYTES = 8
const HEAD_BYTES = MARK.length + SALT_BYTES
const AES_BLOCK_BYTES = 16
const KEY_BYTES = 32

/** The plain text of a base64 text sealed with this passphrase; never throws for any text (contract: Endpoints, Passphrase payload). */
export function openPassphrase(sealed: string, passphrase: string): Opened {
  const decoded = decodeBase64(sealed)
  if (!decoded.ok) return decoded
  const { bytes } = decoded
  if (!bytes.subarray(0, MARK.length).equals(MARK)) {
    return unopened(
      'not-salted',
      'The sealed payload does not begin with "Salted__" once its base64 is decoded. ' +
        'Seal it with a passphrase, as CryptoJS.AES.encrypt(text, clientSecret).toString() does.',
    )
  }
  const body = bytes.subarray(HEAD_BYTES)
  if (body.length === 0 || body.length % AES_BLOCK_BYTES !== 0) {
    return unopened(
      'cut-block',
      `The sealed payload has ${bytes.length} bytes: ${HEAD_BYTES} of mark and salt must be followed by one or more ` +
        `whole blocks of ${AES_BLOCK_BYTES}. Send it uncut.`,
    )
  }
  const message = decrypt(body, bytes.subarray(MARK.length, HEAD_BYTES), passphrase)
  if (message === undefined) {
    return unopened(
      'wrong-key-or-padding',
      'The sealed payload does not open with the client secret: its last block shows no PKCS#7 padding. ' +
        'Seal it with AES-256-CBC under this client secret as passphrase, and send it unchanged.',
    )
  }
  return openedText(message)
}

function decrypt(body: Uint8Array, salt: Uint8Array, passphrase: string): Buffer | undefined {
  const derived = derive(passphrase, salt)
  const decipher = createDecipheriv(
    'aes-256-cbc',
    derived.subarray(0, KEY_BYTES),
    derived.subarray(KEY_BYTES, KEY_BYTES + AES_BLOCK_BYTES),
  )
  const start = decipher.update(body)
  try {
    return Buffer.concat([start, decipher.final()])
  } catch {
    return undefined
  }
}

// EVP_BytesToKey with MD5 and one round: three digests, each over the one before it, give the key and then the vector.
function derive(passphrase: string, salt: Uint8Array): Buffer {
  const secret = Buffer.concat([Buffer.from(passphrase, 'utf8'), salt])
  const first = md5(secret)
  const second = md5(Buffer.concat([first, secret]))
  const third = md5(Buffer.concat([second, secret]))
  return Buffer.concat([first, second, third])
}

function md5(bytes: Uint8Array): Buffer {
  return hash('md5', bytes, 'buffer')
}
