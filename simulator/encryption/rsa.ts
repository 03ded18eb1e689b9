// Decrypts payloads that were encrypted with a public RSA key: blocks of the size of the modulus, in base64. Adds and removes
// the two paddings of PKCS #1 (RFC 8017): OAEP with SHA-1, MGF1-SHA-1 and an empty label (section 7.1), and version 1.5 (section 7.2),
// because privateDecrypt of Node 20 refuses the latter. Not in constant time: the private keys of the simulator are published.

import { constants, hash, type KeyObject, privateDecrypt } from 'node:crypto'
import {
  base64Length,
  decodeBase64,
  decryptedText,
  type Opened,
  type Undecryptable,
  undecryptable,
} from './decryption-outcome.ts'

/** The paddings to decrypt: OAEP (SHA-1, empty label), PKCS #1 v1.5, or whichever of them the first block shows. */
export type RsaPadding = 'oaep' | 'pkcs1' | 'both'

/** The most blocks of one payload under a key of 2048 bits. Each takes a private-key operation. */
export const MAX_BLOCKS = 256

/** The most blocks under a key of that many bytes: the time of an operation grows faster than the square of its length. */
function maxBlocks(keyBytes: number): number {
  return Math.min(MAX_BLOCKS, Math.floor(MAX_BLOCKS * (256 / keyBytes) ** 2))
}

const PADDING_NAMES = { oaep: 'OAEP (SHA-1)', pkcs1: 'PKCS#1 v1.5', both: 'OAEP (SHA-1) or PKCS#1 v1.5' }

/** Several blocks are one text in base64 as a whole, or each on its own, with dots between them. */
export type RsaBlocks = 'blocks' | 'separate'

type UnpaddedBlock = { message: Uint8Array; padding: 'oaep' | 'pkcs1' }

/** Decrypts a base64 text. Never throws, whatever the text is. */
export function decryptRsa(
  encrypted: string,
  privateKey: KeyObject,
  accept: RsaPadding,
  form: RsaBlocks = 'blocks',
): Opened {
  const modulus = rsaModulus(privateKey)
  const blocks = maxBlocks(modulus.length)
  const longest =
    form === 'blocks'
      ? base64Length(blocks * modulus.length)
      : blocks * (base64Length(modulus.length) + 1) - 1
  if (encrypted.length > longest) {
    return undecryptable(
      'too-long',
      `The encrypted payload has ${encrypted.length} characters, and at most ${longest} are opened: ` +
        `${blocks} blocks of ${modulus.length} bytes in base64. Send a smaller payload.`,
    )
  }
  const decoded = form === 'blocks' ? decodeBase64(encrypted) : decodeSeparate(encrypted, modulus.length)
  if (!decoded.ok) return decoded
  if (decoded.bytes.length % modulus.length !== 0) return cutBlock(decoded.bytes.length, modulus.length)
  const message = openBlocks(decoded.bytes, modulus, privateKey, accept)
  return message instanceof Uint8Array ? decryptedText(message) : message
}

/** The bytes of blocks that are encoded one by one. */
function decodeSeparate(encrypted: string, blockBytes: number): ReturnType<typeof decodeBase64> {
  const blocks: Buffer[] = []
  for (const text of encrypted.split('.')) {
    const block = decodeBase64(text)
    if (!block.ok) return block
    if (block.bytes.length !== blockBytes)
      return undecryptable(
        'cut-block',
        `Block ${blocks.length + 1} of the encrypted payload has ${block.bytes.length} bytes, and a block under the merchant's ` +
          `key has ${blockBytes}. Encode each block in base64 on its own, and put dots between them.`,
      )
    blocks.push(block.bytes)
  }
  return { ok: true, bytes: Buffer.concat(blocks) }
}

function openBlocks(
  encrypted: Buffer,
  modulus: Uint8Array,
  privateKey: KeyObject,
  accept: RsaPadding,
): Uint8Array | Undecryptable {
  const blockCount = encrypted.length / modulus.length
  const messages: Uint8Array[] = []
  let expected = accept
  for (let index = 0; index < blockCount; index += 1) {
    const block = encrypted.subarray(index * modulus.length, (index + 1) * modulus.length)
    const place = `block ${index + 1} of ${blockCount}`
    if (Buffer.compare(block, modulus) >= 0) {
      return encryptedOtherwise(expected, `${place} is a number beyond the modulus of the merchant's key`)
    }
    const unpadded = unpad(rawBlock(block, privateKey))
    if (unpadded === undefined) return encryptedOtherwise(expected, `${place} shows no padding`)
    if (expected !== 'both' && expected !== unpadded.padding) {
      return encryptedOtherwise(expected, `${place} shows ${PADDING_NAMES[unpadded.padding]} padding`)
    }
    // A client uses one padding for all blocks.
    expected = unpadded.padding
    messages.push(unpadded.message)
  }
  return Buffer.concat(messages)
}

/** Blocks without their encryption, by key and encrypted text: replays decrypt the same texts again, which takes most of their time. */
const rawBlocks = new WeakMap<KeyObject, Map<string, Uint8Array>>()
const maxRawBlocks = 10_000

