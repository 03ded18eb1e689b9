// Extreme values that the document permits: each request is accepted or refused with bounded work. A refused one changes
// nothing; what an accepted one creates can be read, shown, and written to a snapshot.

import { beforeEach, describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../client/service-client.ts'
import type { OperationId } from '../../spec/operations.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import {
  address,
  bankPayment,
  debit,
  exchangeCheck,
  exchangePayment,
  invoice,
  lamps,
  magazine,
  payee,
  qrTransaction,
  subscribe,
  transfer,
} from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'
import { copyWorldData } from '../world/world-data.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

async function checked<Id extends OperationId>(
  operationId: Id,
  asked: TestRequest,
): Promise<ServiceResponse<Id>> {
  const before = client.state()
  const reply = await client.ask(operationId, asked)
  expect(reply.status, reply.text.slice(0, 300)).toBeLessThan(500)
  if (!reply.succeeded) expect(client.state()).toBe(before)
  // The state can be written to JSON and read back.
  expect(JSON.parse(JSON.stringify(copyWorldData(client.world)))).toBeTypeOf('object')
  return reply
}

const nines = '9'.repeat(400)
const many = '9'.repeat(400_000)
const texts: [string, string][] = [
  ['400 digits', nines],
  ['400 000 digits', many],
  ['400 000 decimals', `0.${many}`],
  ['a negative number', '-40'],
  ['minus zero', '-0'],
  ['zeros', '0000000000000000000000000000000.00'],
]
const numbers: [string, number][] = [
  ['the greatest number', 1.7976931348623157e308],
  ['the smallest positive number', 5e-324],
  ['a number beyond the safe integers', 1e30],
  ['a negative number', -12.5],
  ['minus zero', -0],
]
const words: [string, string][] = [
  ['a lone surrogate', '\ud800'],
  ['a null character', 'a\u0000b'],
  ['line separators', '\u2028\u2029\r\n'],
  ['text from right to left', '\u202eabc'],
  ['many emoji', '👩‍👩‍👧‍👦'.repeat(50)],
  ['markup', '</td><script>alert(1)</script>'],
  ['the name of the prototype', '__proto__'],
  ['a format', '%%amount%%$&%s{0}'],
  ['100 000 characters', 'x'.repeat(100_000)],
  ['nothing', ''],
]

describe.each([...texts, ...numbers])('%s', (_, amount) => {
  const text = String(typeof amount === 'number' ? 40 : amount)
  const line = { ...lamps, price: amount, quantity: amount }

  it('as price, quantity and amount of an invoice, which is then read, shown and paid', async () => {
    const body = invoice('extreme', { amount: text, cart: [line, { id: 'x', totalPrice: text }] })
    const { uuid } = (await checked('createInvoice', { body })).succeeded
      ? (await client.ask('createInvoice', { body })).success.result
      : { uuid: 'none' }
    await checked('getInvoice', { query: { uuid } })
    expect((await client.simulator.fetch(`/checkout/${uuid}`)).status).toBeLessThan(500)
    await checked('createExchangePayment', { payload: exchangePayment(client, 'extreme') })
  })

  it('as price of a subscription item, which is then paid and renewed', async () => {
    const body = invoice('extreme', { amount: text, cart: [{ ...magazine, price: amount, quantity: 1 }] })
    const before = Number(client.world.balancesOf(client.shopper('ready'), found(client)).BTC)
    if (!(await checked('createInvoice', { body })).succeeded) return
    await checked('createExchangePayment', { payload: exchangePayment(client, 'extreme') })
    await client.advance(70 * 86_400_000)
    const after = Number(client.world.balancesOf(client.shopper('ready'), found(client)).BTC)
    expect(after, 'no debit may add money').toBeLessThanOrEqual(before)
  })

  it('in a QR transaction', async () => {
    const body = qrTransaction('extreme', { amount: text, cart: [line] })
    await checked('createQrTransaction', { body })
  })

  it.each(['validateExchangePayment', 'createExchangePayment'] as const)(
    'in the amount of %s',
    async (id) => {
      const nativeAmount = text.slice(0, 20_000)
      const payload =
        id === 'createExchangePayment'
          ? exchangePayment(client, 'extreme', { nativeAmount })
          : exchangeCheck(client, { nativeAmount })
      await checked(id, { payload })
    },
  )

  it('in the cart of an exchange payment', async () => {
    const short = typeof amount === 'string' ? amount.slice(0, 10_000) : amount
    const cart = [{ ...lamps, price: short, quantity: short, localAmount: Number(amount) }]
    await checked('createExchangePayment', { payload: exchangePayment(client, 'extreme', { cart }) })
  })

  it('in a bank payment', async () => {
    const number = typeof amount === 'number' ? amount : 40
    const short = typeof amount === 'string' ? amount.slice(0, 10_000) : amount
    const cart = [{ ...lamps, price: short, quantity: short }]
    await checked('createBankPayment', { payload: bankPayment(client, 'extreme', { amount: number, cart }) })
    await client.advance(10 * 86_400_000)
  })
})

