// Decrypts payloads that were encrypted with a public RSA key: blocks of the size of the modulus, in base64. The padding is removed
// in rsa-padding.ts, because privateDecrypt of Node 20 refuses PKCS #1 v1.5.

import { constants, type KeyObject, privateDecrypt } from 'node:crypto'
import {
  base64Length,
  decodeBase64,
  decryptedText,
  type Opened,
  type Undecryptable,
  undecryptable,
} from './decrypted.ts'
import { unpadOaep, unpadPkcs1 } from './rsa-padding.ts'

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
    const raw = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block)
    const unpadded = unpad(raw)
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
