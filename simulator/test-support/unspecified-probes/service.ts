// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { eachGranted, type ProbesOf } from '../probe.ts'
import { address, exchangePayment, invoice, lamps } from '../requests.ts'
import { at } from '../test-client.ts'

export const serviceProbes: ProbesOf<'service'> = {
  'service.unknown-request-fields': {
    observe: (client) =>
      eachGranted(client, [
        ['createInvoice', { body: { ...invoice('o'), note: 1 } }],
        ['createExchangePayment', { payload: { ...exchangePayment(client, 'o'), note: 1 } }],
        ['createExchangePayment', { payload: exchangePayment(client, 'o'), body: { note: 1 } }],
        ['listCurrencies', { query: { note: '1' } }],
      ]),
    expected: { ignored: [true, true, true, true], refused: [false, false, false, false] },
  },
  'service.additional-response-fields': {
    observe: async (client) => {
      const { body } = await client.ask('getStore')
      return [at(body, 'serverTrace'), at(body, 'result', 'merchant', 'shopData', 'serverTrace')]
    },
    expected: { none: [undefined, undefined], some: ['n/a', 'n/a'] },
  },
  'service.response-values': {
    observe: async (client) => at((await client.ask('getStore')).body, 'result', 'whiteLabel', 'id'),
    expected: { usual: 1, written: 7 },
  },
  'service.pagination': {
    observe: async (client) => {
      const lengths: unknown[] = []
      for (const query of [{}, { limit: '1' }, { offset: '1' }, { limit: '9', offset: '3' }])
        lengths.push(at((await client.ask('listCurrencies', { query })).body, 'result', 'length'))
      const { body } = await client.ask('listBanks', { query: { limit: '0' } })
      return [...lengths, at(body, 'result', 'banks', 'length')]
    },
    expected: { none: [4, 4, 4, 4, 1], 'on-request': [4, 1, 3, 1, 0] },
  },
  'service.cors': {
    observe: (client) =>
      Promise.all(
        ['http://localhost:5173', 'https://shop.example', 'https://other.example'].map(async (origin) => {
          const asked = { origin, 'access-control-request-method': 'POST' }
          const preflight = await client.send('OPTIONS', '/purchases', asked)
          const { headers } = await client.send('GET', '/stores', { origin })
          return [preflight.status, headers.get('access-control-allow-origin')]
        }),
      ),
    expected: {
      'loopback-origins': [
        [204, 'http://localhost:5173'],
        [403, null],
        [403, null],
      ],
      none: [
        [403, null],
        [403, null],
        [403, null],
      ],
      'listed-origins': [
        [403, null],
        [204, 'https://shop.example'],
        [403, null],
      ],
    },
  },
  'service.version': {
    observe: async (client) => (await client.ask('getStore')).headers.get('x-api-version'),
    expected: { none: null, header: '1' },
  },
  'service.wrong-method': {
    observe: async (client) => {
      const { status, headers } = await client.send('GET', '/hosted-page')
      return [status, headers.get('allow')]
    },
    expected: { unknown: [404, null], 'not-allowed': [405, 'POST'] },
  },
  'service.success-status': {
    observe: async (client) => [
      (await client.ask('createInvoice', { body: invoice('o') })).status,
      (await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') })).status,
      (await client.ask('getStore')).status,
    ],
    expected: { ok: [200, 200, 200], created: [201, 201, 200] },
  },
  'service.media-type': {
    observe: async (client) => (await client.ask('getStore')).headers.get('content-type'),
    expected: { plain: 'application/json', charset: 'application/json; charset=utf-8' },
  },
  'service.content-type': {
    observe: (client) =>
      eachGranted(client, [
        ...['application/json', 'text/plain', null].map(
          (type) => ['createInvoice', { body: invoice('o'), headers: { 'content-type': type } }] as const,
        ),
        ['listCurrencies', { headers: { 'content-type': null } }],
      ]),
    expected: {
      any: [true, true, true, true],
      demanded: [true, false, false, true],
      'demanded-by-all': [true, false, false, false],
    },
  },
  'service.null-values': {
    observe: (client) =>
      eachGranted(client, [
        ['createInvoice', { rawBody: JSON.stringify({ ...invoice('o'), redirectUrl: null }) }],
        ['createInvoice', { rawBody: JSON.stringify({ ...invoice('o'), amount: null }) }],
        [
          'createExchangePayment',
          {
            payloadText: JSON.stringify({
              ...exchangePayment(client, 'o'),
              cart: [{ ...lamps, localCurrency: null }],
            }),
          },
        ],
      ]),
    expected: { refused: [false, false, false], absent: [true, false, true] },
  },
  'service.text-forms': {
    observe: (client) => {
      const customer = { name: 'Ada', email: 'nobody' }
      const body = invoice('o', { shippingAddress: { ...address, country: 'Germany' } })
      return eachGranted(client, [
        ['createInvoice', { body: invoice('o') }],
        ['createInvoice', { body: invoice('o', { customerInfo: customer }) }],
        ['createInvoice', { body }],
      ])
    },
    expected: { any: [true, true, true], checked: [true, false, false] },
  },
  'service.timestamps': {
    observe: async (client) => {
      const [account] = (await client.result('checkExchangeBalance')).accounts
      return account?.lastUpdate.slice(19)
    },
    expected: { milliseconds: '.000Z', seconds: '+00:00' },
  },
  'service.paths': {
    observe: async (client) => {
      const headers = { authorization: `Bearer ${client.merchant.accessToken}` }
      return [
        (await client.send('GET', '/stores', headers)).status,
        (await client.send('GET', '/stores/', headers)).status,
      ]
    },
    expected: { exact: [200, 404], slash: [200, 200] },
  },
}
