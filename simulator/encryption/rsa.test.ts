// Which blocks are taken for padded messages, at the edges of the two forms. Whole payloads are tried in rsa.test.ts.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unpadOaep, unpadPkcs1 } from './rsa.ts'

const EMPTY_LABEL_HASH = sha1(Buffer.alloc(0))
const FOREIGN_LABEL_HASH = sha1(Buffer.from('label'))

describe('unpadOaep', () => {
  it.each([
    ['another label', oaepBlock(FOREIGN_LABEL_HASH, '\x01message')],
    ['a first byte that is not 0', oaepBlock(EMPTY_LABEL_HASH, '\x01message', 1)],
    ['a padding byte that is not 0', oaepBlock(EMPTY_LABEL_HASH, '\0\x02\x01message')],
    ['no end of the padding', oaepBlock(EMPTY_LABEL_HASH, '\0\0\0')],
    ['no byte left for the end of the padding', oaepBlock(EMPTY_LABEL_HASH, '')],
    ['a block too short for any OAEP', new Uint8Array(10)],
    ['no block', new Uint8Array(0)],
  ])('refuses %s', (_, block) => {
    expect(unpadOaep(block)).toBeUndefined()
  })
})

describe('unpadPkcs1', () => {
  const eight = 'p'.repeat(8)

  it.each([
    ['a first byte that is not 0', `\x01\x02${eight}\0message`],
    ['a signature block', `\0\x01${eight}\0message`],
    ['7 padding bytes', '\0\x02ppppppp\0message'],
    ['no end of the padding', `\0\x02${eight}${eight}`],
    ['no block', ''],
  ])('refuses %s', (_, block) => {
    expect(unpadPkcs1(Buffer.from(block, 'latin1'))).toBeUndefined()
  })
})

// An OAEP block around data that need not be well-formed, built in the other direction from what is tested.
function oaepBlock(labelHash: Buffer, data: string, first = 0): Uint8Array {
  const seed = Buffer.from('a seed of 20 bytes..')
  const masked = masking(Buffer.concat([labelHash, Buffer.from(data, 'latin1')]), seed)
  return Buffer.concat([Buffer.of(first), masking(seed, masked), masked])
}

function masking(bytes: Buffer, seed: Buffer): Buffer {
  const mask = Buffer.concat(
    [0, 1, 2].map((counter) => sha1(Buffer.concat([seed, Buffer.of(0, 0, 0, counter)]))),
  )
  return Buffer.from(bytes.map((byte, index) => byte ^ mask.readUInt8(index)))
}

function sha1(bytes: Uint8Array): Buffer {
  return createHash('sha1').update(bytes).digest()
}
