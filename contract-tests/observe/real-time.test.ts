// The entry of the journal of a property about a request. lost-requests.slow.test.ts loses requests that take effect.

import { describe, expect, it } from 'vitest'
import { NoResponseError } from '../../client/http-send.ts'
import type { OperationId } from '../../spec/operations.ts'
import { Journal } from './journal.ts'
import { RealTime } from './real-time.ts'

const source = { now: () => 0, wait: async () => {} }
const url = 'http://127.0.0.1/api/path'
const request = 'POST /api/path'
const failing = async () => {
  throw new NoResponseError('read ECONNRESET', { mayHaveArrived: true })
}
const limited = async () => Response.json({ message: 'Too many requests' }, { status: 403 })
const responding = async () => new Response('{}', { headers: { 'content-type': 'application/json' } })
const responded = { at: 0, request, response: { status: 200, contentType: 'application/json', text: '{}' } }

/** Sends a request, or gets its response from the journal. */
const send = (journal: Journal, operationId: OperationId, respond: () => Promise<Response>) =>
  new RealTime(source, 0, undefined, journal).send(url, { method: 'POST' }, operationId, respond)

describe('the journal of a property', () => {
  it.each<[string, OperationId, () => Promise<Response>, unknown[]]>([
    ['a response', 'createBankPayment', responding, [responded]],
    ['the response to a read', 'validateExchangePayment', responding, [responded]],
    ['no request beyond a rate limit', 'createBankPayment', limited, []],
    ['no read without a response', 'validateExchangePayment', failing, []],
  ])('has %s', async (_, operationId, respond, entries) => {
    const journal = new Journal()
    await send(journal, operationId, respond).catch(() => {})
    expect(journal.entries).toEqual(entries)
    expect(journal.isReplaying).toBe(false)
  })

  it('lets no request be sent if it cannot be saved', async () => {
    let count = 0
    const journal = new Journal([], () => Promise.reject(new Error('the disk is full')))
    const sending = send(journal, 'createBankPayment', () => {
      count += 1
      return responding()
    })
    await expect(sending).rejects.toThrow('the disk is full')
    expect(count).toBe(0)
  })
})
