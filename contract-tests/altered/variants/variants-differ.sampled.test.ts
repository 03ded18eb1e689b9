// No variant of the contract is idle: each changes what a client sees of one walk through the service, its webhooks and the
// times of its events included. Variants of sockets are not tested here. They differ in how bytes are framed, and a client sees the same.

import { expect, it } from 'vitest'
import type { RequestOptions } from '../../../client/operation-request.ts'
import * as sample from '../../../client/sample-requests.ts'
import { callService } from '../../../client/service-client.ts'
import { parseJson, valueAt } from '../../../core/json.ts'
import { sampled } from '../../../core/test-support/sampling.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { type InProcessOptions, inProcess } from '../../observe/in-process.ts'
import { contractVariants } from './contract-only.ts'
import { socketVariants } from './sockets.ts'

/** Everything that a client sees of a walk through the service, with usual and unusual requests. */
async function seen(options: InProcessOptions): Promise<string> {
  const deployment = inProcess(options)
  const { target, shopper, webhooks } = deployment
  const source = sample.sampleSource(target)
  const found: string[] = []
  await deployment.fresh()
  const call = async (id: OperationId, sent: RequestOptions = {}, change = (init: RequestInit) => init) => {
    const send: typeof deployment.send = (url, init) => {
      found.push(`${url} ${JSON.stringify(change(init))}`)
      return deployment.send(url, change(init))
    }
    const response = await callService(id, target, { seed: '1', ...sent }, send)
    found.push(`${id} ${response.status} ${JSON.stringify([...response.headers])} ${response.text}`)
    return response.body
  }
  const advance = async (by: string) => {
    const body = JSON.stringify({ by, maxListedEvents: 1000 })
    const headers = { 'content-type': 'application/json' }
    const url = new URL('/control/clock/advance', target.baseUrl)
    found.push(await (await deployment.send(url.href, { method: 'POST', headers, body })).text())
  }
  const invoice = (order: string, more: object = {}) =>
    call('createInvoice', { body: { ...sample.invoice(source, { order }), ...more } })
  const pay = (offerId: string, more: object = {}) =>
    call('createExchangePayment', { payload: { ...sample.exchangePayment(source, { offerId }), ...more } })
  const payFromBank = (offerId: string, more: object = {}) =>
    call('createBankPayment', { payload: { ...sample.bankPayment(source, { offerId }), ...more } })
  const receive = async (order: string, more: object, share: string) => {
    const body = { ...sample.qrTransaction(source, { orderId: order }), ...more }
    const id = valueAt(await call('createQrTransaction', { body }), 'result', 'id')
    if (typeof id === 'string') await shopper?.pay(id, share)
    if (typeof id === 'string' && order === 'refund') await shopper?.requestRefund(id)
  }
  const close = (offerId: string) => call('closePartialPayment', sample.closing(source, { offerId }))
  const read = (uuid: unknown) => call('getInvoice', { query: { uuid: String(uuid) } })

  // Not a full minute: some variants round times.
  await advance('PT17M3S')
  const params = [sample.pairOf('a'), sample.pairOf('b')]
  const created = await invoice('a', {
    shippingAddress: sample.fullAddress(source),
    customParameter: { returnMethod: 'GET', params },
  })
  const uuid = valueAt(created, 'result', 'uuid')
  await read(uuid)
  await read('none')
  await call('getInvoice', { query: { id: String(uuid) } })
  await call('listBanks', target.shoppers.noBank === undefined ? {} : { shopper: target.shoppers.noBank })
  // A header has ASCII characters only.
  const secret = target.merchants[0]?.clientSecret.replace(/[^ -~]/g, '?') ?? ''
  const tokens = ['none', secret, target.shoppers.ready.accessToken ?? '']
  for (const token of tokens) await call('getStore', { token })
  for (const id of ['getStore', 'getShopper', 'listBanks'] as const) await call(id)
  await call('listCurrencies', { query: { amount: '30.00', currency: 'USD' } })
  await call('listCurrencies', { query: { amount: `30.${'0'.repeat(2048)}`, currency: 'USD' } })
  for (const { id } of target.merchants) await call('checkExchangeBalance', { query: { merchantId: id } })
  await call('checkExchangeBalance', { query: { merchantId: source.merchant.id }, exchange: 'none' })

  const item = sample.subscriptionItem(source, { merchantSubscriptionId: 's', autoRenewal: true })
  const weekly = { ...item, frequency: 'weekly', subscriptionPeriod: '4w', merchantSubscriptionId: 'w' }
  const { subscriptionPeriod: _, ...itemWithoutPeriod } = item
  const cheap = [...sample.severalLines('29.75', 3), { ...sample.line('0.25'), id: 'sku-4' }]
  const unusual = [
    { order: 1 },
    { amount: '1.234' },
    { currency: 'EUR' },
    { amount: '7.77' },
    { redirectUrl: 'http://a b' },
    { customerInfo: { name: 'A', email: 'nobody' } },
    { customerInfo: { ...sample.customer(source), phone: '+1 202 555 0101' } },
    { cart: [{ ...item, subscriptionPeriod: '2y' }] },
    { shippingAddress: { ...sample.address, country: 'Kingdom' } },
    { shippingAddress: { ...sample.address, address1: 'Nowhere' } },
    { shippingAddress: { ...sample.address, email: 'ada+home@shop.example' } },
    { order: 'x'.repeat(65) },
    { order: 'a b/c' },
    { order: 'c\u0001' },
    { cart: [sample.line('15.00'), sample.line('15.00')] },
    { cart: [{ ...sample.line('15.00'), quantity: 2, totalPrice: '15.00' }] },
    { customParameter: { params: [params[0], params[0]] } },
    { customParameter: { returnMethod: 'POST', params: [{ name: 'Shop Id', value: '7' }] } },
    { cart: [item, { ...item, merchantSubscriptionId: 't' }] },
    { cart: [item] },
    { cart: [{ ...itemWithoutPeriod, merchantSubscriptionId: 'u' }] },
    { further: 1 },
    { cart: cheap },
    { cart: [{ ...sample.line('30.00'), id: 'sku-12345678' }] },
    { cart: [{ ...weekly, frequency: 'Weekly ', merchantSubscriptionId: 'y' }] },
    { customParameter: { returnMethod: 'get', params } },
    { cart: [{ ...sample.line('30.00'), name: 'Lampe 💡' }] },
    { cart: [{ ...sample.line('30.00'), name: 'Lamp for a large desk' }] },
    { cart: [{ ...weekly, subscriptionPeriod: '1y', merchantSubscriptionId: 'v' }] },
    { cart: [{ ...item, frequency: 'yearly', merchantSubscriptionId: 'x' }] },
  ]
  for (const [at, more] of unusual.entries()) await invoice(`unusual ${at}`, more)

  await call('validateExchangePayment', { payload: sample.exchangeCheck(source) })
  await call('validateExchangePayment', { payload: sample.exchangeCheck(source, { cart: [] }) })
  await call('validateExchangePayment', { payload: sample.exchangeCheck(source, { confirmation: 'false' }) })
  await call('validateExchangePayment', { payload: sample.exchangeCheck(source, { nativeAmount: '31.00' }) })
  await call('validateExchangePayment', { payload: sample.exchangeCheck(source), exchange: 'none' })
  for (const order of ['b', 'c', 'd', 'e', 's'])
    await invoice(order, order === 's' ? { cart: [item, weekly] } : {})
  await pay('a')
  await pay('a')
  await pay('b', { nativeAmount: '31.00' })
  await pay('c', { cart: [sample.paymentLine('15.00'), { ...sample.paymentLine('15.00'), id: 'other' }] })
  await pay('d', { merchantStoreCurrency: 'EUR' })
  await pay('d', { savepassword: true })
  await pay('d', { nativeAmount: '32.00', cart: [{ id: 'sku-1' }] })
  for (const more of [{ field: 'payload' }, { exchange: target.exchanges[2] ?? '' }])
    await call('createExchangePayment', {
      payload: sample.exchangePayment(source, { nativeAmount: '33.00' }),
      ...more,
    })
  const { lowBalance, notWhitelisted, belowMinimum, expiredLink } = target.shoppers
  const failing = [lowBalance, notWhitelisted, belowMinimum, expiredLink]
  // A shopper may be locked after some payments that fail.
  for (const shopper of [...failing, lowBalance, lowBalance, lowBalance])
    await call('createExchangePayment', {
      payload: sample.exchangePayment(source),
      ...(shopper === undefined ? {} : { shopper }),
    })
  await payFromBank('f')
  await payFromBank('g', { amount: 31 })
  await payFromBank('i', { shippingAddress: {} })
  await payFromBank('e', { amount: 31, cart: [sample.paymentLine('31.00')] })
  await read(uuid)

  const payee = sample.payee(source)
  const four = Array.from({ length: 4 }, () => payee)
  const withDigit = { ...payee, fname: 'Grace 2' }
  const payloads = [[payee], [payee, payee], {}, null, four, [withDigit], [{ ...payee, id: 'payee-1' }]]
  for (const payload of payloads) await call('addPayees', { payload })
  for (const to of [payee, sample.payee(source, 'stranger')])
    for (const field of ['encryptedReq', 'transfers'])
      await call('createTransfers', { payload: [sample.transfer(to)] }, (init) => ({
        ...init,
        body: String(init.body).replace('encryptedReq', field),
      }))
  const coins = { amount: 30, currency: source.coin }
  await call('createTransfers', {
    payload: [sample.transfer(payee, { amount: 30 }), sample.transfer(payee, coins)],
  })

  await receive('q1', {}, '0.5')
  await receive('q2', {}, '1')
  for (const more of [{ amount: '1.234' }, { amount: '7.77' }, { currency: 'EUR' }])
    await receive('q3', more, '1')
  await receive('q6', { cart: cheap }, '1')
  await receive('q4', { customerInfo: { name: 'A', email: 'nobody' } }, '1')
  await receive('q5', {}, '0.1')
  await receive('e', {}, '1')
  await receive('refund', {}, '0.5')
  await receive('open', {}, '0.5')
  for (const order of ['q1', 'q1', 'none', 'q5', 'refund']) await close(order)

  const paid = await pay('s')
  const first = valueAt(paid, 'result', 'subscriptionIds', 0)
  const subscriptionId = typeof first === 'string' ? first : String(valueAt(first, 'id'))
  for (const amount of [30, 3000, 30])
    await call('debitSubscription', {
      body: sample.debit(source, { subscriptionId, amount, currency: 'USD' }),
    })
  const nobody = sample.debit(source, { subscriptionId: 'none', amount: 30, currency: 'USD' })
  await call('debitSubscription', { body: nobody })
  const bySubscription = sample.debit(source, { subscriptionId, amount: 30, currency: 'USD' })
  await call('debitSubscription', { body: { ...bySubscription, orderId: 'none' } })
  const { merchantAuth, id: merchantId } = source.merchant
  const otherAuth = { merchantAuth: target.merchants[1]?.merchantAuth }
  await call('debitSubscription', { body: { ...bySubscription, ...otherAuth } })
  for (const [id, autoRenewal] of [
    ['early', true],
    ['manual', false],
  ] as const) {
    await invoice(id, { cart: [{ ...weekly, autoRenewal, merchantSubscriptionId: id }] })
    await pay(id)
    await call('cancelSubscription', { body: { merchantId, merchantAuth, subscriptionId: id } })
  }
  // The second bank payment takes place over a banking holiday.
  await advance('P11D')
  await payFromBank('h')
  await advance('P30D')
  await read(uuid)

  const withText = (change: (data: string) => string) => (init: RequestInit) => ({
    ...init,
    body: JSON.stringify({ data: change(String(valueAt(parseJson(String(init.body)), 'data'))) }),
  })
  const payload = sample.exchangeCheck(source)
  const encodings = [
    (text: string) => text.replaceAll('+', '-').replaceAll('/', '_'),
    (text: string) => text.replace(/.{76}/g, '$& \r\n'),
    (text: string) => `!${text}`,
    (text: string) => text.replace(/=+$/, ''),
    (text: string) => `${text}more`,
  ]
  for (const change of encodings) await call('validateExchangePayment', { payload }, withText(change))
  const withHeader = (name: string, value: (before: string) => string) => (init: RequestInit) => {
    const headers = [...new Headers(init.headers)]
    const changed = headers.map(([key, before]) => [key, key.toLowerCase() === name ? value(before) : before])
    return { ...init, headers: Object.fromEntries(changed) }
  }
  await call(
    'getStore',
    { token: 'none' },
    withHeader('accept', () => 'text/html'),
  )
  await call(
    'getStore',
    {},
    withHeader('authorization', (text) => text.replace('Bearer ', 'bearer   ')),
  )
  for (const id of ['getStore', 'createInvoice'] as const)
    await call(
      id,
      id === 'getStore' ? {} : { body: sample.invoice(source) },
      withHeader('content-type', () => 'text/plain'),
    )

  await call('cancelSubscription', { body: { merchantId: undefined, merchantAuth, subscriptionId } })
  for (const id of [subscriptionId, subscriptionId, 'none'])
    await call('cancelSubscription', { body: { merchantId, merchantAuth, subscriptionId: id } })
  return JSON.stringify([...found, await webhooks?.received()])
}

it('makes a difference with every variant', { timeout: 600_000 }, async () => {
  const usual = await seen({})
  expect(await seen({ response: (response) => response, world: {} })).toBe(usual)
  const idle: string[] = []
  for (const [name, { why: _, ...options }] of sampled(Object.entries(contractVariants), 5)) {
    if (name in socketVariants) continue
    if ((await seen(options)) === usual) idle.push(name)
  }
  expect(idle).toEqual([])
})
