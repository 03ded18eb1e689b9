// Pages of lists, forwards and backwards, and the filters of records.

import { describe, expect, it } from 'vitest'
import type { ControlClient } from '../../client/control-client.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { createInvoice, createQr, payByExchange } from '../test-support/requests.ts'
import { openShop, shopIn } from '../test-support/shop.ts'
import { page } from './lists.ts'

const rows = Array.from({ length: 10 }, (_, index) => index)
const lastPage = Number.MAX_SAFE_INTEGER

it.each<[query: Parameters<typeof page>[1], shown: number[], next: number | null, previous?: number | null]>([
  [{ limit: 4 }, [0, 1, 2, 3], 3],
  [{ after: 7, limit: 4 }, [8, 9], null],
  [{ after: 9, limit: 4 }, [], null],
  [{ before: lastPage, limit: 4 }, [6, 7, 8, 9], null, 6],
  [{ before: 6, limit: 4 }, [2, 3, 4, 5], 5, 2],
  [{ before: 2, limit: 4 }, [0, 1], 1, null],
  [{ before: 0, limit: 4 }, [], null, null],
])('the page %j of an array and of any other list is %j', async (query, shown, next, previous) => {
  const expected = { total: 10, next, ...(previous === undefined ? {} : { previous }), shown }
  for (const list of [rows, new Set(rows)]) expect(await page(list, query, (row) => row)).toEqual(expected)
})

it('a page of a filtered list counts all rows', async () => {
  const even = (query: Parameters<typeof page>[1]) =>
    page(
      rows,
      query,
      (row: number) => row,
      (row: number) => row % 2 === 0,
    )
  expect(await even({ before: lastPage, limit: 2 })).toEqual({
    total: 5,
    next: null,
    previous: 6,
    shown: [6, 8],
  })
  expect(await even({ after: 2, limit: 2 })).toEqual({ total: 5, next: 6, shown: [4, 6] })
})

it('a page ends early when its entries are long, and lets other tasks run', async () => {
  const long = Array.from({ length: 5 }, () => 'x'.repeat(3_000_000))
  expect(await page(long, {}, ({ length }) => 'y'.repeat(length))).toMatchObject({ next: 2, total: 5 })
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  })
  await page(new Set(Array.from({ length: 200_000 }, (_, index) => index)), {}, (row) =>
    `${row}`.padStart(500),
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

it('the journal is read by its own numbers', async () => {
  const { control, shop } = await openShop()
  for (let index = 0; index < 1010; index += 1) await shop.send('GET', '/nowhere')
  for (const order of ['order-1', 'order-2', 'order-3']) await createInvoice(shop, order)
  const journal = await control.getJournal({ query: { before: lastPage, limit: 2 } })
  expect([journal.previous, journal.lines.map(({ seq }) => seq)]).toEqual([1011, [1011, 1012]])
  expect((await control.getJournal({ query: { before: 13, limit: 2 } })).lines).toEqual([])
  expect(await control.getJournalLine({ params: { seq: 1012 } })).toMatchObject({
    operation: 'createInvoice',
  })
})

describe('the filters', () => {
  type Kind = {
    [Id in keyof ControlClient]: Id extends `list${string}` | 'getJournal' | 'getSchedule' ? Id : never
  }[keyof ControlClient]
  it.each<[Kind, query: object, expected: unknown[]]>([
    ['listTransactions', {}, ['one', 'two', 'one', 'three']],
    ['listTransactions', { order: 'one' }, ['one', 'one']],
    ['listTransactions', { account: 'merchant-tea-house' }, ['one']],
    ['listTransactions', { account: 'merchant-tea-house', order: 'two' }, []],
    ['listTransactions', { status: 'awaiting' }, ['one', 'two', 'one']],
    ['listTransactions', { search: 'HRE' }, ['three']],
    ['listTransactions', { from: '2026-01-06T00:00:00Z' }, ['three']],
    ['listTransactions', { to: '2026-01-06T00:00:00Z' }, ['one', 'two', 'one']],
    ['listTransactions', { failures: true }, []],
    ['listEvents', { order: 'two' }, ['two']],
    ['listEvents', { failures: true }, ['three']],
    ['listInvoices', { search: 'ada@' }, ['four']],
    ['listInvoices', { status: 'paid' }, []],
    ['getSchedule', { order: 'three' }, ['transaction.process', 'transaction.complete']],
    ['getJournal', { order: 'three' }, ['createExchangePayment']],
    ['getJournal', { account: 'shopper-ready' }, ['createExchangePayment']],
    ['getJournal', { failures: true }, ['listBanks', null]],
    ['getJournal', { search: 'nowhere' }, [null]],
  ])('of %s: %j', async (list, query, expected) => {
    const simulator = createSimulator()
    const { control, clock, onWebhook } = simulator
    const [first, second] = [await shopIn(simulator), await shopIn(simulator, 1)]
    for (const order of ['one', 'two']) await createQr(first, order)
    await createQr(second, 'one')
    await clock.advance({ by: 'P1D' })
    onWebhook(() => Promise.reject(new Error('not now')))
    await payByExchange(first, 'three')
    await createInvoice(first, 'four')
    await simulator.settled()
    for (const path of ['/banks/my', '/nowhere']) await first.send('GET', path)
    const method = control[list] as (options: object) => Promise<Record<string, unknown>>
    const { total, ...response } = await method({ query })
    const [entries = []] = Object.values(response).filter(Array.isArray)
    const named = entries.map((one: Record<string, unknown>) =>
      'delivery' in one || 'offerId' in one
        ? one.offerId
        : 'order' in one
          ? one.order
          : 'reason' in one
            ? one.kind
            : one.operation,
    )
    expect([total, named]).toEqual([expected.length, expected])
  })
})
