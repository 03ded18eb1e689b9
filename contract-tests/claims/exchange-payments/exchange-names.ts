// The names of exchanges in the paths of three operations: the service knows five lowercase names, and refuses any other.

import { exchangePayment } from '../../../client/sample-requests.ts'
import { type ApiResponse, actualOf, isAlike } from '../../observe/client.ts'
import { refusesEach } from '../../steps/acceptance.ts'
import type { Context } from '../../steps/context.ts'
import { exchangesOf, preconditionEnabled } from '../../steps/exchanges.ts'
import { properties } from '../../steps/property.ts'
import { sendComplete } from '../../steps/requests.ts'

const operationIds = ['checkExchangeBalance', 'validateExchangePayment', 'createExchangePayment'] as const

const isUnknown = (it: Context, name: string) => name !== '' && !it.target.exchanges.includes(name)

/** Names that are similar to an exchange's, and others. */
function unknownNames(it: Context): string[] {
  const [first = ''] = it.target.exchanges
  const similar = [`${first}x`, first.slice(0, -1), first.slice(1)]
  return [...similar, 'nosuchexchange', 'undefined'].filter((name) => isUnknown(it, name))
}

/** Ends the run without a verdict unless an exchange is refused like a name that no exchange has. */
async function preconditionUnknown(
  it: Context,
  response: ApiResponse<'checkExchangeBalance' | 'validateExchangePayment'>,
  exchange: string,
): Promise<void> {
  const other = 'nosuchexchange'
  const unknown = await sendComplete(it, response.operationId, { exchange: other })
  const nameless = ({ status, text }: ApiResponse) => ({
    status,
    text: [...it.target.exchanges, other].reduce((rest, name) => rest.replaceAll(name, ''), text),
  })
  const isUnknown = isAlike(nameless(response), nameless(unknown))
  const others = Object.values(it.target.shoppers).flatMap((one) => (one === it.shopper ? [] : (one ?? [])))
  let isKnown = false
  for (const shopper of others)
    isKnown ||= (await sendComplete(it, response.operationId, { exchange, shopper })).outcome !== 'refusal'
  const isCertain = it.shopper.exchanges !== undefined || (others.length > 0 && !isKnown)
  it.ruledOut('exchange-payments.connected-exchanges-only', isUnknown && isCertain, actualOf(response))
}

export const exchangeNames = properties({ level: 'money' })({
  'accepts each exchange under its lowercase name in all three operations': {
    checks: ['exchange-payments.five-exchanges-supported'],
    async run(it) {
      for (const exchange of exchangesOf(it)) {
        for (const operationId of ['checkExchangeBalance', 'validateExchangePayment'] as const) {
          const response = await sendComplete(it, operationId, { exchange })
          if (response.outcome === 'refusal') {
            await preconditionEnabled(it, 'exchangePaymentEnabled')
            await preconditionUnknown(it, response, exchange)
          }
          it.succeeds('exchange-payments.five-exchanges-supported', response)
        }
        it.check('exchange-payments.five-exchanges-supported', exchange === exchange.toLowerCase(), {
          expected: 'a lowercase name',
          actual: exchange,
        })
        // A payment may be refused for another reason, such as a second factor that the exchange requires.
        const payload = exchangePayment(it, { assets: it.coinAt(exchange) })
        it.given(await it.client.call('createExchangePayment', { payload, exchange }))
      }
    },
  },
  'refuses names similar to that of an exchange': {
    checks: ['exchange-payments.other-exchanges-refused'],
    async run(it) {
      const [exchange = ''] = exchangesOf(it)
      for (const operationId of operationIds) {
        await refusesEach(
          it,
          'exchange-payments.other-exchanges-refused',
          () => sendComplete(it, operationId, { exchange }),
          unknownNames(it).map((name) => [
            `no exchange is called "${name}"`,
            () => sendComplete(it, operationId, { exchange: name }),
          ]),
        )
      }
    },
  },
})
