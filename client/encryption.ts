// Client-side encryption of payloads, with the libraries that merchants use: node-forge (RSA) and crypto-js (passphrase).
// The simulator decrypts with node:crypto and shares no code with this file, so that each side checks the other. Only the
// power of a padded RSA block and PBKDF2 come from node:crypto: they have one right result, and libraries take 20 times as long.

import {
  constants,
  createHash,
  createPublicKey,
  type KeyObject,
  pbkdf2Sync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import AES from 'crypto-js/aes.js'
import WordArray from 'crypto-js/lib-typedarrays.js'
import pkcs1 from 'node-forge/lib/pkcs1.js'
import util from 'node-forge/lib/util.js'

/** RSA padding: OAEP (SHA-1, empty label) or PKCS#1 v1.5. */
export type RsaPadding = 'oaep' | 'pkcs1'

/** Blocks are one text in base64 as a whole, or each on its own, separated by dots. */
type RsaBlocks = 'blocks' | 'separate'

/** A key follows from a passphrase by OpenSSL's derivation with MD5, or by PBKDF2 with SHA-256. */
type KeyDerivation = 'openssl' | 'pbkdf2'

/** Returns that many random bytes. */
export type RandomBytes = (byteCount: number) => Uint8Array

/** The encryption of a payload. */
export type Encryption =
  /** `publicKey` is PEM; the padding is OAEP by default. */
  | { scheme: 'rsa'; publicKey: string; padding?: RsaPadding; blocks?: RsaBlocks }
  | { scheme: 'passphrase'; passphrase: string; derivation?: KeyDerivation }
  /** By a function, such as that of a target module. */
  | { scheme: 'custom'; encrypt: (payload: unknown) => string }
  /** Not encrypted: `text` is sent in place of the encrypted text. */
  | { scheme: 'none'; text: string }

const oaepSeedBytes = 20
const saltBytes = 8
const pbkdf2Iterations = 10_000
const minKeyBits = 512
const overheadBytes = { oaep: 2 * oaepSeedBytes + 2, pkcs1: 11 }

/**
 * Encrypts a text. With a seed, the same text, key and seed always produce the same encrypted text, and repeated calls
 * return it from a cache.
 */
export function encrypt(text: string, encryption: Encryption, seed?: string): string {
  if (encryption.scheme === 'none') return encryption.text
  if (encryption.scheme === 'custom') return encryption.encrypt(JSON.parse(text))
  if (seed === undefined) return encryptWith(encryption, text)
  const key = JSON.stringify([encryption, seed, text])
  let encrypted = encryptedTexts.get(key)
  if (encrypted === undefined) {
    encrypted = encryptWith(encryption, text, bytesFrom(`${seed} ${text}`))
    if (encryptedTexts.size >= maxEncryptedTexts) encryptedTexts.clear()
    encryptedTexts.set(key, encrypted)
  }
  return encrypted
}

const encryptedTexts = new Map<string, string>()
const maxEncryptedTexts = 20_000

function encryptWith(
  encryption: Exclude<Encryption, { scheme: 'none' | 'custom' }>,
  text: string,
  random?: RandomBytes,
): string {
  return encryption.scheme === 'rsa'
    ? encryptRsaText(text, encryption.publicKey, encryption.padding, random, encryption.blocks)
    : encryptPassphraseText(text, encryption.passphrase, random, encryption.derivation)
}

/** Bytes that depend on nothing but a text. */
function bytesFrom(seed: string): RandomBytes {
  let draws = 0
  return (outputLength) => {
    draws += 1
    return createHash('shake256', { outputLength }).update(`${draws} ${seed}`).digest()
  }
}

/** Encrypts a payload's JSON text with a public key (PEM): RSA blocks, concatenated, in base64. */
export function encryptRsa(
  payload: unknown,
  publicKeyPem: string,
  padding?: RsaPadding,
  random?: RandomBytes,
): string {
  return encryptRsaText(jsonText(payload), publicKeyPem, padding, random)
}

/** Encrypts the UTF-8 bytes of a text, which need not be JSON, with a public key (PEM). */
export function encryptRsaText(
  text: string,
  publicKeyPem: string,
  padding: RsaPadding = 'oaep',
  random?: RandomBytes,
  form: RsaBlocks = 'blocks',
): string {
  const key = publicKeyOf(publicKeyPem)
  const blockBytes = Math.ceil(bitsOf(key) / 8)
  const maxMessageBytes = blockBytes - overheadBytes[padding]
  const bytes = util.encodeUtf8(text)
  const encrypted: string[] = []
  let start = 0
  // An empty text is one block, so that it can be decrypted.
  do {
    const message = bytes.slice(start, start + maxMessageBytes)
    const block =
      padding === 'oaep' ? oaepBlock(message, key, random) : pkcs1Block(message, blockBytes, random)
    encrypted.push(power(block, key))
    start += maxMessageBytes
  } while (start < bytes.length)
  return form === 'separate'
    ? encrypted.map((block) => util.encode64(block)).join('.')
    : util.encode64(encrypted.join(''))
}

/** Encrypts a payload's JSON text with a passphrase: OpenSSL's salted format, AES-256-CBC, in base64. */
export function encryptPassphrase(payload: unknown, passphrase: string, random?: RandomBytes): string {
  return encryptPassphraseText(jsonText(payload), passphrase, random)
}

/** Encrypts a text, which need not be JSON, with a passphrase. */
export function encryptPassphraseText(
  text: string,
  passphrase: string,
  random?: RandomBytes,
  derivation: KeyDerivation = 'openssl',
): string {
  if (derivation === 'pbkdf2') return encryptWithPbkdf2(text, passphrase, random)
  const options = random === undefined ? {} : { salt: WordArray.create(random(saltBytes)) }
  return AES.encrypt(text, passphrase, options).toString()
}

/** As `openssl enc -pbkdf2 -base64 -A` does. */
function encryptWithPbkdf2(text: string, passphrase: string, random: RandomBytes | undefined): string {
  const salt = (random ?? randomBytes)(saltBytes)
  const derived = pbkdf2Sync(passphrase, salt, pbkdf2Iterations, 48, 'sha256')
  const [key, iv] = [WordArray.create(derived.subarray(0, 32)), WordArray.create(derived.subarray(32))]
  const encrypted = Buffer.from(AES.encrypt(text, key, { iv }).ciphertext.toString(), 'hex')
  return Buffer.concat([Buffer.from('Salted__'), salt, encrypted]).toString('base64')
}

/** True if a text is a public key (PEM) that is large enough to encrypt with. */
export function isEncryptionKey(text: string): boolean {
  try {
    return bitsOf(publicKeyOf(text)) >= minKeyBits
  } catch {
    return false
  }
}

function oaepBlock(message: string, key: KeyObject, random: RandomBytes = randomBytes): string {
  return pkcs1.encode_rsa_oaep({ n: { bitLength: () => bitsOf(key) } }, message, {
    seed: binary(random(oaepSeedBytes)),
  })
}

function pkcs1Block(message: string, blockBytes: number, random: RandomBytes = randomBytes): string {
  const padding = Uint8Array.from(random(blockBytes - 3 - message.length), (byte) => byte || 1)
  return `\x00\x02${binary(padding)}\x00${message}`
}

/** Encrypts a padded block, in bytes as characters. */
function power(block: string, key: KeyObject): string {
  const { RSA_NO_PADDING: padding } = constants
  return binary(publicEncrypt({ key, padding }, util.binary.raw.decode(block)))
}

const publicKeys = new Map<string, KeyObject>()

/** Reads a public key (PEM), however its lines are broken. Throws for what is not one. */
export function publicKeyOf(pem: string): KeyObject {
  let key = publicKeys.get(pem)
  if (key === undefined) {
    const [, kind, body = ''] = /^-----BEGIN (RSA )?PUBLIC KEY-----([^-]*)-----END /m.exec(pem) ?? []
    const type = kind === undefined ? 'spki' : 'pkcs1'
    key = createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type })
    publicKeys.set(pem, key)
  }
  return key
}

function bitsOf({ asymmetricKeyDetails }: KeyObject): number {
  return asymmetricKeyDetails?.modulusLength ?? 0
}

function binary(bytes: Uint8Array): string {
  return util.binary.raw.encode(bytes)
}

function jsonText(payload: unknown): string {
  const text: string | undefined = JSON.stringify(payload)
  if (text === undefined)
    throw new TypeError('A payload must have a JSON text. Functions and undefined have none.')
  return text
}
