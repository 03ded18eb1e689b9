// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs } from '../../../core/durations.ts'
import { eachGranted, granted, type ProbesOf } from '../probe.ts'
import { createQrTransaction, halfPaid } from '../requests.ts'
import { at } from '../test-client.ts'

export const partialPaymentsProbes: ProbesOf<'partial-payments'> = {
  'partial-payments.refusal-shape': {
    observe: async (client) => {
      const { status, body } = await client.ask('closePartialPayment', { payload: { offerId: 'nobody' } })
      return [status, at(body, 'ok'), at(body, 'result', 'success')]
    },
    expected: {
      common: [400, false, undefined],
      'ok-false': [200, false, false],
      'success-false': [200, true, false],
    },
  },
  'partial-payments.closed-twice': {
    observe: async (client) => {
      const id = await halfPaid(client, 'o')
      const close = ['closePartialPayment', { payload: { offerId: 'o' } }] as const
      const closings = await eachGranted(client, [close, close])
      return [...closings, client.transaction(id).status]
    },
    expected: { refused: [true, false, 'closed'], accepted: [true, true, 'closed'] },
  },
  'partial-payments.window-start': {
    observe: async (client) => {
      const { id } = await createQrTransaction(client, 'o')
      client.pay(id, '0.0002')
      await client.advance(10 * dayMs)
      client.pay(id, '0.0002')
      await client.advance(14 * dayMs)
      return granted(client, 'closePartialPayment', { payload: { offerId: 'o' } })
    },
    expected: { last: true, first: false },
  },
  'partial-payments.window-end': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      await client.advance(14 * dayMs + 1)
      return granted(client, 'closePartialPayment', { payload: { offerId: 'o' } })
    },
    expected: { 'to-the-millisecond': false, 'end-of-day': true },
  },
  'partial-payments.unknown-order': {
    observe: (client) => granted(client, 'closePartialPayment', { payload: { offerId: 'nobody' } }),
    expected: { refused: false, accepted: true },
  },
  'partial-payments.unclosed': {
    observe: async (client) => {
      const id = await halfPaid(client, 'o')
      await client.advance(10 * dayMs)
      client.pay(id, '0.0001')
      const statuses = []
      for (const after of [12 * dayMs, 3 * dayMs]) {
        await client.advance(after)
        statuses.push(client.transaction(id).status)
      }
      return statuses
    },
    expected: { stays: ['partially-paid', 'partially-paid'], 'times-out': ['partially-paid', 'timed-out'] },
  },
  'partial-payments.several': {
    observe: async (client) => {
      const ids = [await halfPaid(client, 'o'), await halfPaid(client, 'o')]
      await client.ask('closePartialPayment', { payload: { offerId: 'o' } })
      return ids.map((id) => client.transaction(id).status)
    },
    expected: { last: ['partially-paid', 'closed'], all: ['closed', 'closed'] },
  },
}
