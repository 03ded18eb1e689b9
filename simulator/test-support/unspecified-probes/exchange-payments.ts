// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { at } from '../../testing/client.ts'
import { exchangePayment, validation } from '../../testing/requests.ts'
import { eachGranted, granted, type ProbesOf } from '../probe.ts'

export const exchangePaymentsProbes: ProbesOf<'exchange-payments'> = {
  'exchange-payments.error-carrier': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      const { status, body } = await client.ask('createExchangePayment', { persona: 'low-balance', payload })
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
      return (await client.ask('createExchangePayment', { persona: 'expired-link', payload })).status
    },
    expected: { 'link-first': 418, 'balance-first': 422 },
  },
  'exchange-payments.error-exchange-name': {
    observe: async (client) => {
      const payload = exchangePayment(client, 'o')
      return (await client.ask('createExchangePayment', { persona: 'below-minimum', payload })).refusal
        ?.split(' ')
        .at(-1)
    },
    expected: { identifier: 'alphaexchange', title: 'Alphaexchange' },
  },
  'exchange-payments.validation-codes': {
    observe: async (client) => {
      const payload = validation(client)
      const replies = [
        await client.ask('validateExchangePayment', { payload }),
        await client.ask('validateExchangePayment', { payload, persona: 'not-whitelisted' }),
      ]
      return replies.map(({ body }) => at(body, 'result', 'code'))
    },
    expected: { none: [undefined, undefined], field: [200, 420] },
  },
  'exchange-payments.validation-rate-change': {
    observe: async (client) =>
      (await client.ask('validateExchangePayment', { payload: validation(client) })).response.result.newRate
        .percentRate,
    expected: { unchanged: 0, moved: 0.5 },
  },
  'exchange-payments.exchange-identifiers': {
    observe: async (client) => {
      const names = ['alphaexchange', 'epsilonexchange', 'amber', 'elm']
      const balances = await eachGranted(
        client,
        names.map((exchange) => ['checkExchangeBalance', { exchange }]),
      )
      // A payment shows that the shopper's accounts exist under the new names, too.
      return [
        ...balances,
        await granted(client, 'createExchangePayment', { payload: exchangePayment(client, 'o') }),
      ]
    },
    expected: { placeholders: [true, true, false, false, true], others: [false, false, true, true, true] },
  },
  'exchange-payments.immediate-status-name': {
    observe: async (client) => {
      const { id } = (await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') }))
        .response.result
      return client.transaction(id).status
    },
    expected: { pending: 'pending', processing: 'processing' },
  },
  'exchange-payments.password': {
    observe: async (client) => {
      const persona = 'asks-password'
      const asks = async () => {
        const payload = validation(client)
        return (await client.ask('validateExchangePayment', { persona, payload })).response.result.password
      }
      const before = await asks()
      const payload = exchangePayment(client, 'o', { savepassword: true })
      await client.ask('createExchangePayment', { persona, payload })
      return [before, await asks()]
    },
    expected: { 'until-saved': [true, false], always: [true, true] },
  },
}
