// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { encryptRsaText } from '../../../client/encryption.ts'
import { hourMs } from '../../../core/durations.ts'
import { eachGranted, granted, grantedFor, type ProbesOf } from '../probe.ts'
import { bankPayment, debit, exchangePayment, invoice, payee, subscribe, transfer } from '../requests.ts'

export const authenticationProbes: ProbesOf<'authentication'> = {
  'authentication.token-issue': {
    observe: async (client) => {
      await client.advance(hourMs)
      const before = await granted(client, 'getStore')
      client.world.issueToken(client.merchant.accessToken)
      return [before, await granted(client, 'getStore')]
    },
    expected: { listed: [true, true], expiring: [false, true] },
  },
  'authentication.invoice-headers': {
    observe: (client) =>
      eachGranted(client, [
        ['createInvoice', { body: invoice('o') }],
        ['createInvoice', { token: null, body: invoice('o', { redirectUrl: 'https://tea.example/paid' }) }],
        ['createInvoice', { token: null, body: { ...invoice('o'), clientId: client.otherMerchant.id } }],
        ['createInvoice', { token: null, body: invoice('o') }],
      ]),
    expected: {
      accepted: [true, true, true, false],
      demanded: [true, false, false, false],
      'first-merchant': [true, true, true, true],
    },
  },
  'authentication.bank-payment-headers': {
    observe: (client) =>
      granted(client, 'createBankPayment', { token: null, payload: bankPayment(client, 'o') }),
    expected: { accepted: true, demanded: false },
  },
  'authentication.payee-headers': {
    observe: (client) => granted(client, 'addPayees', { token: null, payload: [payee] }),
    expected: { accepted: true, demanded: false },
  },
  'authentication.transfer-token': {
    observe: async (client) => [
      await granted(client, 'createTransfers', { token: 'shopper-ready', payload: [transfer] }),
      await granted(client, 'createTransfers', { token: client.merchant.accessToken, payload: [transfer] }),
    ],
    expected: { merchant: [false, true], either: [true, true], shopper: [true, false] },
  },
  'authentication.merchant-auth': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      const { merchant, world } = client
      const encrypted = (content: object) =>
        encryptRsaText(JSON.stringify(content), world.accounts.keysOf(merchant).publicKeyPem)
      const forms = [
        encrypted({ merchantId: merchant.id }),
        encrypted({ subscriptionId }),
        merchant.accessToken,
      ]
      return grantedFor(client, 'debitSubscription', forms, (merchantAuth) => ({
        body: { ...debit(client, subscriptionId), merchantAuth },
      }))
    },
    expected: {
      decrypted: [true, true, true],
      'encrypted-merchant-id': [true, false, false],
      'access-token': [false, false, true],
    },
  },
  'authentication.client-id': {
    observe: (client) => {
      const { id } = client.merchant
      return grantedFor(client, 'createExchangePayment', [id, `client-${id}`], (clientId) => ({
        payload: exchangePayment(client, 'o', { clientId }),
      }))
    },
    expected: { 'merchant-id': [true, false], another: [false, true] },
  },
  'authentication.merchant-id-form': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      const { id } = client.merchant
      const ids = [id, Buffer.from(id).toString('base64')]
      return grantedFor(client, 'debitSubscription', ids, (merchantId) => ({
        body: { ...debit(client, subscriptionId), merchantId },
      }))
    },
    expected: { either: [true, true], plain: [true, false], base64: [false, true] },
  },
  'authentication.unneeded-header': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'unneeded')
      const headers = { authorization: `Bearer ${client.merchant.accessToken}` }
      return granted(client, 'debitSubscription', { body: debit(client, subscriptionId), headers })
    },
    expected: { ignored: true, refused: false },
  },
  'authentication.shopper-merchant': {
    observe: (client) =>
      grantedFor(client, 'createExchangePayment', [client.merchant, client.otherMerchant], (merchant) => ({
        merchant,
        payload: exchangePayment(client, 'o', { clientId: merchant.id }),
      })),
    expected: { any: [true, true], first: [true, false] },
  },
}