function rawBlock(block: Buffer, key: KeyObject): Uint8Array {
  const known = rawBlocks.get(key) ?? new Map<string, Uint8Array>()
  rawBlocks.set(key, known)
  const text = block.toString('latin1')
  const raw = known.get(text) ?? privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, block)
  if (known.size === maxRawBlocks) known.clear()
  known.set(text, raw)
  return raw
}

// OAEP first, whatever is accepted: its recognition is certain, and about one OAEP block in 430 looks like version 1.5 too.
function unpad(block: Uint8Array): UnpaddedBlock | undefined {
  const oaep = unpadOaep(block)
  if (oaep !== undefined) return { message: oaep, padding: 'oaep' }
  const pkcs1 = unpadPkcs1(block)
  return pkcs1 === undefined ? undefined : { message: pkcs1, padding: 'pkcs1' }
}

function cutBlock(byteCount: number, blockBytes: number): Undecryptable {
  return undecryptable(
    'cut-block',
    `The encrypted payload has ${byteCount} bytes, which is no multiple of the ${blockBytes} bytes of a block ` +
      "under the merchant's key. Send every block whole, encrypted with the merchant's public key.",
  )
}

function encryptedOtherwise(expected: RsaPadding, detail: string): Undecryptable {
  return undecryptable(
    'wrong-key-or-padding',
    `The encrypted payload does not open with the merchant's private key: ${detail}. ` +
      `Encrypt it with the merchant's public key and ${PADDING_NAMES[expected]} padding.`,
  )
}

const moduli = new WeakMap<KeyObject, Uint8Array>()

/** The modulus of an RSA key, big-endian; its length is the block size in bytes. Throws for any other key. */
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

/** Draws that many bytes from a generator of the caller. */
export type RandomBytes = (byteCount: number) => Uint8Array

const HASH_BYTES = 20
const EMPTY_LABEL_HASH = hash('sha1', '', 'buffer')
const MIN_PKCS1_PADDING_BYTES = 8
const PKCS1_OVERHEAD_BYTES = 3 + MIN_PKCS1_PADDING_BYTES

/** The message of an OAEP block; undefined for any other block. */
function unpadOaep(block: Uint8Array): Uint8Array | undefined {
  if (block[0] !== 0) return undefined
  const maskedData = block.subarray(1 + HASH_BYTES)
  const seed = masked(block.subarray(1, 1 + HASH_BYTES), maskedData)
  const data = masked(maskedData, seed)
  if (!EMPTY_LABEL_HASH.equals(data.subarray(0, HASH_BYTES))) return undefined
  let end = HASH_BYTES
  while (data[end] === 0) end += 1
  return data[end] === 1 ? data.subarray(end + 1) : undefined
}

/** The message of a version 1.5 block; undefined for any other block, except for about one random block in 10^5. */
export function unpadPkcs1(block: Uint8Array): Uint8Array | undefined {
  if (block[0] !== 0 || block[1] !== 2) return undefined
  const end = block.indexOf(0, 2)
  return end < 2 + MIN_PKCS1_PADDING_BYTES ? undefined : block.subarray(end + 1)
}

/** An OAEP block with a message; undefined when the message does not fit. */
export function padOaep(
  message: Uint8Array,
  blockBytes: number,
  randomBytes: RandomBytes,
): Buffer | undefined {
  const dataBytes = blockBytes - 1 - HASH_BYTES
  if (message.length > dataBytes - HASH_BYTES - 1) return undefined
  const data = Buffer.alloc(dataBytes)
  data.set(EMPTY_LABEL_HASH)
  data[dataBytes - message.length - 1] = 1
  data.set(message, dataBytes - message.length)
  const seed = randomBytes(HASH_BYTES)
  const maskedData = masked(data, seed)
  const maskedSeed = masked(seed, maskedData)
  return Buffer.concat([Buffer.alloc(1), maskedSeed, maskedData])
}

/** A version 1.5 block with a message; undefined when the message does not fit. */
export function padPkcs1(
  message: Uint8Array,
  blockBytes: number,
  randomBytes: RandomBytes,
): Buffer | undefined {
  if (message.length > blockBytes - PKCS1_OVERHEAD_BYTES) return undefined
  const block = Buffer.alloc(blockBytes)
  block[1] = 2
  // Padding bytes must not be zero. Zeros become ones, so that the number of drawn bytes is fixed.
  block.set(
    randomBytes(blockBytes - 3 - message.length).map((byte) => byte || 1),
    2,
  )
  block.set(message, blockBytes - message.length)
  return block
}

/** The bytes, with the mask that follows from a seed (MGF1) put on them or taken off. */
function masked(bytes: Uint8Array, seed: Uint8Array): Buffer {
  const result = Buffer.allocUnsafe(Math.ceil(bytes.length / HASH_BYTES) * HASH_BYTES)
  const input = Buffer.alloc(seed.length + 4)
  input.set(seed)
  for (let counter = 0; counter * HASH_BYTES < result.length; counter += 1) {
    input.writeUInt32BE(counter, seed.length)
    // By way of a text, which takes half of the time of a Buffer from `hash`.
    result.write(hash('sha1', input, 'binary'), counter * HASH_BYTES, 'latin1')
  }
  for (let index = 0; index < bytes.length; index += 1)
    result[index] = (result[index] ?? 0) ^ (bytes[index] ?? 0)
  return result.subarray(0, bytes.length)
}
