// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import { granted, grantedFor, type ProbesOf } from '../probe.ts'
import { exchangeCheck, exchangePayment, payByExchange } from '../requests.ts'
import { at } from '../test-client.ts'

const failing = ['expired-link', 'low-balance', 'not-whitelisted', 'unsupported-wallet', 'below-minimum']
const below = exchangePaymentErrors['below-minimum'].message

export const exchangePaymentsProbes: ProbesOf<'exchange-payments'> = {
  'exchange-payments.error-carrier': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      const { status, body } = await client.ask('createExchangePayment', { shopper: 'low-balance', payload })
      return [status, at(body, 'statusCode'), at(body, 'code')]
    },
    expected: {
      'http-status': [419, 419, undefined],
      'body-of-200': [200, undefined, 419],
      'body-of-400': [400, undefined, 419],
    },
  },
  'exchange-payments.error-precedence': {
    observe: async (client) => {
      // The exchange link of this shopper has expired, and the amount is below the minimum.
      const payload = exchangePayment(client, 'o', { nativeAmount: '0.50' })
      return (await client.ask('createExchangePayment', { shopper: 'expired-link', payload })).status
    },
    expected: { 'link-first': 418, 'balance-first': 422 },
  },
  'exchange-payments.error-exchange-name': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      return (await client.ask('createExchangePayment', { shopper: 'below-minimum', payload })).refusal
        ?.split(' ')
        .at(-1)
    },
    expected: { identifier: 'alphaexchange', title: 'Alphaexchange' },
  },
  'exchange-payments.validation-codes': {
    observe: async (client) => {
      const payload = exchangeCheck(client)
      const codes: unknown[] = []
      for (const shopper of ['ready', 'asks-password', ...failing])
        for (const exchange of [client.exchange(0), client.exchange(1)]) {
          const { body } = await client.ask('validateExchangePayment', { payload, shopper, exchange })
          codes.push(at(body, 'result', 'code') ?? at(body, 'result', 'status'))
        }
      return codes
    },
    expected: {
      field: [200, 417, 418, 419, 420, 421, 422].flatMap((code) => [code, code]),
      'by-exchange': [200, 417, 418, 419, 420, 421, 422].flatMap((code) => [1000 + code, 2000 + code]),
      nested: [200, 417, 418, 419, 420, 421, 422].flatMap((code) => [{ code }, { code }]),
      none: Array.from({ length: 14 }, () => undefined),
    },
  },
  'exchange-payments.validation-messages': {
    observe: async (client) => {
      const payload = exchangeCheck(client)
      const messages: unknown[] = []
      for (const shopper of ['ready', 'low-balance', 'below-minimum'])
        messages.push(at(await client.result('validateExchangePayment', { payload, shopper }), 'message'))
      return messages
    },
    expected: {
      'exchange-last': ['', 'Insufficient Balance (alphaexchange)', `${below}alphaexchange`],
      'exchange-first': [
        'alphaexchange: OK',
        'alphaexchange: Insufficient Balance',
        `alphaexchange: ${below}alphaexchange`,
      ],
    },
  },
  'exchange-payments.validation-low-balance': {
    observe: async (client) => {
      const payload = exchangeCheck(client)
      const { body } = await client.ask('validateExchangePayment', { payload, shopper: 'low-balance' })
      return ['code', 'message', 'amount'].map((field) => at(body, 'result', field))
    },
    expected: {
      code: [419, 'Insufficient Balance (alphaexchange)', 0.0008],
      message: [200, 'Insufficient Balance (alphaexchange)', 0.0008],
      amount: [200, '', 0],
    },
  },
  'exchange-payments.validation-rate-change': {
    observe: async (client) =>
      (await client.result('validateExchangePayment', { payload: exchangeCheck(client) })).newRate,
    expected: {
      unchanged: { percentRate: 0, newFiatRate: 50_000 },
      moved: { percentRate: 0.5, newFiatRate: 50_250 },
    },
  },
  'exchange-payments.exchange-identifiers': {
    observe: async (client) => {
      const names = ['alphaexchange', 'epsilonexchange', 'amber', 'elm']
      const balances = await grantedFor(client, 'checkExchangeBalance', names, (exchange) => ({ exchange }))
      // A payment shows that the shopper's accounts exist under the new names, too.
      return [
        ...balances,
        await granted(client, 'createExchangePayment', { payload: exchangePayment(client, 'o') }),
      ]
    },
    expected: { placeholders: [true, true, false, false, true], others: [false, false, true, true, true] },
  },
  'exchange-payments.immediate-status-name': {
    observe: async (client) => client.transaction((await payByExchange(client, 'o')).id).status,
    expected: { pending: 'pending', processing: 'processing', completed: 'completed' },
  },
  'exchange-payments.password': {
    observe: async (client) => {
      const shopper = 'asks-password'
      const asks = async () => {
        const payload = exchangeCheck(client)
        return (await client.result('validateExchangePayment', { shopper, payload })).password
      }
      const before = await asks()
      await payByExchange(client, 'o', { savepassword: true }, { shopper })
      return [before, await asks()]
    },
    expected: { 'until-saved': [true, false], always: [true, true] },
  },
  'exchange-payments.code2fa': {
    observe: async (client) => {
      for (const code2fa of ['', '123456', 'secret'])
        await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o', { code2fa }) })
      return [...client.world.transactions].map(({ status }) => status)
    },
    expected: {
      ignored: ['pending', 'pending', 'pending'],
      'six-digits': ['pending', 'pending', 'canceled'],
    },
  },
  'exchange-payments.failed-record': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      const { succeeded } = await client.ask('createExchangePayment', { shopper: 'low-balance', payload })
      return [succeeded, ...[...client.world.events].map(({ status }) => status)]
    },
    expected: { none: [false], canceled: [false, 'canceled'] },
  },
  'exchange-payments.authentication-cause': {
    observe: (client) =>
      grantedFor(client, 'createExchangePayment', [false, true, false], (savepassword) => ({
        shopper: 'asks-password',
        payload: exchangePayment(client, 'o', { savepassword }),
      })),
    expected: { link: [true, true, true], 'link-or-password': [false, true, true] },
  },
  'exchange-payments.confirmation': {
    observe: (client) =>
      grantedFor(client, 'validateExchangePayment', ['true', 'false'] as const, (confirmation) => ({
        payload: exchangeCheck(client, { confirmation }),
      })),
    expected: { ignored: [true, true], refused: [true, false] },
  },
  'exchange-payments.exchange-name-case': {
    observe: (client) =>
      grantedFor(client, 'createExchangePayment', ['alphaexchange', 'AlphaExchange'], (exchange) => ({
        exchange,
        payload: exchangePayment(client, 'o'),
      })),
    expected: { exact: [true, false], any: [true, true] },
  },
}
