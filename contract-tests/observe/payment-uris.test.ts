// Payment URIs in the formats of several networks.

import { describe, expect, it } from 'vitest'
import { hasAddress, isUri, numbersIn } from './payment-uris.ts'

const bitcoin = 'bitcoin:tb1qexample?amount=0.0006&label=Lamp%20shop'
const token = 'ethereum:0xC0FFEE@1/transfer?address=0xabc123&uint256=2.5e7'

describe('a payment URI', () => {
  it.each([bitcoin, token, 'solana:4Nd1m?amount=1'])('is %s', (uri) => expect(isUri(uri)).toBe(true))
  it.each(['tb1qexample?amount=1', '/pay/1', '', 'pay: tb1q'])('is not "%s"', (text) =>
    expect(isUri(text)).toBe(false),
  )
})

describe('an address in a URI', () => {
  it('is found in the path and in parameters, ignoring case', () => {
    expect(hasAddress(bitcoin, 'tb1qexample')).toBe(true)
    expect(hasAddress(bitcoin.toUpperCase(), 'tb1qexample')).toBe(true)
    expect(hasAddress(token, '0xAbC123')).toBe(true)
  })

  it('is not found as a part of another word', () => {
    expect(hasAddress(bitcoin, 'tb1qexampl')).toBe(false)
    expect(hasAddress(bitcoin, 'b1qexample')).toBe(false)
    expect(hasAddress(bitcoin, '')).toBe(false)
  })
})

describe('the numbers of a URI', () => {
  it('are in its parameters and its path, without the receiver', () => {
    expect(numbersIn({ qrString: bitcoin, receiverAddress: 'tb1qexample' })).toEqual([['amount', 0.0006]])
    expect(numbersIn({ qrString: token, receiverAddress: '0xabc123' })).toEqual([
      ['uint256', 25_000_000],
      ['place 2', 1],
    ])
  })
})
