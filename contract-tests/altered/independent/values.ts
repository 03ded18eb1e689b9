// Values on the wire: objects, amounts, identifiers and encrypted payloads.

import {
  constants,
  createDecipheriv,
  createHash,
  type KeyObject,
  privateDecrypt,
  scryptSync,
} from 'node:crypto'
import { Decimal } from 'decimal.js'

export type Fields = Readonly<Record<string, unknown>>
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The fields of an object; of another value, no fields. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
/** The objects of a list, none where the value is no list. */
export const rowsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : []

export type Amount = Decimal
const LongDecimal = Decimal.clone({ precision: 60 })
export const isAmount = (value: unknown): value is Amount => value instanceof LongDecimal
/** Reads decimal text or a JSON number; NaN where the value is neither. */
export function amountOf(value: unknown): Amount {
  const text = typeof value === 'number' ? value.toFixed(12) : String(value)
  return new LongDecimal(/^\d{1,15}(\.\d{1,18})?$/.test(text) ? text : Number.NaN)
}

/** A UUID-style id: upper case, version 8, derived from a counter. */
export function idOf(kind: string, number: number): string {
  const hex = createHash('sha256').update(`${kind}/${number}`).digest('hex').toUpperCase()
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-B$4-$5')
}

/** The JSON value that a decryption yields; undefined where it fails. */
function jsonOf(decrypt: () => Buffer): unknown {
  try {
    return JSON.parse(decrypt().toString('utf8'))
  } catch {
    return undefined
  }
}

/** Decrypts base64 of RSA-OAEP (SHA-256) blocks of a key of 1024 bits. */
export const decryptWithKey = (key: KeyObject, text: unknown): unknown =>
  jsonOf(() => {
    const bytes = Buffer.from(String(text), 'base64')
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    const starts = Array.from({ length: Math.ceil(bytes.length / 128) }, (_, at) => at * 128)
    return Buffer.concat(starts.map((at) => privateDecrypt(options, bytes.subarray(at, at + 128))))
  })

/** Decrypts hex of a salt (16 bytes), nonce (12), tag (16) and AES-256-GCM text under a scrypt key (N 1024). */
export const decryptWithPassphrase = (passphrase: string, text: unknown): unknown =>
  jsonOf(() => {
    const bytes = Buffer.from(String(text), 'hex')
    const key = scryptSync(passphrase, bytes.subarray(0, 16), 32, { N: 1024 })
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(16, 28))
    decipher.setAuthTag(bytes.subarray(28, 44))
    return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()])
  })
