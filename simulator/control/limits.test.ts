// The limits of the control API: pages of lists, sizes of bodies, numbers of faults.

import { describe, expect, it } from 'vitest'
import { listControlOperations, readControlDocument } from '../../spec/control/document.ts'
import { maxBodyBytes } from '../../spec/control/values.ts'
import { jsonOf, parametersAsObject } from '../../spec/openapi/reading.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { TestClient } from '../test-support/test-client.ts'
import { page } from './handlers/page.ts'

const listed = listControlOperations(readControlDocument())

describe('every list', () => {
  /** Fixed in size, or limited by the size of a world or of the journal. */
  const unpaged = ['advanceClock', 'settle', 'getCredentials', 'getScenario']

  it.each(listed.filter(({ method }) => method === 'get'))(
    'is read in pages: $operation.operationId',
    ({ operation }) => {
      const { properties = {} } = jsonOf(operation.responses['200'])?.schema ?? {}
      const isList = Object.values(properties).some(({ type }) => type === 'array')
      const { properties: query = {} } = parametersAsObject(operation, 'query') ?? {}
      const has = ['after', 'limit'].map((name) => name in query)
      const states = ['total', 'next'].map((name) => name in properties)
      const wanted = isList && !unpaged.includes(operation.operationId)
      expect([...has, ...states]).toEqual([wanted, wanted, wanted, wanted])
    },
  )

  it('has all entries, each once, when its pages are followed', async () => {
    const { control } = createSimulator()
    const { assumptions: all, total } = await control.getAssumptions()
    expect(all).toHaveLength(total)
    const read: unknown[] = []
    let after: number | null | undefined
    while (after !== null) {
      const { assumptions, next } = await control.getAssumptions({
        query: { limit: 7, ...(after === undefined ? {} : { after }) },
      })
      read.push(...assumptions)
      after = next
    }
    expect(read).toEqual(all)
  })

  it('lets other tasks run while it is read', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    })
    const rows = Array.from({ length: 200_000 }, (_, index) => index)
    await page(
      rows,
      {},
      (row) => row,
      (row) => `${row}`.padStart(500).length > 0,
    )
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })

  it('ends a page early when its entries are long', async () => {
    const rows = Array.from({ length: 5 }, () => 'x'.repeat(3_000_000))
    const { shown, next, total } = await page(rows, {}, (row) => row)
    expect([shown.length, next, total]).toEqual([3, 2, 5])
    expect(await page(rows, { after: 2 }, () => 1)).toEqual({ shown: [1, 1], next: null, total: 5 })
  })
})

describe('a body', () => {
  const client = new TestClient()
  const send = (method: string, path: string, body: string) =>
    client.simulator.fetch(path, { method, body, headers: { 'content-type': 'application/json' } })
  const filler = 'x'.repeat(maxBodyBytes)

  it('has at most a mebibyte', async () => {
    const response = await send('POST', '/control/tokens', JSON.stringify({ accessToken: filler }))
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({
      fact: 'The body of issueToken is too large.',
      detail: 'A body may have at most 1048576 bytes.',
      remedy: 'Send a smaller one. See GET /control/openapi.json.',
    })
  })

  it.each(listed.filter(({ method }) => method === 'post' || method === 'put'))(
    'is limited, whatever the operation: $operation.operationId',
    async ({ method, path, operation }) => {
      const large = operation.requestBody?.['x-large-part']
      const sent = path.replace(/\{\w+\}/, '0')
      const response = await send(method.toUpperCase(), sent, JSON.stringify({ filler }))
      expect(response.status).toBe(large?.pointer === '' ? 400 : 413)
    },
  )

  it('may be larger when it has a snapshot', async () => {
    expect((await send('PUT', '/sandboxes/a', JSON.stringify({ snapshot: { filler } }))).status).toBe(400)
    expect(await (await send('PUT', '/sandboxes/a', JSON.stringify({ seed: filler }))).json()).toMatchObject({
      detail: 'A body without "snapshot" may have at most 1048576 bytes.',
    })
  })

  it('is not parsed when it is nested deep and large', async () => {
    const response = await send('POST', '/control/restore', '['.repeat(2 * maxBodyBytes))
    expect(await response.json()).toMatchObject({ fact: 'The body of restoreSnapshot is nested too deep.' })
  })

  it('is described by its first error when it is large', async () => {
    const response = await send('POST', '/control/restore', JSON.stringify({ a: filler, b: 1 }))
    expect(await response.json()).toMatchObject({ detail: 'body.paytwin is missing.' })
  })
})

describe('injected faults', () => {
  it('are at most 100', async () => {
    const { control } = createSimulator()
    const body = { operationId: 'getStore', action: { do: 'drop' } } as const
    for (let count = 0; count < 100; count += 1) await control.injectFault({ body })
    await expect(control.injectFault({ body })).rejects.toMatchObject({
      status: 409,
      fact: 'There are too many injected faults.',
    })
  })

  it('have bodies of at most 100,000 characters', async () => {
    const { control } = createSimulator()
    const action = { do: 'respond', status: 200, body: 'x'.repeat(100_000) } as const
    await expect(control.injectFault({ body: { operationId: 'getStore', action } })).rejects.toMatchObject({
      status: 400,
      fact: 'The body of the injected response is too large.',
    })
  })
})
