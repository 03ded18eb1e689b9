// The entry of the journal of a property about a request, before and after it was sent.

import { describe, expect, it } from 'vitest'
import { NoResponseError } from '../../client/http-send.ts'
import type { OperationId } from '../../spec/operations.ts'
import { Journal } from './journal.ts'
import { RealTime } from './real-time.ts'

const source = { now: () => 0, wait: async () => {} }
const url = 'http://127.0.0.1/api/path'
const request = 'POST /api/path'
const failing = (mayHaveArrived: boolean) => async () => {
  throw new NoResponseError('read ECONNRESET', { mayHaveArrived })
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
    [
      'what may have taken effect',
      'createBankPayment',
      failing(true),
      [{ at: 0, request, failure: 'no response: read ECONNRESET' }],
    ],
    ['no request that has not arrived', 'createBankPayment', failing(false), []],
    ['no request beyond a rate limit', 'createBankPayment', limited, []],
    ['no read without a response', 'validateExchangePayment', failing(true), []],
  ])('has %s', async (_, operationId, respond, entries) => {
    const journal = new Journal()
    await send(journal, operationId, respond).catch(() => {})
    expect(journal.entries).toEqual(entries)
    expect(journal.isReplaying).toBe(false)
  })

  it('is saved before a request that may take effect is sent, and after it', async () => {
    const saved: unknown[] = []
    const journal = new Journal([], async () => {
      saved.push(structuredClone(journal.entries))
    })
    await send(journal, 'createBankPayment', async () => {
      expect(saved).toEqual([[{ at: 0, request, failure: 'the run ended before the response' }]])
      return responding()
    })
    expect(saved).toHaveLength(2)
    expect(saved[1]).toEqual([responded])
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
