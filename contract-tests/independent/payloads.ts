// Decryption: RSA-OAEP with SHA-256, and AES-256-GCM with a key derived by scrypt.

import {
  constants,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  scryptSync,
} from 'node:crypto'

/** An RSA key pair whose public half clients encrypt with. */
export interface PayloadKey {
  readonly publicKeyPem: string
  readonly privateKey: KeyObject
  readonly bytes: number
}

/** Makes a key that is short, because tests decrypt much with it. */
export function newPayloadKey(bits = 1024): PayloadKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits })
  return {
    publicKeyPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: pair.privateKey,
    bytes: bits / 8,
  }
}

/** Decrypts base64 of RSA-OAEP (SHA-256) blocks; undefined where the text is not that. */
export function decryptWithKey(key: PayloadKey, text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.length % key.bytes !== 0) return undefined
  try {
    const parts: Buffer[] = []
    for (let at = 0; at < bytes.length; at += key.bytes)
      parts.push(
        privateDecrypt(
          { key: key.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
          bytes.subarray(at, at + key.bytes),
        ),
      )
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Decrypts hex of salt (16), nonce (12), tag (16) and AES-256-GCM text under a scrypt key (N 1024); undefined where it is not that. */
export function decryptWithPassphrase(passphrase: string, text: unknown): unknown {
  if (typeof text !== 'string' || !/^[0-9a-f]{90,}$/i.test(text)) return undefined
  const bytes = Buffer.from(text, 'hex')
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      scryptSync(passphrase, bytes.subarray(0, 16), 32, { N: 1024 }),
      bytes.subarray(16, 28),
    )
    decipher.setAuthTag(bytes.subarray(28, 44))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8'))
  } catch {
    return undefined
  }
}

/** A UUID-style id: upper case, version 8, derived from a counter. */
export function idOf(kind: string, number: number): string {
  const hex = createHash('sha256').update(`${kind}/${number}`).digest('hex').toUpperCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-B${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
