// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { at } from '../../testing/client.ts'
import { exchangePayment, invoice } from '../../testing/requests.ts'
import { eachGranted, type ProbesOf } from '../probe.ts'

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
  'service.pagination': {
    observe: async (client) => {
      const { response } = await client.ask('listCurrencies', { query: { page: '2', limit: '1' } })
      return response.result.length
    },
    expected: { none: 4 },
  },
  'service.version': {
    observe: async (client) => (await client.ask('getStore')).headers.get('x-api-version'),
    expected: { none: null, header: '1' },
  },
}
