// One amount everywhere: an invoice that was accepted can be paid by each way that its page offers, and the page, the record, the
// webhook, the email and the control API name the same amount and currency.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { transactionRecord } from '../resources/transaction-records.ts'
import { createInvoice, magazine } from '../test-support/requests.ts'
import { deliveriesOf } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'
import { worldWithYen } from '../test-support/world-with-yen.ts'

/** Amounts of about 30 to 3000 US dollars, with 0 to 6 decimals. */
const amounts = fc
  .tuple(
    fc.constantFrom(['USD', 30], ['EUR', 25], ['JPY', 5000], ['KWD', 10] as const),
    fc.integer({ min: 1_000_000, max: 100_000_000 }),
    fc.integer({ min: 0, max: 6 }),
  )
  .map(([[currency, unit], millionths, decimals]) => {
    const digits = String(Math.floor((Number(unit) * millionths) / 10 ** (6 - decimals))).padStart(
      decimals + 1,
      '0',
    )
    const point = digits.length - decimals
    return {
      currency: String(currency),
      amount: decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`,
    }
  })

/** Pays an invoice on its page in one way, and returns what is named for it in each place. */
async function paid(way: string, { amount, currency }: { amount: string; currency: string }) {
  const client = new TestClient({ world: worldWithYen })
  const deliveries = deliveriesOf(client)
  const isSubscription = way === 'subscription'
  const cart = isSubscription
    ? [{ ...magazine, price: amount, frequency: 'weekly' as const }]
    : [{ id: 'lamp', price: amount, quantity: 1 }]
  const { uuid } = await createInvoice(client, 'o', { amount, currency, cart })
  const { fetch } = client.simulator
  const show = async (query = '') => (await fetch(`/checkout/${uuid}${query}`)).text()
  const due = /Amount due.*?<strong>(?:<span class="amount">)?([^<]+)/.exec(await show())?.[1]
  const by = isSubscription ? 'exchange' : way
  const form = { by, as: 'shopper-ready', ...(by === 'bank' ? {} : { coin: 'BTC' }) }
  expect(await show(`?tab=${by}&coin=BTC`)).toMatch(/class="primary"/)
  const { status } = await fetch(`/checkout/${uuid}/pay`, { method: 'POST', body: new URLSearchParams(form) })
  expect([way, amount, currency, status]).toEqual([way, amount, currency, 303])
  await client.advance((isSubscription ? 8 : 7) * dayMs)
  expect(client.world.invoices.get(uuid)?.paidBy).not.toBeNull()
  const { transactions } = await client.control.listTransactions()
  const { emails } = await client.control.listEmails()
  expect(transactions.length).toBe(isSubscription ? 2 : 1)
  expect(emails.length).toBe(isSubscription ? 1 : 0)
  const records = [...client.world.transactions].map((one) => transactionRecord(client.world, one))
  for (const { nativeAmount } of records) expect(nativeAmount).toMatch(/^[0-9]+\.[0-9]{2}$/)
  const coins = new Set(records.map((one) => `${one.amount} ${one.currency}`))
  expect(coins.size).toBe(1)
  return {
    due,
    record: records.map((one) => `${one.localAmount} ${one.localCurrency}`),
    webhook: deliveries.map(({ facts }) => `${facts.amount} ${facts.currency}`),
    control: transactions.map((one) => `${one.localAmount} ${one.localCurrency}`),
    email: emails.map(({ subject }) => /: (\S+ \S+) is due/.exec(subject)?.[1]),
  }
}

it.each(['exchange', 'wallet', 'bank', 'subscription'])(
  'names one amount for a payment by %s',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(amounts, async (sent) => {
        const { due, ...named } = await paid(way, sent)
        expect(due).toBeDefined()
        for (const [place, texts] of Object.entries(named)) {
          if (way === 'subscription' || place !== 'email')
            expect([place, texts.length > 0]).toEqual([place, true])
          for (const text of texts) expect([place, text]).toEqual([place, due])
        }
      }),
      { numRuns: 10 },
    )
  },
)