function found(on: TestClient) {
  const exchange = on.world.accounts.exchange(on.exchange())
  if (exchange === undefined) throw new Error('There is no exchange.')
  return exchange
}

describe.each(numbers)('%s', (_, amount) => {
  it('in a transfer and in a debit', async () => {
    await checked('createTransfers', { payload: [{ ...transfer, amount }] })
    const { subscriptionId } = await subscribe(client, 'subscribed')
    await checked('debitSubscription', { body: debit(client, subscriptionId, amount) })
  })
})

describe.each(words)('%s', (_, word) => {
  it('as every text of an invoice, which is then read and shown', async () => {
    const body = invoice(word, {
      redirectUrl: word,
      cart: [{ id: word, name: word, key: word, merchantSubscriptionId: word }],
      customerInfo: { name: word, email: word, phone: word, address: word },
      customParameter: { returnMethod: 'GET', params: [{ name: word, value: word }] },
      siteInfo: { [word]: word },
      shippingAddress: { ...address, address1: word },
    })
    const { uuid } = (await checked('createInvoice', { body })).success.result
    const read = (await client.ask('getInvoice', { query: { uuid } })).success.result.returnval
    expect(read).toMatchObject({ order: word, redirectUrl: word })
    const page = await (await client.simulator.fetch(`/checkout/${uuid}`)).text()
    expect(page).not.toContain('<script>alert')
  })

  it('as every text of a payment, whose webhook is then sent', async () => {
    const requests: unknown[] = []
    client.sandbox.outbox.onWebhook(({ request }) => void requests.push(request))
    await checked('createInvoice', {
      body: invoice(word, { customParameter: { params: [{ name: word, value: word }] } }),
    })
    const short = word.slice(0, 4000)
    const cart = [{ ...lamps, id: short, name: short, localCurrency: short }]
    const changes = {
      code2fa: short,
      merchantStoreCurrency: short,
      shippingAddress: { ...address, city: short },
    }
    const payload = exchangePayment(client, word.slice(0, 4000), { cart, ...changes })
    expect((await checked('createExchangePayment', { payload })).succeeded).toBe(true)
    expect(requests).toHaveLength(1)
  })

  it('as every text of a payee and of a transfer', async () => {
    const row = Object.fromEntries(Object.keys(payee).map((key) => [key, word]))
    await checked('addPayees', { payload: [row] })
    await checked('createTransfers', { payload: [{ ...transfer, ...row, email: `${word}@x` }] })
  })

  it('as an unknown id', async () => {
    const short = word.slice(0, 1000)
    expect((await checked('getInvoice', { query: { uuid: short } })).succeeded).toBe(false)
    expect((await checked('closePartialPayment', { payload: { offerId: word } })).succeeded).toBe(false)
    expect((await checked('cancelSubscription', { body: { subscriptionId: word } })).succeeded).toBe(false)
    expect((await checked('debitSubscription', { body: debit(client, word) })).succeeded).toBe(false)
    expect(
      (await checked('getStore', { token: encodeURIComponent(`x${short.replaceAll('\ud800', '')}`) }))
        .succeeded,
    ).toBe(false)
  })
})

