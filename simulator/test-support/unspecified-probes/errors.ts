// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import type { ProbesOf } from '../probe.ts'
import { at } from '../test-client.ts'

export const errorsProbes: ProbesOf<'errors'> = {
  'errors.http-status': {
    observe: async (client) => {
      const refusals = [
        await client.ask('createInvoice', { body: {} }),
        await client.ask('getStore', { token: null }),
        await client.ask('closePartialPayment', { payload: { offerId: 'nobody' } }),
        await client.ask('getInvoice', { query: { uuid: 'nobody' } }),
        await client.ask('createInvoice', { rawBody: ' '.repeat(2_200_000) }),
      ]
      return refusals.map(({ status }) => status)
    },
    expected: {
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
    expected: {
      message: ['ok', 'statusCode', 'data', 'message'],
      'error-object': ['ok', 'error'],
      problem: ['title', 'status', 'detail'],
      template: ['success', 'problems'],
    },
  },
  'errors.wording': {
    observe: async (client) => (await client.ask('getStore', { token: null })).refusal?.includes(' '),
    expected: { explained: true, terse: false },
  },
  'errors.subscription-form': {
    observe: async (client) => {
      const { status, body } = await client.ask('cancelSubscription', { body: { subscriptionId: 'nobody' } })
      return [status, at(body, 'status'), at(body, 'ok')]
    },
    expected: { common: [404, undefined, false], 'in-body': [200, 404, undefined] },
  },
  'errors.precedence': {
    observe: async (client) => (await client.ask('createQrTransaction', { token: null, body: {} })).status,
    expected: { 'credential-first': 401, 'body-first': 400 },
  },
}
