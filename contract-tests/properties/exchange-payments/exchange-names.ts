// What any deployment must do about the names of exchanges, which three operations have in their path: the five are
// known, in lower case, and nothing else is.

import fc from 'fast-check'
import { exchangeCheck, exchangePayment } from '../../../client/sample-requests.ts'
import { refusesEach } from '../../checks/acceptance.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'

const money = { resource: 'exchange-payments', level: 'money' } as const

const exchangesOf = ({ target: { shoppers, exchanges } }: Context) => shoppers.ready.exchanges ?? exchanges

/** Everything that an exchange can be asked for, and may be asked of one that does not exist. */
const asks: [string, (it: Context, exchange: string) => Promise<ApiResponse>][] = [
  [
    'the list of balances',
    (it, exchange) =>
      it.client.call('checkExchangeBalance', { exchange, query: { merchantId: it.merchant.id } }),
  ],
  [
    'the check',
    (it, exchange) => it.client.call('validateExchangePayment', { exchange, payload: exchangeCheck(it) }),
  ],
  [
    'the payment',
    (it, exchange) => it.client.call('createExchangePayment', { exchange, payload: exchangePayment(it) }),
  ],
]

/** Names close to that of an exchange, and names of nothing, that stand for none. */
function otherNames(it: Context): string[] {
  const [first = ''] = it.target.exchanges
  const near = [`${first}x`, first.slice(0, -1), first.toUpperCase(), first.slice(1)]
  return [...near, 'nosuchexchange', 'undefined'].filter((name) => isOther(it, name))
}

const isOther = (it: Context, name: string) => name !== '' && !it.target.exchanges.includes(name)

export const exchangeNames = [
  property({
    ...money,
    title: 'each of the five exchanges is known by its name, which is in lower case',
    kind: 'example',
    checks: ['exchange-payments.five-exchanges-supported'],
    async run(it) {
      for (const exchange of exchangesOf(it)) {
        it.check('exchange-payments.five-exchanges-supported', exchange === exchange.toLowerCase(), {
          expected: 'a name in lower case',
          actual: exchange,
        })
        for (const [, ask] of asks)
          it.succeeds('exchange-payments.five-exchanges-supported', await ask(it, exchange))
      }
    },
  }),
  property({
    ...money,
    title: 'no other name stands for an exchange, however close it is',
    kind: 'example',
    checks: ['exchange-payments.other-exchanges-refused'],
    async run(it) {
      const [exchange = ''] = exchangesOf(it)
      for (const [what, ask] of asks) {
        const others = otherNames(it).map(
          (name) =>
            [`no exchange is called "${name}", of which ${what} was asked for`, () => ask(it, name)] as const,
        )
        await refusesEach(it, 'exchange-payments.other-exchanges-refused', () => ask(it, exchange), others)
      }
    },
  }),
  property({
    ...money,
    title: 'no word that is not one of the five stands for an exchange',
    kind: 'property',
    checks: ['exchange-payments.other-exchanges-refused'],
    async run(it) {
      const words = fc.stringMatching(/^[a-z]{3,14}$/).filter((word) => isOther(it, word))
      await it.forAll(fc.tuple(fc.constantFrom(...asks), words), async (it, [[what, ask], word]) =>
        it.refuses(
          'exchange-payments.other-exchanges-refused',
          await ask(it, word),
          `no exchange is called "${word}", of which ${what} was asked for`,
        ),
      )
    },
  }),
]
