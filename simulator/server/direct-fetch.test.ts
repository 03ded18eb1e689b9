// The response to an ordinary request in process is used as a native Response is, with the same results.

import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { responseOf } from './direct-fetch.ts'

const headers = { 'content-type': 'application/json', date: 'Mon, 05 Jan 2026 09:00:00 GMT' }
const body = '{"ok":true,"name":"Köln"}'

/** The result of a use of a response: its value, or the message of its error. */
async function resultOf(use: (response: Response) => unknown, response: Response): Promise<unknown> {
  try {
    return await use(response)
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error
  }
}

const uses: Readonly<Record<string, (response: Response) => unknown>> = {
  status: (response) => [response.status, response.ok, response.statusText, response.type, response.url],
  headers: (response) => [...response.headers],
  text: (response) => response.text(),
  json: (response) => response.json(),
  'array buffer': async (response) => Buffer.from(await response.arrayBuffer()).toString(),
  blob: async (response) => [(await response.blob()).type, (await response.blob()).size],
  stream: async ({ body }) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body ?? []) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  },
  'headers, then JSON': async (response) => [response.headers.get('content-type'), await response.json()],
  'headers that are changed': (response) => {
    response.headers.set('x-more', '1')
    return [[...response.headers], [...response.clone().headers]]
  },
  'text of a copy, then its own': async (response) => [await response.clone().text(), await response.text()],
  'text twice': async (response) => [await response.text(), await response.text()],
  'text, then JSON': async (response) => [await response.text(), await response.json()],
  'a copy after the text': async (response) => [await response.text(), response.clone()],
  'whether the body was used': async (response) => {
    const before = response.bodyUsed
    const text = response.text()
    return [before, response.bodyUsed, await text, response.bodyUsed]
  },
  'a reader, then text': async (response) => [
    response.body?.getReader() !== undefined,
    await response.text(),
  ],
  'text, then the stream': async (response) => [await response.text(), response.body?.locked],
  'a Response of its stream': (response) => new Response(response.body, response).text(),
  'its class': (response) => [
    response instanceof Response,
    response.constructor === Response,
    Object.prototype.toString.call(response),
    Object.keys(response),
    JSON.stringify(response),
  ],
  'its text for people': (response) => inspect(response),
}

describe('a response in process', () => {
  it.each(Object.entries(uses))('%s', async (_, use) => {
    for (const [status, text] of [
      [200, body],
      [400, ''],
      [503, 'down'],
    ] as const) {
      const native = await resultOf(use, new Response(text, { status, headers }))
      expect(await resultOf(use, responseOf({ status, headers: { ...headers }, body: text }))).toEqual(native)
    }
  })

  it('has no body where its status has none, and joins the pieces of a text', async () => {
    const empty = responseOf({ status: 204, headers: {}, body: 'ignored' })
    expect([empty.status, empty.body]).toEqual([204, null])
    expect(await responseOf({ status: 200, headers: {}, body: ['a', 'b'] }).text()).toBe('ab')
  })

  it('is one of the Response that the program uses at that time', async () => {
    const native = globalThis.Response
    /** Like that of Hono: it reads private members of its instances. */
    class Replaced extends native {
      readonly #status: number
      constructor(text?: ConstructorParameters<typeof native>[0], init?: ResponseInit) {
        super(text, init instanceof Replaced ? { status: init.#status } : init)
        this.#status = init?.status ?? 200
      }
    }
    globalThis.Response = Replaced
    try {
      vi.resetModules()
      const fresh = await import('./direct-fetch.ts')
      for (const make of [responseOf, fresh.responseOf]) {
        const response = make({ status: 201, headers: {}, body })
        expect(response).toBeInstanceOf(Replaced)
        expect(await new Response(response.body, response).text()).toBe(body)
      }
    } finally {
      globalThis.Response = native
    }
  })
})