describe('deep nesting', () => {
  const depth = 100_000
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const insert = (value: unknown, place: string) =>
    JSON.stringify(value).replace(`"${place}":`, `"deep":${deep},$&`)

  it.each(['amount', 'name', 'address1', 'email', 'returnMethod', 'value'])(
    'in an unknown field next to "%s" of an invoice is ignored',
    async (place) => {
      const body = invoice('deep', {
        shippingAddress: address,
        customParameter: { returnMethod: 'POST', params: [{ name: 'a', value: 'b' }] },
      })
      const { uuid } = (await checked('createInvoice', { rawBody: insert(body, place) })).success.result
      const read = (await client.ask('getInvoice', { query: { uuid } })).success.result.returnval
      expect(read.cart).toEqual([lamps])
      expect(read.shippingAddress).toEqual(address)
    },
  )

  it('in any field is refused', async () => {
    const body = invoice('deep')
    for (const [field, value] of Object.entries(body)) {
      const bytes = JSON.stringify(body).replace(`"${field}":${JSON.stringify(value)}`, `"${field}":${deep}`)
      expect((await checked('createInvoice', { rawBody: bytes })).succeeded, field).toBe(false)
    }
    expect((await checked('createInvoice', { rawBody: deep })).succeeded).toBe(false)
    expect((await checked('createBankPayment', { rawBody: deep })).succeeded).toBe(false)
  })

  it('in siteInfo, whose shape is not shown, is refused', async () => {
    const bytes = JSON.stringify({ ...invoice('deep'), siteInfo: 0 }).replace(
      '"siteInfo":0',
      `"siteInfo":${deep}`,
    )
    expect((await checked('createInvoice', { rawBody: bytes })).refusal).toContain('levels')
  })

  it('inside an encrypted payload is ignored in an unknown field, and refused elsewhere', async () => {
    const plainText = insert([payee], 'fname')
    expect((await checked('addPayees', { payloadText: plainText })).succeeded).toBe(true)
    expect((await checked('createTransfers', { payloadText: insert([transfer], 'fname') })).succeeded).toBe(
      true,
    )
    expect((await checked('addPayees', { payloadText: deep })).succeeded).toBe(false)
    expect((await checked('closePartialPayment', { payloadText: deep })).succeeded).toBe(false)
  })

  it('is refused with --validation report too', async () => {
    client = new TestClient({ validation: 'report' })
    expect((await checked('createInvoice', { rawBody: deep })).succeeded).toBe(false)
    const bytes = JSON.stringify(invoice('deep')).replace('"USD"', deep)
    expect((await checked('createInvoice', { rawBody: bytes })).succeeded).toBe(false)
    await checked('addPayees', { payloadText: deep })
  })
})

describe('keys', () => {
  it('of prototypes are ignored', async () => {
    const bytes = JSON.stringify(invoice('keys')).replaceAll(
      '"id":',
      '"__proto__":{"isSubscription":true},"constructor":{"prototype":{}},"toString":1,"id":',
    )
    const { uuid } = (await checked('createInvoice', { rawBody: bytes })).success.result
    const { cart } = (await client.ask('getInvoice', { query: { uuid } })).success.result.returnval
    expect(cart).toEqual([lamps])
    expect(Object.hasOwn(Object.prototype, 'isSubscription')).toBe(false)
  })

  it('inherited from a prototype do not count', async () => {
    const bytes = '{"__proto__":{"amount":"1","cart":[],"currency":"USD","order":"o","shippingAddress":null}}'
    expect((await checked('createInvoice', { rawBody: bytes })).refusal).toContain('body.amount is missing')
  })

  it('given twice count as the last one', async () => {
    const bytes = JSON.stringify(invoice('twice')).replace('"amount":', '"amount":"1","amount":')
    const { uuid } = (await checked('createInvoice', { rawBody: bytes })).success.result
    expect((await client.ask('getInvoice', { query: { uuid } })).success.result.returnval.amount).toBe(
      '40.00',
    )
  })
})

