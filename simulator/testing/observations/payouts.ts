// What shows how payees, transfers and the closing of partial payments are understood.

import { at } from '../client.ts'
import { halfPaid, payee, qrRequest, transfer } from '../requests.ts'
import { days, eachGranted, granted, type Observations } from './observation.ts'

export const payoutObservations = {
  'payout.row-numbers': {
    observe: async (client) => {
      const { id: _, ...lacking } = payee
      const refusals = [
        await client.ask('addPayees', { plain: [payee, lacking] }),
        await client.ask('createTransfers', { plain: [transfer, { ...transfer, email: '' }] }),
      ]
      return refusals.map(({ refusal }) => refusal)
    },
    shows: {
      fromOne: ['Invalid Data: Row - 2, Key - id', 'Invalid Email: Raw - 2'],
      fromZero: ['Invalid Data: Row - 1, Key - id', 'Invalid Email: Raw - 1'],
    },
  },
  'payout.transfer-key-label': {
    observe: async (client) =>
      (await client.ask('createTransfers', { plain: [{ ...transfer, amount: '250' }] })).refusal,
    shows: { keyLabel: 'Invalid Amount: Raw - 1', email: 'Invalid Email: Raw - 1' },
  },
  'payout.transfer-result': {
    observe: async (client) => {
      const { body } = await client.ask('createTransfers', { plain: [transfer] })
      return Object.keys(at(body, 'result', 'result') ?? {})
    },
    shows: { empty: [], batch: ['batchId'] },
  },
  'payout.row-errors': {
    observe: async (client) =>
      at((await client.ask('addPayees', { plain: [payee] })).body, 'result', 'payees', 0, 'Error(s)'),
    shows: { empty: '', null: null },
  },
  'payout.empty-list': {
    observe: (client) =>
      eachGranted(client, [
        ['createTransfers', { plain: [] }],
        ['addPayees', { plain: [] }],
      ]),
    shows: { accepted: [true, true], refused: [false, false] },
  },
  'payout.unknown-payee': {
    observe: (client) => granted(client, 'createTransfers', { plain: [{ ...transfer, id: 'never-added' }] }),
    shows: { accepted: true },
  },
  'closing.refusal-form': {
    observe: async (client) => {
      const { status, body } = await client.ask('closePartialPayment', { plain: { offerId: 'nobody' } })
      return [status, at(body, 'ok'), at(body, 'result', 'success')]
    },
    shows: {
      common: [400, false, undefined],
      okFalse: [200, false, false],
      successFalse: [200, true, false],
    },
  },
  'closing.again': {
    observe: async (client) => {
      const id = await halfPaid(client, 'o')
      const close = ['closePartialPayment', { plain: { offerId: 'o' } }] as const
      const closings = await eachGranted(client, [close, close])
      return [...closings, client.transaction(id).status]
    },
    shows: { refused: [true, false, 'closed'], accepted: [true, true, 'closed'] },
  },
  'closing.window-start': {
    observe: async (client) => {
      const { id } = (await client.ask('createQrTransaction', { body: qrRequest('o') })).answer.result
      client.pay(id, '0.0002')
      await client.advance(10 * days)
      client.pay(id, '0.0002')
      await client.advance(14 * days)
      return granted(client, 'closePartialPayment', { plain: { offerId: 'o' } })
    },
    shows: { last: true, first: false },
  },
} as const satisfies Partial<Observations>
