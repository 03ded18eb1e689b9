// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs, hourMs } from '../../../core/durations.ts'
import { decryptRsa } from '../../encryption/rsa.ts'
import { granted, grantedFor, type ProbesOf } from '../probe.ts'
import { bankPayment, createInvoice, exchangePayment, halfPaid, invoice, payByExchange } from '../requests.ts'
import type { TestClient } from '../test-client.ts'

async function orderInfo(client: TestClient) {
  const { uuid } = await createInvoice(client, 'o')
  return { uuid, ...(await client.result('getInvoice', { query: { uuid } })).returnval }
}

async function checkoutPage(client: TestClient): Promise<string> {
  return (await client.simulator.fetch((await createInvoice(client, 'o')).url)).text()
}

export const invoicesProbes: ProbesOf<'invoices'> = {
  'invoices.customer-info': {
    observe: (client) => {
      const { customerInfo: _, ...body } = invoice('o')
      return granted(client, 'createInvoice', { body })
    },
    expected: { optional: true, demanded: false },
  },
  'invoices.site-info-shape': {
    observe: (client) =>
      grantedFor(client, 'createInvoice', [{ name: 'Lamps' }, 'Lamps', null, ['Lamps']], (siteInfo) => ({
        body: invoice('o', { siteInfo }),
      })),
    expected: { any: [true, true, true, true], object: [true, false, false, false] },
  },
  'invoices.redirect-url': {
    observe: (client) =>
      grantedFor(
        client,
        'createInvoice',
        ['https://shop.example/thanks', '/thanks', 'javascript:1'],
        (redirectUrl) => ({ body: invoice('o', { redirectUrl }) }),
      ),
    expected: { any: [true, true, true], absolute: [true, false, false] },
  },
  'invoices.link': {
    observe: async (client) => {
      const { url, uuid } = await createInvoice(client, 'o')
      return [url.replace(uuid, ''), (await client.simulator.fetch(url)).status]
    },
    expected: {
      path: ['http://127.0.0.1:4020/checkout/', 200],
      query: ['http://127.0.0.1:4020/checkout?uuid=', 200],
    },
  },
  'invoices.becomes-order-when': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      await payByExchange(client, 'o')
      const soon = client.world.invoices.get(uuid)?.paidBy !== null
      await client.advance(2 * hourMs)
      return [soon, client.world.invoices.get(uuid)?.paidBy !== null]
    },
    expected: { 'on-completion': [false, true], 'on-acceptance': [true, true] },
  },
  'invoices.underpaid': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      const payload = exchangePayment(client, 'o', { nativeAmount: '20.00' })
      const observed: boolean[] = []
      for (let payments = 0; payments < 2; payments += 1) {
        observed.push(await granted(client, 'createExchangePayment', { payload }))
        await client.advance(2 * hourMs)
        observed.push(client.world.invoices.get(uuid)?.paidBy !== null)
      }
      return observed
    },
    expected: {
      refused: [false, false, false, false],
      'paid-in-part': [true, false, true, true],
      order: [true, true, true, true],
    },
  },
  'invoices.closed-partial': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      await halfPaid(client, 'o')
      await client.ask('closePartialPayment', { payload: { offerId: 'o' } })
      return client.world.invoices.get(uuid)?.paidBy !== null
    },
    expected: { order: true, invoice: false },
  },
  'invoices.order-info-encrypted': {
    observe: async (client) => {
      const { uuid, encrypted } = await orderInfo(client)
      const opened = decryptRsa(encrypted, client.world.accounts.keysOf(client.merchant).privateKey, 'pkcs1')
      return opened.ok && opened.text === uuid
    },
    expected: { 'rsa-block': true, opaque: false },
  },
  'invoices.order-info-absent-redirect': {
    observe: async (client) => (await orderInfo(client)).redirectUrl,
    expected: { empty: '', shop: 'https://lamps.example' },
  },
  'invoices.other-merchants': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      const reply = await client.ask('getInvoice', { query: { uuid }, merchant: client.otherMerchant })
      return reply.succeeded && reply.success.result.returnval.merchant_id === client.merchant.id
    },
    expected: { refused: false, returned: true },
  },
  'invoices.paid': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      await payByExchange(client, 'o')
      const before = await granted(client, 'getInvoice', { query: { uuid } })
      await client.advance(2 * hourMs)
      return [before, await granted(client, 'getInvoice', { query: { uuid } })]
    },
    expected: { returned: [true, true], refused: [true, false] },
  },
  'invoices.checkout-page': {
    observe: async (client) => {
      const page = await checkoutPage(client)
      return [page.includes('Desk lamp'), page.includes('<form')]
    },
    expected: { payable: [true, true], 'cart-only': [true, false] },
  },
  'invoices.frame-messages': {
    observe: async (client) => {
      const page = await checkoutPage(client)
      const [, messages = ''] = /data-messages="([^"]*)"/.exec(page) ?? []
      const { resized, closed } = JSON.parse(messages.replaceAll('&quot;', '"'))
      return [Object.keys(resized), closed === 'close']
    },
    expected: {
      events: [['source', 'event', 'uuid', 'state', 'height'], false],
      template: [['type', 'height'], true],
    },
  },
  'invoices.expiry': {
    observe: async (client) => {
      await createInvoice(client, 'o')
      await client.advance(29 * dayMs)
      const payload = exchangePayment(client, 'o')
      const before = await granted(client, 'createExchangePayment', { payload })
      await client.advance(2 * dayMs)
      return [before, await granted(client, 'createExchangePayment', { payload })]
    },
    expected: { never: [true, true], 'after-days': [true, false] },
  },
  'invoices.username': {
    observe: async (client) => (await orderInfo(client)).username === client.merchant.username,
    expected: { merchant: true, customer: false },
  },
  'invoices.paid-again': {
    observe: async (client) => {
      await createInvoice(client, 'o')
      await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      const again = { payload: bankPayment(client, 'o') }
      return granted(client, 'createBankPayment', again)
    },
    expected: { accepted: true, refused: false },
  },
  'invoices.second-payment': {
    observe: async (client) => {
      await createInvoice(client, 'o')
      await halfPaid(client, 'o')
      const refused = await client.ask('createBankPayment', { payload: bankPayment(client, 'o') })
      await client.ask('closePartialPayment', { payload: { offerId: 'o' } })
      return [
        refused.succeeded,
        await granted(client, 'createBankPayment', { payload: bankPayment(client, 'o') }),
      ]
    },
    expected: { accepted: [true, true], refused: [false, true] },
  },
}