it('numbers that JSON.parse reads as infinity are refused', async () => {
  for (const number of ['1e400', '-1e400', '1e99999999']) {
    const bytes = JSON.stringify(invoice('infinite')).replace('"quantity":2', `"quantity":${number}`)
    expect((await checked('createInvoice', { rawBody: bytes })).succeeded).toBe(false)
    const plainText = JSON.stringify([transfer]).replace('250', number)
    expect((await checked('createTransfers', { payloadText: plainText })).refusal).toBe(
      'Invalid Amount: Raw - 1',
    )
  }
})

it('an empty cart and a cart of ten thousand lines are accepted', async () => {
  expect((await checked('createInvoice', { body: invoice('empty', { cart: [] }) })).succeeded).toBe(true)
  expect(
    (await checked('createQrTransaction', { body: qrTransaction('empty', { cart: [] }) })).succeeded,
  ).toBe(true)
  const cart = Array.from({ length: 10_000 }, () => lamps)
  expect((await checked('createInvoice', { body: invoice('long', { cart }) })).succeeded).toBe(true)
  expect((await checked('createQrTransaction', { body: qrTransaction('long', { cart }) })).succeeded).toBe(
    true,
  )
})

describe('a subscription period of', () => {
  it.each(['0m', '99999999y', '9007199254740991w', '9007199254740991m', '100000000000y'])(
    '%s lasts until the calendar ends',
    async (subscriptionPeriod) => {
      const { subscriptionId } = await subscribe(client, 'for-ever', { subscriptionPeriod })
      await client.advance(400 * 86_400_000)
      expect(client.world.subscriptions.get(subscriptionId)).toMatchObject({ status: 'active', debits: 14 })
    },
  )

  it.each(['99999999999999999999y', '12d', '1Y'])(
    '%s is refused by its value',
    async (subscriptionPeriod) => {
      const body = invoice('period', { cart: [{ ...magazine, subscriptionPeriod }] })
      expect((await checked('createInvoice', { body })).refusal).toContain(subscriptionPeriod)
    },
  )
})

it('a world at the end of the calendar still responds', async () => {
  client = new TestClient({ start: '9999-12-31T23:00:00.000Z' })
  await checked('createExchangePayment', { payload: exchangePayment(client, 'late') })
  await checked('createBankPayment', { payload: bankPayment(client, 'late') })
  await subscribe(client, 'late-subscription')
  const read = async () => {
    for (const path of ['/control/clock', '/control/schedule', '/control/snapshot'])
      expect((await client.simulator.fetch(path)).status).toBe(200)
  }
  await read()
  await client.advance(3_599_999)
  await checked('createQrTransaction', { body: qrTransaction('late') })
  await read()
})

it('a token that is renewed at the end of the calendar is valid to its end', async () => {
  const assumptions = { 'authentication.token-issue': 'expiring' } as const
  const { control } = createSimulator({ start: '9999-12-31T23:59:00.000Z', assumptions })
  const { accessToken } = (await control.getCredentials()).merchants[0] ?? { accessToken: '' }
  expect(await control.issueToken({ body: { accessToken } })).toMatchObject({
    expiresAt: '9999-12-31T23:59:59.999Z',
  })
})

it('an exchange may have the name of an inherited property', async () => {
  const world = structuredClone(defaultWorld)
  for (const exchange of world.exchanges) if (exchange.name === 'alphaexchange') exchange.name = 'constructor'
  client = new TestClient({ world })
  const { accounts } = (await client.ask('checkExchangeBalance', { exchange: 'constructor' })).success.result
  expect(accounts.find(({ id }) => id === 'BTC')?.balance).toBe('100')
})
