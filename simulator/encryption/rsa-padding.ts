// The two encryption paddings of PKCS #1 (RFC 8017) on decrypted blocks: OAEP with SHA-1, MGF1-SHA-1 and an empty label (section
// 7.1), and version 1.5 (section 7.2). Not in constant time: the private keys of the simulator are published.

import { hash } from 'node:crypto'

/** Draws that many bytes from a generator of the caller. */
export type RandomBytes = (byteCount: number) => Uint8Array

const HASH_BYTES = 20
const EMPTY_LABEL_HASH = hash('sha1', '', 'buffer')
const MIN_PKCS1_PADDING_BYTES = 8
const PKCS1_OVERHEAD_BYTES = 3 + MIN_PKCS1_PADDING_BYTES

/** The message of an OAEP block; undefined for any other block. */
export function unpadOaep(block: Uint8Array): Uint8Array | undefined {
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
