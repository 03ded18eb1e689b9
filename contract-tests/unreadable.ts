// Requests whose sealed payload cannot be read, for every operation that has one: nothing may come of them.

import type { Asked } from './client.ts'

/** Requests in which something else stands where the sealed payload should, each with what it is. */
export function unreadable(plain: object): (readonly [because: string, asked: Asked])[] {
  const text = JSON.stringify(plain)
  const inPlace = (standing: string): Asked => ({ plain, sealing: { with: 'nothing', text: standing } })
  return [
    ['the sealed text is empty', inPlace('')],
    ['the sealed text is noise', inPlace('bm9pc2U=')],
    ['the payload is in plain text', inPlace(text)],
    ['the payload is in plain text in base64', inPlace(Buffer.from(text).toString('base64'))],
  ]
}

/** Requests whose payload is sealed as it should be, and is none of the operation's at all. */
export function hollow(plain: object): (readonly [because: string, asked: Asked])[] {
  return [
    ['the payload is no object', { plain: [plain] }],
    ['the payload is an empty object', { plain: {} }],
  ]
}

/** The same where the payload stands as `data` of the body, and requests that have no such field. */
export function withoutData(plain: object): (readonly [because: string, asked: Asked])[] {
  return [
    ['there is no data', { plain, field: null }],
    ['the payload stands under another field', { plain, field: 'payload' }],
    ['data is the payload as it is', { field: null, body: { data: plain } }],
    ...unreadable(plain),
  ]
}
