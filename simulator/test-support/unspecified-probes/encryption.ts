// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { encryptPassphraseText, encryptRsaText } from '../../../client/encryption.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { eachGranted, granted, grantedFor, type ProbesOf } from '../probe.ts'
import { bankPayment, exchangeCheck, exchangePayment, halfPaid, lamps, payee, transfer } from '../requests.ts'
import type { TestClient } from '../test-client.ts'

/** Sends an encrypted payload in one field, in the other, and bare. */
function grantedIn(client: TestClient, operationId: OperationId, payload: unknown): Promise<boolean[]> {
  const encrypted = client.encrypt(operationId, payload)
  const bodies = [{ data: encrypted }, { encryptedReq: encrypted }, encrypted]
  return grantedFor(client, operationId, bodies, (body) => ({ rawBody: JSON.stringify(body) }))
}

export const encryptionProbes: ProbesOf<'encryption'> = {
  'encryption.bank-payment-field': {
    observe: (client) => grantedIn(client, 'createBankPayment', bankPayment(client, 'o')),
    expected: {
      any: [true, true, true],
      data: [true, false, false],
      encryptedReq: [false, true, false],
      bare: [false, false, true],
    },
  },
  'encryption.payee-field': {
    observe: (client) => grantedIn(client, 'addPayees', [payee]),
    expected: {
      any: [true, true, true],
      encryptedReq: [false, true, false],
      data: [true, false, false],
      bare: [false, false, true],
    },
  },
  'encryption.exchange-validation': {
    observe: (client) => {
      const { accounts } = client.world
      const text = JSON.stringify(exchangeCheck(client))
      const keys = [accounts.keysOf(client.merchant), accounts.serviceKey]
      return grantedFor(client, 'validateExchangePayment', keys, ({ publicKeyPem }) => ({
        encrypted: encryptRsaText(text, publicKeyPem),
      }))
    },
    expected: { 'merchant-key': [true, false], 'service-key': [false, true] },
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
    expected: { passphrase: [true, true, false, false], rsa: [false, false, true, true] },
  },
  'encryption.rsa-padding': {
    observe: (client) => {
      const { publicKeyPem } = client.world.accounts.keysOf(client.merchant)
      const text = JSON.stringify(exchangePayment(client, 'o'))
      return grantedFor(client, 'createExchangePayment', ['oaep', 'pkcs1'] as const, (padding) => ({
        encrypted: encryptRsaText(text, publicKeyPem, padding),
      }))
    },
    expected: { both: [true, true], oaep: [true, false], pkcs1: [false, true] },
  },
  'encryption.long-payloads': {
    observe: (client) => {
      const cart = Array.from({ length: 50 }, () => lamps)
      const text = JSON.stringify(exchangePayment(client, 'o', { cart }))
      const { publicKeyPem } = client.world.accounts.keysOf(client.merchant)
      return grantedFor(client, 'createExchangePayment', ['blocks', 'separate'] as const, (form) => ({
        encrypted: encryptRsaText(text, publicKeyPem, 'oaep', undefined, form),
      }))
    },
    expected: { blocks: [true, false], separate: [false, true] },
  },
  'encryption.passphrase-format': {
    observe: async (client) => {
      for (const order of ['openssl', 'pbkdf2']) await halfPaid(client, order)
      return grantedFor(client, 'closePartialPayment', ['openssl', 'pbkdf2'] as const, (offerId) => {
        const text = JSON.stringify({ offerId })
        return { encrypted: encryptPassphraseText(text, client.merchant.clientSecret, undefined, offerId) }
      })
    },
    expected: { openssl: [true, false], pbkdf2: [false, true] },
  },
  'encryption.required-payload-fields': {
    observe: async (client) => {
      const demanded: string[] = []
      const payloads = [
        ['validateExchangePayment', exchangeCheck(client)],
        ['createExchangePayment', exchangePayment(client, 'o')],
        ['createBankPayment', bankPayment(client, 'o')],
      ] as const
      for (const [operationId, payload] of payloads) {
        for (const field of Object.keys(payload)) {
          const rest = Object.fromEntries(Object.entries(payload).filter(([key]) => key !== field))
          if (!(await granted(client, operationId, { payload: rest }))) demanded.push(field)
        }
      }
      const { email } = payee
      await client.ask('addPayees', { payload: [{ email }] })
      return [demanded.length, client.world.payees.length]
    },
    expected: { all: [6 + 9 + 9, 0], fewest: [4 + 4 + 5, 1] },
  },
  'encryption.base64': {
    observe: (client) => {
      const encrypted = client.encrypt('addPayees', [payee])
      const urlSafe = Buffer.from(encrypted, 'base64').toString('base64url')
      const forms = [encrypted.replace(/.{64}/g, '$&\r\n'), urlSafe]
      return grantedFor(client, 'addPayees', forms, (text) => ({ encrypted: text }))
    },
    expected: { 'line-breaks': [true, false], 'url-safe': [true, true], strict: [false, false] },
  },
}
