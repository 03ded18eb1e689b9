// What shows who may call, and how secrets and encrypted payloads look.

import { encryptPassphraseText, encryptRsaText } from '../../../client/encryption.ts'
import {
  bankPayment,
  debit,
  exchangeCheck,
  exchangePayment,
  halfPaid,
  invoice,
  payee,
  subscribe,
  transfer,
} from '../requests.ts'
import { eachGranted, granted, hours, type Observations } from './observation.ts'

export const accessObservations = {
  'authentication.token-issue': {
    observe: async (client) => {
      await client.advance(hours)
      const before = await granted(client, 'getStore')
      client.world.issueToken(client.merchant.accessToken)
      return [before, await granted(client, 'getStore')]
    },
    shows: { listed: [true, true], expiring: [false, true] },
  },
  'authentication.invoice-headers': {
    observe: (client) => granted(client, 'createInvoice', { token: null, body: invoice('o') }),
    shows: { accepted: true, demanded: false },
  },
  'authentication.bank-payment-headers': {
    observe: (client) =>
      granted(client, 'createBankPayment', { token: null, payload: bankPayment(client, 'o') }),
    shows: { accepted: true, demanded: false },
  },
  'authentication.payee-headers': {
    observe: (client) => granted(client, 'addPayees', { token: null, payload: [payee] }),
    shows: { accepted: true, demanded: false },
  },
  'authentication.transfer-token': {
    observe: (client) => granted(client, 'createTransfers', { token: 'shopper-ready', payload: [transfer] }),
    shows: { merchant: false, either: true },
  },
  'authentication.merchant-auth': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      const { merchant, world } = client
      const encrypted = encryptRsaText(
        JSON.stringify({ merchantId: merchant.id }),
        world.accounts.keysOf(merchant).publicKeyPem,
      )
      const body = debit(client, subscriptionId)
      return eachGranted(client, [
        ['debitSubscription', { body: { ...body, merchantAuth: encrypted } }],
        ['debitSubscription', { body: { ...body, merchantAuth: merchant.accessToken } }],
      ])
    },
    shows: { both: [true, true], 'encrypted-merchant-id': [true, false], 'access-token': [false, true] },
  },
  'encryption.bank-payment-field': {
    observe: (client) => {
      const encrypted = client.encrypt('createBankPayment', bankPayment(client, 'o'))
      return eachGranted(
        client,
        [{ data: encrypted }, { encryptedReq: encrypted }, encrypted].map((body) => [
          'createBankPayment',
          { rawBody: JSON.stringify(body) },
        ]),
      )
    },
    shows: {
      any: [true, true, true],
      data: [true, false, false],
      encryptedReq: [false, true, false],
      bare: [false, false, true],
    },
  },
  'encryption.payee-field': {
    observe: (client) => {
      const encrypted = client.encrypt('addPayees', [payee])
      return eachGranted(
        client,
        [{ encryptedReq: encrypted }, { data: encrypted }, encrypted].map((body) => [
          'addPayees',
          { rawBody: JSON.stringify(body) },
        ]),
      )
    },
    shows: {
      any: [true, true, true],
      encryptedReq: [true, false, false],
      data: [false, true, false],
      bare: [false, false, true],
    },
  },
  'encryption.exchange-validation': {
    observe: (client) => {
      const { accounts } = client.world
      const text = JSON.stringify(exchangeCheck(client))
      return eachGranted(client, [
        [
          'validateExchangePayment',
          { encrypted: encryptRsaText(text, accounts.keysOf(client.merchant).publicKeyPem) },
        ],
        ['validateExchangePayment', { encrypted: encryptRsaText(text, accounts.serviceKey.publicKeyPem) }],
      ])
    },
    shows: { 'merchant-key': [true, false], 'service-key': [false, true] },
  },
  'encryption.payouts': {
    observe: (client) => {
      const { accounts } = client.world
      const { publicKeyPem } = accounts.keysOf(client.merchant)
      const [payees, transfers] = [JSON.stringify([payee]), JSON.stringify([transfer])]
      return eachGranted(client, [
        ['addPayees', { encrypted: encryptPassphraseText(payees, client.merchant.clientSecret) }],
        ['createTransfers', { encrypted: encryptPassphraseText(transfers, client.merchant.clientSecret) }],
        ['addPayees', { encrypted: encryptRsaText(payees, publicKeyPem) }],
        ['createTransfers', { encrypted: encryptRsaText(transfers, publicKeyPem) }],
      ])
    },
    shows: { passphrase: [true, true, false, false], rsa: [false, false, true, true] },
  },
  'encryption.rsa-padding': {
    observe: (client) => {
      const { publicKeyPem } = client.world.accounts.keysOf(client.merchant)
      const text = JSON.stringify(exchangePayment(client, 'o'))
      return eachGranted(client, [
        ['createExchangePayment', { encrypted: encryptRsaText(text, publicKeyPem, 'oaep') }],
        ['createExchangePayment', { encrypted: encryptRsaText(text, publicKeyPem, 'pkcs1') }],
      ])
    },
    shows: { both: [true, true], oaep: [true, false], pkcs1: [false, true] },
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
    shows: { blocks: true },
  },
  'encryption.passphrase-format': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      const encrypted = encryptPassphraseText('{"offerId":"o"}', client.merchant.clientSecret)
      return [encrypted.startsWith('U2FsdGVkX1'), await granted(client, 'closePartialPayment', { encrypted })]
    },
    shows: { openssl: [true, true] },
  },
} as const satisfies Partial<Observations>
