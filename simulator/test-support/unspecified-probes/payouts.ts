// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { encryptPassphraseText } from '../../../client/encryption.ts'
import { eachGranted, granted, type ProbesOf } from '../probe.ts'
import { payee, transfer } from '../requests.ts'
import { at } from '../test-client.ts'

export const payoutsProbes: ProbesOf<'payouts'> = {
  'payouts.row-numbers': {
    observe: async (client) => {
      const { id: _, ...lacking } = payee
      const refusals = [
        await client.ask('addPayees', { payload: [payee, lacking] }),
        await client.ask('createTransfers', { payload: [transfer, { ...transfer, email: '' }] }),
      ]
      return refusals.map(({ refusal }) => refusal)
    },
    expected: {
      'from-one': ['Invalid Data: Row - 2, Key - id', 'Invalid Email: Raw - 2'],
      'from-zero': ['Invalid Data: Row - 1, Key - id', 'Invalid Email: Raw - 1'],
    },
  },
  'payouts.transfer-key-label': {
    observe: async (client) =>
      (await client.ask('createTransfers', { payload: [{ ...transfer, amount: '250' }] })).refusal,
    expected: { 'key-label': 'Invalid Amount: Raw - 1', email: 'Invalid Email: Raw - 1' },
  },
  'payouts.transfer-result': {
    observe: async (client) => {
      const { body } = await client.ask('createTransfers', { payload: [transfer] })
      return Object.keys(at(body, 'result', 'result') ?? {})
    },
    expected: { empty: [], batch: ['batchId'] },
  },
  'payouts.row-errors': {
    observe: async (client) =>
      at((await client.ask('addPayees', { payload: [payee] })).body, 'result', 'payees', 0, 'Error(s)'),
    expected: { empty: '', null: null },
  },
  'payouts.empty-list': {
    observe: (client) =>
      eachGranted(client, [
        ['createTransfers', { payload: [] }],
        ['addPayees', { payload: [] }],
      ]),
    expected: { accepted: [true, true], refused: [false, false] },
  },
  'payouts.unknown-payee': {
    observe: async (client) => {
      const { refusal } = await client.ask('createTransfers', { payload: [transfer] })
      await client.ask('addPayees', { payload: [payee] })
      return [refusal, await granted(client, 'createTransfers', { payload: [transfer] })]
    },
    expected: { accepted: [undefined, true], refused: ['Invalid Email: Raw - 1', true] },
  },
  'payouts.invalid-values': {
    observe: (client) =>
      eachGranted(client, [
        ['createTransfers', { payload: [{ ...transfer, amount: 0 }] }],
        ['createTransfers', { payload: [{ ...transfer, email: 'a@b' }] }],
        ['createTransfers', { payload: [{ ...transfer, fname: '' }] }],
        ['addPayees', { payload: [{ ...payee, id: '' }] }],
      ]),
    expected: {
      'email-amount': [false, false, true, true],
      email: [true, true, true, true],
      'email-amount-empty': [false, false, false, false],
    },
  },
  'payouts.missing-payload': {
    observe: async (client) => {
      const token = client.merchant.accessToken
      const replies = [
        await client.ask('createTransfers', { token, rawBody: '{}' }),
        await client.ask('createTransfers', { token, rawBody: '' }),
        await client.ask('addPayees', { token, rawBody: '{"encryptedReq":null}' }),
      ]
      return replies.map(({ status, refusal }) => (status === 200 ? refusal : status))
    },
    expected: {
      malformed: Array(3).fill('Invalid Encrypted Data'),
      'invalid-request': [400, 400, 400],
    },
  },
  'payouts.wrong-key': {
    observe: async (client) => {
      const token = client.merchant.accessToken
      const encrypted = encryptPassphraseText(JSON.stringify([payee]), 'another secret')
      const replies = [
        await client.ask('addPayees', { token, encrypted }),
        await client.ask('addPayees', { token, encrypted: 'no base64' }),
      ]
      return replies.map(({ status }) => status)
    },
    expected: { malformed: [200, 200], credentials: [401, 200] },
  },
  'payouts.payee-key-name': {
    observe: async (client) => {
      const { fname: _, ...lacking } = payee
      return (await client.ask('addPayees', { payload: [lacking] })).refusal
    },
    expected: {
      'wire-name': 'Invalid Data: Row - 1, Key - fname',
      title: 'Invalid Data: Row - 1, Key - First Name',
    },
  },
  'payouts.not-json': {
    observe: async (client) => (await client.ask('addPayees', { payloadText: 'no JSON' })).refusal,
    expected: { malformed: 'Invalid Encrypted Data', 'not-an-array': 'Invalid Formate of Decrypted Data' },
  },
  'payouts.several-errors': {
    observe: async (client) => {
      const rows = [transfer, { ...transfer, amount: 0 }, { ...transfer, email: '' }]
      return (await client.ask('createTransfers', { payload: rows })).refusal
    },
    expected: { 'first-row': 'Invalid Email: Raw - 2', 'email-first': 'Invalid Email: Raw - 3' },
  },
  'payouts.receiver-amount': {
    observe: async (client) => {
      const { body } = await client.ask('createTransfers', { payload: [transfer] })
      return at(body, 'result', 'receivers', 0, 'Amount')
    },
    expected: { number: 250, text: '250' },
  },
  'payouts.repeated-rows': {
    observe: async (client) => [
      (await client.ask('createTransfers', { payload: [transfer, transfer] })).refusal,
      (await client.ask('addPayees', { payload: [payee, payee] })).refusal,
    ],
    expected: {
      accepted: [undefined, undefined],
      refused: ['Invalid Email: Raw - 2', 'Invalid Data: Row - 2, Key - id'],
    },
  },
}
