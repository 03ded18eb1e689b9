// What shows who may call, and how secrets and sealed payloads look.

import {
  bankPayment,
  debit,
  exchangePayment,
  halfPaid,
  invoice,
  payee,
  subscribe,
  transfer,
  validation,
} from '../requests.ts'
import { sealForKey, sealWithPassphrase } from '../sealing.ts'
import { eachGranted, granted, hours, type Observations } from './observation.ts'

export const accessObservations = {
  'access.token-issue': {
    observe: async (client) => {
      await client.advance(hours)
      const before = await granted(client, 'getStore')
      client.world.issueToken(client.merchant.accessToken)
      return [before, await granted(client, 'getStore')]
    },
    shows: { listed: [true, true], expiring: [false, true] },
  },
  'access.invoice-headers': {
    observe: (client) => granted(client, 'createInvoice', { token: null, body: invoice('o') }),
    shows: { accepted: true, demanded: false },
  },
  'access.bank-payment-headers': {
    observe: (client) =>
      granted(client, 'createBankPayment', { token: null, plain: bankPayment(client, 'o') }),
    shows: { accepted: true, demanded: false },
  },
  'access.payee-headers': {
    observe: (client) => granted(client, 'addPayees', { token: null, plain: [payee] }),
    shows: { accepted: true, demanded: false },
  },
  'access.transfer-token': {
    observe: (client) => granted(client, 'createTransfers', { token: 'shopper-ready', plain: [transfer] }),
    shows: { merchant: false, either: true },
  },
  'access.merchant-auth': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      const { merchant, world } = client
      const sealed = sealForKey(
        JSON.stringify({ merchantId: merchant.id }),
        world.cast.keysOf(merchant).publicKeyPem,
      )
      const body = debit(client, subscriptionId)
      return eachGranted(client, [
        ['debitSubscription', { body: { ...body, merchantAuth: sealed } }],
        ['debitSubscription', { body: { ...body, merchantAuth: merchant.accessToken } }],
      ])
    },
    shows: { both: [true, true], sealedMerchantId: [true, false], accessToken: [false, true] },
  },
  'access.bank-payment-field': {
    observe: (client) => {
      const sealed = client.seal('createBankPayment', { plain: bankPayment(client, 'o') })
      return eachGranted(
        client,
        [{ data: sealed }, { encryptedReq: sealed }, sealed].map((body) => [
          'createBankPayment',
          { bytes: JSON.stringify(body) },
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
  'access.payee-field': {
    observe: (client) => {
      const sealed = client.seal('addPayees', { plain: [payee] })
      return eachGranted(
        client,
        [{ encryptedReq: sealed }, { data: sealed }, sealed].map((body) => [
          'addPayees',
          { bytes: JSON.stringify(body) },
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
  'sealing.validation': {
    observe: (client) => {
      const { cast } = client.world
      const text = JSON.stringify(validation(client))
      return eachGranted(client, [
        ['validateExchangePayment', { sealed: sealForKey(text, cast.keysOf(client.merchant).publicKeyPem) }],
        ['validateExchangePayment', { sealed: sealForKey(text, cast.serviceKey.publicKeyPem) }],
      ])
    },
    shows: { merchantKey: [true, false], serviceKey: [false, true] },
  },
  'sealing.payouts': {
    observe: (client) => {
      const { cast } = client.world
      const { publicKeyPem } = cast.keysOf(client.merchant)
      const [payees, transfers] = [JSON.stringify([payee]), JSON.stringify([transfer])]
      return eachGranted(client, [
        ['addPayees', { sealed: sealWithPassphrase(payees, client.merchant.clientSecret) }],
        ['createTransfers', { sealed: sealWithPassphrase(transfers, client.merchant.clientSecret) }],
        ['addPayees', { sealed: sealForKey(payees, publicKeyPem) }],
        ['createTransfers', { sealed: sealForKey(transfers, publicKeyPem) }],
      ])
    },
    shows: { passphrase: [true, true, false, false], rsa: [false, false, true, true] },
  },
  'sealing.rsa-padding': {
    observe: (client) => {
      const { publicKeyPem } = client.world.cast.keysOf(client.merchant)
      const text = JSON.stringify(exchangePayment(client, 'o'))
      return eachGranted(client, [
        ['createExchangePayment', { sealed: sealForKey(text, publicKeyPem, 'oaep') }],
        ['createExchangePayment', { sealed: sealForKey(text, publicKeyPem, 'pkcs1') }],
      ])
    },
    shows: { both: [true, true], oaep: [true, false], pkcs1: [false, true] },
  },
  'sealing.long-payloads': {
    observe: (client) => {
      const cart = Array.from({ length: 50 }, (_, at) => ({
        id: `${at}`,
        name: 'Bulb',
        price: 1,
        quantity: 1,
      }))
      return granted(client, 'createExchangePayment', { plain: exchangePayment(client, 'o', { cart }) })
    },
    shows: { blocks: true },
  },
  'sealing.passphrase-format': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      const sealed = sealWithPassphrase('{"offerId":"o"}', client.merchant.clientSecret)
      return [sealed.startsWith('U2FsdGVkX1'), await granted(client, 'closePartialPayment', { sealed })]
    },
    shows: { openssl: [true, true] },
  },
} as const satisfies Partial<Observations>
