// The plain text of an opened payload becomes JSON or a refusal.
import { describe, expect, it } from 'vitest'
import { decryptedJson, decryptedText, undecryptable } from './decryption-outcome.ts'

describe('openJson', () => {
  it.each([
    ['{"offerId":"o-1"}', { offerId: 'o-1' }],
    [' [1, 2] ', [1, 2]],
    ['null', null],
    ['"text"', 'text'],
  ])('reads %s', (text, value) => {
    expect(decryptedJson({ ok: true, text })).toEqual({ ok: true, value })
  })

  it.each(['', ' ', '{', "{'a':1}", 'undefined', '{"a":1}x', '\ufeff{}', '['.repeat(100_000)])(
    'refuses text number %#',
    (text) => {
      const opened = decryptedJson({ ok: true, text })
      expect(opened).toMatchObject({ ok: false, reason: 'not-json' })
      expect(opened).toHaveProperty(
        'message',
        expect.stringContaining(`text of ${text.length} characters is not JSON`),
      )
    },
  )

  it('hands a refusal on as it is', () => {
    const refusal = undecryptable('cut-block', 'The encrypted payload is cut. Send it whole.')
    expect(decryptedJson(refusal)).toBe(refusal)
  })
})

describe('openedText', () => {
  it('keeps a leading byte order mark, which was encrypted too', () => {
    expect(decryptedText(Buffer.from('\ufeffa'))).toEqual({ ok: true, text: '\ufeffa' })
  })

  it.each([
    ['a byte that UTF-8 does not have', [0xff]],
    ['a cut character', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0x80]],
    ['half a pair of surrogates', [0xed, 0xa0, 0x80]],
  ])('refuses %s', (_, bytes) => {
    expect(decryptedText(Uint8Array.from(bytes))).toMatchObject({ ok: false, reason: 'not-utf8' })
  })
})
