// Requests whose encrypted payload cannot be read, for every operation that has one: nothing may come of them.

import type { RequestOptions } from '../../client/operation-request.ts'

/** Requests in which something else stands where the encrypted payload should, each with what it is. */
export function unreadable(payload: object): (readonly [because: string, asked: RequestOptions])[] {
  const text = JSON.stringify(payload)
  const inPlace = (standing: string): RequestOptions => ({
    payload,
    encryption: { scheme: 'none', text: standing },
  })
  return [
    ['the encrypted text is empty', inPlace('')],
    ['the encrypted text is noise', inPlace('bm9pc2U=')],
    ['the payload is in plain text', inPlace(text)],
    ['the payload is in plain text in base64', inPlace(Buffer.from(text).toString('base64'))],
  ]
}

/** Requests whose payload is encrypted as it should be, and is none of the operation's at all. */
export function hollow(payload: object): (readonly [because: string, asked: RequestOptions])[] {
  return [
    ['the payload is no object', { payload: [payload] }],
    ['the payload is an empty object', { payload: {} }],
  ]
}

/** The same where the payload stands as `data` of the body, and requests that have no such field. */
export function withoutData(payload: object): (readonly [because: string, asked: RequestOptions])[] {
  return [
    ['there is no data', { payload, field: null }],
    ['the payload stands under another field', { payload, field: 'payload' }],
    ['data is the payload as it is', { field: null, body: { data: payload } }],
    ...unreadable(payload),
  ]
}
