// The rules of orders, whatever way they are paid: who may pay an invoice, and what holds for the payment.

import { bech32 } from '@scure/base'
import { expect, it } from 'vitest'
import { dayMs, hourMs } from '../../core/durations.ts'
import {
  bankPayment,
  createInvoice,
  createQrTransaction,
  exchangeCheck,
  exchangePayment,
  magazine,
  payByBank,
  payByExchange,
  qrTransaction,
  subscribe,
} from '../test-support/requests.ts'
import { deliveriesOf } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'

const basket = { name: 'basket', value: 'b-17' }

it('only an exchange pays an invoice with subscription items, also if a QR transaction names its order', async () => {
  const client = new TestClient()
  await createInvoice(client, 'o', { amount: '12.50', cart: [magazine] })
  const refused = 'Subscription items can only be paid through an exchange.'
  const body = qrTransaction('o', { amount: '12.50' })
  expect((await client.refused('createQrTransaction', { body })).text).toContain(refused)
  const payload = bankPayment(client, 'o', { amount: 12.5 })
  expect((await client.refused('createBankPayment', { payload })).text).toContain(refused)
})

it.each([
  [undefined, 'GET', ['basket']],
  [{ params: [{ name: 'seat', value: 's-1' }] }, 'GET', ['seat', 'basket']],
  [{ returnMethod: 'POST' as const, params: [] }, 'POST', ['basket']],
])(
  'a QR transaction with %j is reported with the parameters of its invoice, too',
  async (own, method, names) => {
    const client = new TestClient()
    const deliveries = deliveriesOf(client)
    await createInvoice(client, 'o', { customParameter: { returnMethod: 'GET', params: [basket] } })
    await createQrTransaction(client, 'o', own === undefined ? {} : { customParameter: own })
    expect(deliveries.map((one) => [one.method, one.facts.customParameter.map(({ name }) => name)])).toEqual([
      [method, names],
    ])
  },
)

it('the payment after a canceled one carries the subscription, and the first is never billed', async () => {
  const client = new TestClient()
  const { payment, subscriptionId } = await subscribe(client, 'o')
  await client.control.cancelTransaction({ params: { id: payment } })
  const again = await payByExchange(client, 'o', { nativeAmount: '12.50' })
  expect([again.subscriptionOrder, again.subscriptionIds]).toEqual([true, [expect.any(String)]])
  await client.advance(70 * dayMs)
  expect(client.subscription(subscriptionId)).toMatchObject({ status: 'ended', debits: 1 })
  expect(client.subscription(String(again.subscriptionIds[0]))).toMatchObject({ status: 'active', debits: 3 })
})

it('a second payment keeps the subscription when the first one is canceled', async () => {
  const client = new TestClient()
  const { payment, subscriptionId } = await subscribe(client, 'o')
  const second = await payByExchange(client, 'o', { nativeAmount: '12.50' })
  expect(second.subscriptionIds).toEqual([subscriptionId])
  await client.control.cancelTransaction({ params: { id: payment } })
  expect(client.subscription(subscriptionId).status).toBe('active')
})

it('an item without a price renews at what the others leave', async () => {
  const client = new TestClient()
  const { price: _, ...item } = magazine
  await createInvoice(client, 'o', {
    amount: '100.00',
    cart: [item, { id: 'lamp', price: '70', quantity: 1 }],
  })
  await payByExchange(client, 'o', { nativeAmount: '100.00' })
  await client.advance(32 * dayMs)
  const debits = [...client.world.transactions].filter(({ kind }) => kind === 'subscription')
  expect(debits.map(({ nativeAmount }) => nativeAmount)).toEqual(['30.00'])
})

it('an invoice of nothing is offered in no way, and one of an item that rounds to a cent is payable', async () => {
  const client = new TestClient()
  for (const [order, amount, offered] of [
    ['nothing', '0.004', false],
    ['a cent', '0.005', true],
  ] as const) {
    const { uuid } = await createInvoice(client, order, { amount })
    for (const tab of ['exchange', 'wallet', 'bank']) {
      const page = await (await client.simulator.fetch(`/checkout/${uuid}?tab=${tab}`)).text()
      expect([order, tab, page.includes('class="primary"')]).toEqual([order, tab, offered])
    }
  }
})

it('a bank payment is of the invoice that hostedPageId names, else of the one of its order', async () => {
  const client = new TestClient()
  for (const order of ['other', 'o']) await createInvoice(client, order)
  const [other, own] = client.world.invoices
  await payByBank(client, 'o', { hostedPageId: other?.uuid ?? '' })
  await payByBank(client, 'o')
  await client.advance(14 * dayMs)
  expect([other?.paidBy, own?.paidBy]).toEqual([...client.world.transactions].map(({ id }) => id))
})

it('an invoice begins its subscriptions once, however often it is paid', async () => {
  const client = new TestClient()
  await createInvoice(client, 'o', {
    cart: [{ id: 'a', isSubscription: true, merchantSubscriptionId: 'm-1' }],
  })
  const first = await payByExchange(client, 'o')
  expect(first.subscriptionIds).toHaveLength(1)
  expect((await payByExchange(client, 'o')).subscriptionIds).toEqual(first.subscriptionIds)
  await client.advance(2 * hourMs)
  expect((await payByExchange(client, 'o')).subscriptionIds).toEqual([])
})

it('an exchange payment arrives at the address that its check names', async () => {
  const client = new TestClient()
  const { receiverAddress } = await client.result('validateExchangePayment', {
    payload: exchangeCheck(client),
  })
  expect((await payByExchange(client, 'offer-1')).meta.receiverAddress).toBe(receiverAddress)
})

it('a negative amount leaves no record, also where other refused ones do', async () => {
  const client = new TestClient({ assumptions: { 'exchange-payments.failed-record': 'canceled' } })
  for (const nativeAmount of ['-40.00', '0.00'])
    await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o', { nativeAmount }) })
  expect(Array.from(client.world.transactions, ({ amount }) => amount)).toEqual(['0'])
})

it.each([
  ['BTC', 'tb'],
  ['LTC', 'tltc'],
])('an address of %s has a valid checksum', async (cryptoCurrency, prefix) => {
  const { meta } = await createQrTransaction(new TestClient(), 'o', { cryptoCurrency })
  const decoded = bech32.decode(meta.receiverAddress as `${string}1${string}`)
  expect([decoded.prefix, bech32.fromWords(decoded.words.slice(1)).length]).toEqual([prefix, 20])
})
