// What opening and encryption must know of an RSA key, read from it once. The keys themselves belong to the world.
import type { KeyObject } from 'node:crypto'

const moduli = new WeakMap<KeyObject, Uint8Array>()

/** The modulus of an RSA key, big-endian; its length is the block size in bytes. Throws for any other key: our bug. */
export function rsaModulus(key: KeyObject): Uint8Array {
  const known = moduli.get(key)
  if (known !== undefined) return known
  if (key.asymmetricKeyType !== 'rsa') {
    throw new Error(`An RSA key is needed here, and this one is of type ${key.asymmetricKeyType ?? key.type}`)
  }
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url')
  moduli.set(key, modulus)
  return modulus
}
