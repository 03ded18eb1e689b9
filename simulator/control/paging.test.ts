// Pages of lists, forwards and backwards, of arrays and of filtered lists.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { shopIn } from '../test-support/shop.ts'
import { page } from './handlers/page.ts'

const rows = Array.from({ length: 10 }, (_, index) => index)
const show = (row: number) => row
const lastPage = Number.MAX_SAFE_INTEGER
const isEven = (row: number) => row % 2 === 0

describe.each([
  ['an array', () => rows],
  ['another list', () => new Set(rows)],
])('the pages of %s', (_, list) => {
  const read = (query: Parameters<typeof page>[1]) => page(list(), query, show)

  it('go forwards', async () => {
    expect(await read({ limit: 4 })).toEqual({ total: 10, next: 3, shown: [0, 1, 2, 3] })
    expect(await read({ after: 7, limit: 4 })).toEqual({ total: 10, next: null, shown: [8, 9] })
    expect(await read({ after: 9, limit: 4 })).toEqual({ total: 10, next: null, shown: [] })
  })

  it('go backwards', async () => {
    const last = { total: 10, next: null, previous: 6, shown: [6, 7, 8, 9] }
    expect(await read({ before: lastPage, limit: 4 })).toEqual(last)
    expect(await read({ before: 6, limit: 4 })).toEqual({
      total: 10,
      next: 5,
      previous: 2,
      shown: [2, 3, 4, 5],
    })
    expect(await read({ before: 2, limit: 4 })).toEqual({ total: 10, next: 1, previous: null, shown: [0, 1] })
    expect(await read({ before: 0, limit: 4 })).toMatchObject({ total: 10, previous: null, shown: [] })
  })
})

it('pages of a filtered list go backwards', async () => {
  expect(await page(rows, { before: lastPage, limit: 2 }, show, isEven)).toEqual({
    total: 5,
    next: null,
    previous: 6,
    shown: [6, 8],
  })
  expect(await page(rows, { before: 6, limit: 9 }, show, isEven)).toEqual({
    total: 5,
    next: 4,
    previous: null,
    shown: [0, 2, 4],
  })
})

it('lists the latest entries of each list, and the journal by its own numbers', async () => {
  const { control, ...simulator } = createSimulator()
  const shop = await shopIn({ control, ...simulator })
  for (let index = 0; index < 1010; index += 1) await shop.send('GET', '/nowhere')
  for (const order of ['order-1', 'order-2', 'order-3']) await shop.invoice(order)
  const query = { before: lastPage, limit: 2 }
  const { invoices, total, previous } = await control.listInvoices({ query })
  expect([total, previous, invoices.map(({ order }) => order)]).toEqual([3, 1, ['order-2', 'order-3']])
  const journal = await control.getJournal({ query })
  expect([journal.previous, journal.lines.map(({ seq }) => seq)]).toEqual([1011, [1011, 1012]])
  const { lines } = await control.getJournal({ query: { before: 13, limit: 2 } })
  expect(lines).toEqual([])
})
