// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { encryptForKey, encryptWithPassphrase } from '../../testing/encryption.ts'
import {
  bankPayment,
  exchangePayment,
  halfPaid,
  payee,
  transfer,
  validation,
} from '../../testing/requests.ts'
import { eachGranted, granted, type ProbesOf } from '../probe.ts'

export const encryptionProbes: ProbesOf<'encryption'> = {
  'encryption.bank-payment-field': {
    observe: (client) => {
      const encrypted = client.encrypt('createBankPayment', { payload: bankPayment(client, 'o') })
      return eachGranted(
        client,
        [{ data: encrypted }, { encryptedReq: encrypted }, encrypted].map((body) => [
          'createBankPayment',
          { bytes: JSON.stringify(body) },
        ]),
      )
    },
    expected: {
      any: [true, true, true],
      data: [true, false, false],
      encryptedReq: [false, true, false],
      bare: [false, false, true],
    },
  },
  'encryption.payee-field': {
    observe: (client) => {
      const encrypted = client.encrypt('addPayees', { payload: [payee] })
      return eachGranted(
        client,
        [{ encryptedReq: encrypted }, { data: encrypted }, encrypted].map((body) => [
          'addPayees',
          { bytes: JSON.stringify(body) },
        ]),
      )
    },
    expected: {
      any: [true, true, true],
      encryptedReq: [true, false, false],
      data: [false, true, false],
      bare: [false, false, true],
    },
  },
  'encryption.exchange-validation': {
    observe: (client) => {
      const { accounts } = client.world
      const text = JSON.stringify(validation(client))
      return eachGranted(client, [
        [
          'validateExchangePayment',
          { encrypted: encryptForKey(text, accounts.keysOf(client.merchant).publicKeyPem) },
        ],
        ['validateExchangePayment', { encrypted: encryptForKey(text, accounts.serviceKey.publicKeyPem) }],
      ])
    },
    expected: { 'merchant-key': [true, false], 'service-key': [false, true] },
  },
  'encryption.payouts': {
    observe: (client) => {
      const { accounts } = client.world
      const { publicKeyPem } = accounts.keysOf(client.merchant)
      const [payees, transfers] = [JSON.stringify([payee]), JSON.stringify([transfer])]
      return eachGranted(client, [
        ['addPayees', { encrypted: encryptWithPassphrase(payees, client.merchant.clientSecret) }],
        ['createTransfers', { encrypted: encryptWithPassphrase(transfers, client.merchant.clientSecret) }],
        ['addPayees', { encrypted: encryptForKey(payees, publicKeyPem) }],
        ['createTransfers', { encrypted: encryptForKey(transfers, publicKeyPem) }],
      ])
    },
    expected: { passphrase: [true, true, false, false], rsa: [false, false, true, true] },
  },
  'encryption.rsa-padding': {
    observe: (client) => {
      const { publicKeyPem } = client.world.accounts.keysOf(client.merchant)
      const text = JSON.stringify(exchangePayment(client, 'o'))
      return eachGranted(client, [
        ['createExchangePayment', { encrypted: encryptForKey(text, publicKeyPem, 'oaep') }],
        ['createExchangePayment', { encrypted: encryptForKey(text, publicKeyPem, 'pkcs1') }],
      ])
    },
    expected: { both: [true, true], oaep: [true, false], pkcs1: [false, true] },
  },
  'encryption.long-payloads': {
    observe: (client) => {
      const cart = Array.from({ length: 50 }, (_, at) => ({
        id: `${at}`,
        name: 'Bulb',
        price: 1,
        quantity: 1,
      }))
      return granted(client, 'createExchangePayment', { payload: exchangePayment(client, 'o', { cart }) })
    },
    expected: { blocks: true },
  },
  'encryption.passphrase-format': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      const encrypted = encryptWithPassphrase('{"offerId":"o"}', client.merchant.clientSecret)
      return [encrypted.startsWith('U2FsdGVkX1'), await granted(client, 'closePartialPayment', { encrypted })]
    },
    expected: { openssl: [true, true] },
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
    expected: { all: 9 + 9 },
  },
}
