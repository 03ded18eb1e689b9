// Which blocks are taken for padded messages, at the edges of the two forms. Whole payloads are tried in rsa.test.ts.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { padPkcs1, unpadOaep, unpadPkcs1 } from './rsa.ts'

const EMPTY_LABEL_HASH = sha1(Buffer.alloc(0))
const FOREIGN_LABEL_HASH = sha1(Buffer.from('label'))
const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1')

describe('unpadOaep', () => {
  it.each([
    ['no padding bytes', '\x01message', 'message'],
    ['some padding bytes', '\0\0\0\x01message', 'message'],
    ['a message that begins like the padding', '\0\x01\0\x01', '\0\x01'],
    ['an empty message', '\0\0\x01', ''],
  ])('takes %s', (_, data, message) => {
    expect(text(unpadOaep(oaepBlock(EMPTY_LABEL_HASH, data)))).toBe(message)
  })

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
    ['8 padding bytes', `\0\x02${eight}\0message`, 'message'],
    ['a message with zeros', `\0\x02${eight}\0\0me\0`, '\0me\0'],
    ['an empty message', `\0\x02${eight}${eight}\0`, ''],
  ])('takes %s', (_, block, message) => {
    expect(text(unpadPkcs1(Buffer.from(block, 'latin1')))).toBe(message)
  })

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

describe('padPkcs1', () => {
  const draw = (byteCount: number) => Uint8Array.from({ length: byteCount }, (_, index) => index)

  it('lays out 0, 2, the padding without zeros, 0, the message', () => {
    const block = padPkcs1(Buffer.from('m'), 14, draw)
    expect(block?.toString('hex')).toBe(`0002${'01010203040506070809'}00${'6d'}`)
  })

  it('leaves at least 8 padding bytes', () => {
    expect(padPkcs1(Buffer.from('123'), 14, draw)).toHaveLength(14)
    expect(padPkcs1(Buffer.from('1234'), 14, draw)).toBeUndefined()
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
