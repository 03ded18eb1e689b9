// Encrypts payloads as merchants do, with node-forge and crypto-js; the client's side only, opening is the service's.
// Deliberately shares nothing with the simulator, so that the two sides can only agree through the contract.
import CryptoJS from 'crypto-js'
import forge from 'node-forge'

/** The RSA encryption schemes that clients use: OAEP (SHA-1, empty label) or PKCS #1 v1.5. */
export type RsaScheme = 'oaep' | 'pkcs1'

/** Draws so many bytes; give a seeded one for reproducible payloads, or none for the libraries' own randomness. */
export type RandomBytes = (byteCount: number) => Uint8Array

const OAEP_SEED_BYTES = 20
const SALT_BYTES = 8
const MIN_KEY_BITS = 512
const OVERHEAD_BYTES = { oaep: 2 * OAEP_SEED_BYTES + 2, pkcs1: 11 }

const publicKeys = new Map<string, forge.pki.rsa.PublicKey>()

/** Base64 of the payload's JSON text under a public key (PEM), in as many RSA blocks as it needs. */
export function encryptRsa(
  payload: unknown,
  publicKeyPem: string,
  scheme: RsaScheme = 'oaep',
  random?: RandomBytes,
): string {
  return encryptRsaText(jsonText(payload), publicKeyPem, scheme, random)
}

/** Base64 of a text's UTF-8 bytes under a public key (PEM); for texts that are not JSON. */
export function encryptRsaText(
  text: string,
  publicKeyPem: string,
  scheme: RsaScheme = 'oaep',
  random?: RandomBytes,
): string {
  const key = publicKeyOf(publicKeyPem)
  const blockBytes = Math.ceil(key.n.bitLength() / 8)
  const roomBytes = blockBytes - OVERHEAD_BYTES[scheme]
  const bytes = forge.util.encodeUtf8(text)
  let encrypted = ''
  let start = 0
  // An empty text is a block too, so that it can be opened again.
  do {
    const message = bytes.slice(start, start + roomBytes)
    encrypted +=
      scheme === 'oaep' ? encryptOaep(message, key, random) : encryptPkcs1(message, key, blockBytes, random)
    start += roomBytes
  } while (start < bytes.length)
  return forge.util.encode64(encrypted)
}

/** OpenSSL's salted form (AES-256-CBC) of the payload's JSON text under a passphrase. */
export function encryptPassphrase(payload: unknown, passphrase: string, random?: RandomBytes): string {
  return encryptPassphraseText(jsonText(payload), passphrase, random)
}

/** OpenSSL's salted form (AES-256-CBC) of a text under a passphrase; for texts that are not JSON. */
export function encryptPassphraseText(text: string, passphrase: string, random?: RandomBytes): string {
  const options = random === undefined ? {} : { salt: CryptoJS.lib.WordArray.create(random(SALT_BYTES)) }
  return CryptoJS.AES.encrypt(text, passphrase, options).toString()
}

/** Whether payloads can be encrypted under a text: it is a public key (PEM) whose blocks have room for something. */
export function isEncryptionKey(text: string): boolean {
  try {
    return publicKeyOf(text).n.bitLength() >= MIN_KEY_BITS
  } catch {
    return false
  }
}

function encryptOaep(message: string, key: forge.pki.rsa.PublicKey, random: RandomBytes | undefined): string {
  const options = random === undefined ? {} : { seed: binary(random(OAEP_SEED_BYTES)) }
  return key.encrypt(message, 'RSA-OAEP', options)
}

function encryptPkcs1(
  message: string,
  key: forge.pki.rsa.PublicKey,
  blockBytes: number,
  random: RandomBytes | undefined,
): string {
  if (random === undefined) return key.encrypt(message, 'RSAES-PKCS1-V1_5')
  // The library draws its padding itself and takes no seed, so a seeded block is padded here and encrypted raw.
  const padding = random(blockBytes - 3 - message.length).map((byte) => byte || 1)
  return key.encrypt(`\x00\x02${binary(padding)}\x00${message}`, 'RAW')
}

function publicKeyOf(pem: string): forge.pki.rsa.PublicKey {
  const known = publicKeys.get(pem)
  if (known !== undefined) return known
  const key = forge.pki.publicKeyFromPem(pem)
  publicKeys.set(pem, key)
  return key
}

function binary(bytes: Uint8Array): string {
  return forge.util.binary.raw.encode(bytes)
}

function jsonText(payload: unknown): string {
  const text: string | undefined = JSON.stringify(payload)
  if (text === undefined) {
    throw new TypeError('A payload to encrypt must have a JSON text; undefined and functions have none')
  }
  return text
}
