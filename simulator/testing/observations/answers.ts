// What shows the form of refusals and answers in general.

import { defaultPublicUrl } from '../../simulator.ts'
import { at } from '../client.ts'
import { bankPayment, exchangePayment, invoice } from '../requests.ts'
import { eachGranted, granted, type Observations } from './observation.ts'

export const responseObservations = {
  'errors.http-status': {
    observe: async (client) => {
      const refusals = [
        await client.ask('createInvoice', { body: {} }),
        await client.ask('getStore', { token: null }),
        await client.ask('closePartialPayment', { payload: { offerId: 'nobody' } }),
        await client.ask('getInvoice', { query: { uuid: 'nobody' } }),
        await client.ask('createInvoice', { bytes: ' '.repeat(2_200_000) }),
      ]
      return refusals.map(({ status }) => status)
    },
    shows: {
      classic: [400, 401, 400, 404, 413],
      uniform: [400, 400, 400, 400, 400],
      fine: [422, 403, 409, 410, 413],
    },
  },
  'errors.envelope': {
    observe: async (client) => {
      const { body } = await client.ask('getStore', { token: null })
      return Object.keys(body ?? {})
    },
    shows: {
      message: ['ok', 'statusCode', 'data', 'message'],
      'error-object': ['ok', 'error'],
      problem: ['title', 'status', 'detail'],
    },
  },
  'errors.wording': {
    observe: async (client) => (await client.ask('getStore', { token: null })).refusal,
    shows: {
      explained: 'The request has no access token. Send the header Authorization: Bearer <token>.',
      terse: 'credentials',
    },
  },
  'errors.subscription-form': {
    observe: async (client) => {
      const { status, body } = await client.ask('cancelSubscription', { body: { subscriptionId: 'nobody' } })
      return [status, at(body, 'status'), at(body, 'ok')]
    },
    shows: { common: [404, undefined, false], 'in-body': [200, 404, undefined] },
  },
  'exchange-payments.error-carrier': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      const { status, body } = await client.ask('createExchangePayment', { persona: 'low-balance', payload })
      return [status, at(body, 'statusCode'), at(body, 'code')]
    },
    shows: {
      'http-status': [419, 419, undefined],
      'body-of-200': [200, undefined, 419],
      'body-of-400': [400, undefined, 419],
    },
  },
  'exchange-payments.error-precedence': {
    observe: async (client) => {
      // This shopper's link has expired, and so small an amount is below the minimum, too.
      const payload = exchangePayment(client, 'o', { nativeAmount: '0.50' })
      return (await client.ask('createExchangePayment', { persona: 'expired-link', payload })).status
    },
    shows: { 'link-first': 418, 'balance-first': 422 },
  },
  'exchange-payments.error-exchange-name': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      return (await client.ask('createExchangePayment', { persona: 'below-minimum', payload })).refusal
        ?.split(' ')
        .at(-1)
    },
    shows: { identifier: 'alphaexchange', title: 'Alphaexchange' },
  },
  'service.unknown-request-fields': {
    observe: (client) =>
      eachGranted(client, [
        ['createInvoice', { body: { ...invoice('o'), note: 1 } }],
        ['createExchangePayment', { payload: { ...exchangePayment(client, 'o'), note: 1 } }],
        ['createExchangePayment', { payload: exchangePayment(client, 'o'), body: { note: 1 } }],
        ['listCurrencies', { query: { note: '1' } }],
      ]),
    shows: { ignored: [true, true, true, true], refused: [false, false, false, false] },
  },
  'encryption.required-payload-fields': {
    observe: async (client) => {
      const demanded: string[] = []
      for (const payload of [exchangePayment(client, 'o'), bankPayment(client, 'o')]) {
        const operationId = 'assets' in payload ? 'createExchangePayment' : 'createBankPayment'
        for (const field of Object.keys(payload)) {
          const rest = Object.fromEntries(Object.entries(payload).filter(([key]) => key !== field))
          if (!(await granted(client, operationId, { payload: rest }))) demanded.push(field)
        }
      }
      return demanded.length
    },
    shows: { all: 9 + 9 },
  },
  'service.additional-response-fields': {
    observe: async (client) => {
      const { body } = await client.ask('getStore')
      return [at(body, 'serverTrace'), at(body, 'result', 'merchant', 'shopData', 'serverTrace')]
    },
    shows: { none: [undefined, undefined], some: ['n/a', 'n/a'] },
  },
  'limits.post-size': {
    observe: async (client) => {
      const text = JSON.stringify(invoice('o'))
      return eachGranted(
        client,
        [2_000_000, 2_000_001, 2_097_152, 2_097_153].map((bytes) => [
          'createInvoice',
          { bytes: text + ' '.repeat(bytes - Buffer.byteLength(text)) },
        ]),
      )
    },
    shows: { binary: [true, true, true, false], decimal: [true, false, false, false] },
  },
  'limits.get-measure': {
    observe: async (client) => {
      const before = '/api/invoices?uuid='.length
      const statuses = await Promise.all(
        [2048 - defaultPublicUrl.length, 2049 - defaultPublicUrl.length, 2048, 2049].map((length) =>
          client.ask('getInvoice', { query: { uuid: 'x'.repeat(length - before) } }),
        ),
      )
      return statuses.map(({ status }) => status)
    },
    shows: { url: [404, 413, 413, 413], 'path-and-query': [404, 404, 404, 413] },
  },
  'limits.rate': {
    observe: async (client) => {
      const responses = await Promise.all(Array.from({ length: 300 }, () => granted(client, 'getStore')))
      return responses.every(Boolean)
    },
    shows: { none: true },
  },
  'service.pagination': {
    observe: async (client) => {
      const { response } = await client.ask('listCurrencies', { query: { page: '2', limit: '1' } })
      return response.result.length
    },
    shows: { none: 4 },
  },
  'service.version': {
    observe: async (client) => (await client.ask('getStore')).headers.get('x-api-version'),
    shows: { none: null, header: '1' },
  },
} as const satisfies Partial<Observations>
