// What shows how payees, transfers and the closing of partial payments are understood.

import { halfPaid, payee, qrTransaction, transfer } from '../requests.ts'
import { at } from '../test-client.ts'
import { days, eachGranted, granted, type Observations } from './observation.ts'

export const payoutObservations = {
  'payouts.row-numbers': {
    observe: async (client) => {
      const { id: _, ...lacking } = payee
      const refusals = [
        await client.ask('addPayees', { payload: [payee, lacking] }),
        await client.ask('createTransfers', { payload: [transfer, { ...transfer, email: '' }] }),
      ]
      return refusals.map(({ refusal }) => refusal)
    },
    shows: {
      'from-one': ['Invalid Data: Row - 2, Key - id', 'Invalid Email: Raw - 2'],
      'from-zero': ['Invalid Data: Row - 1, Key - id', 'Invalid Email: Raw - 1'],
    },
  },
  'payouts.transfer-key-label': {
    observe: async (client) =>
      (await client.ask('createTransfers', { payload: [{ ...transfer, amount: '250' }] })).refusal,
    shows: { 'key-label': 'Invalid Amount: Raw - 1', email: 'Invalid Email: Raw - 1' },
  },
  'payouts.transfer-result': {
    observe: async (client) => {
      const { body } = await client.ask('createTransfers', { payload: [transfer] })
      return Object.keys(at(body, 'result', 'result') ?? {})
    },
    shows: { empty: [], batch: ['batchId'] },
  },
  'payouts.row-errors': {
    observe: async (client) =>
      at((await client.ask('addPayees', { payload: [payee] })).body, 'result', 'payees', 0, 'Error(s)'),
    shows: { empty: '', null: null },
  },
  'payouts.empty-list': {
    observe: (client) =>
      eachGranted(client, [
        ['createTransfers', { payload: [] }],
        ['addPayees', { payload: [] }],
      ]),
    shows: { accepted: [true, true], refused: [false, false] },
  },
  'payouts.unknown-payee': {
    observe: (client) =>
      granted(client, 'createTransfers', { payload: [{ ...transfer, id: 'never-added' }] }),
    shows: { accepted: true },
  },
  'partial-payments.refusal-shape': {
    observe: async (client) => {
      const { status, body } = await client.ask('closePartialPayment', { payload: { offerId: 'nobody' } })
      return [status, at(body, 'ok'), at(body, 'result', 'success')]
    },
    shows: {
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
    shows: { refused: [true, false, 'closed'], accepted: [true, true, 'closed'] },
  },
  'partial-payments.window-start': {
    observe: async (client) => {
      const { id } = (await client.ask('createQrTransaction', { body: qrTransaction('o') })).success.result
      client.pay(id, '0.0002')
      await client.advance(10 * days)
      client.pay(id, '0.0002')
      await client.advance(14 * days)
      return granted(client, 'closePartialPayment', { payload: { offerId: 'o' } })
    },
    shows: { last: true, first: false },
  },
} as const satisfies Partial<Observations>
