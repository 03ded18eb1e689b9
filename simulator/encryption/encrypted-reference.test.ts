// The service's own reference block: the same draw gives the same bytes, and the merchant's key opens it.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { deterministicRsaBlock } from './encrypted-reference.ts'
import { KNOWN_KEY } from './known-answers.ts'
import { decryptRsa } from './rsa.ts'

const privateKey = createPrivateKey(KNOWN_KEY)
const publicKey = createPublicKey(KNOWN_KEY)
const counting = (first: number) => (byteCount: number) =>
  Uint8Array.from({ length: byteCount }, (_, index) => first + index)

it.each(['', '{"merchantId":"m-1"}', 'ü'.repeat(58), 'a'.repeat(117)])('opens again: "%s"', (text) => {
  const block = deterministicRsaBlock(text, publicKey, counting(1))
  expect(decryptRsa(block, privateKey, 'pkcs1')).toEqual({ ok: true, text })
})

it('gives the same bytes for the same draw, and others for another', () => {
  const block = deterministicRsaBlock('invoice', publicKey, counting(1))
  expect(deterministicRsaBlock('invoice', publicKey, counting(1))).toBe(block)
  expect(deterministicRsaBlock('invoice', publicKey, counting(2))).not.toBe(block)
})

it('pads with bytes that are not zero, though the source draws zeros', () => {
  const zeros = (byteCount: number) => new Uint8Array(byteCount)
  const block = deterministicRsaBlock('invoice', publicKey, zeros)
  expect(decryptRsa(block, privateKey, 'pkcs1')).toEqual({ ok: true, text: 'invoice' })
})

it('throws when the text does not fit: our bug', () => {
  expect(() => deterministicRsaBlock('a'.repeat(118), publicKey, counting(1))).toThrow(
    'A text of 118 bytes does not fit one RSA block of 128 bytes',
  )
})
