// The five errors of an exchange payment that the contract states, each with its code and its message. The contract does not
// say where a response has them, nor which error comes first if several apply.

import { exchangePayment, pairOf } from '../../../client/sample-requests.ts'
import type { Role } from '../../../client/target-accounts.ts'
import { type ExchangePaymentError, exchangePaymentErrors } from '../../../spec/errors.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { hasCode, messagesBeginning, scalarsOf } from '../../checks/response-outcome.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { hasPair, statusesSaid } from '../../flows/deliveries.ts'
import { exchangesOf, namesExchange } from '../../inputs/exchanges.ts'
import { newInvoice } from '../../inputs/requests.ts'

const resource = 'exchange-payments'

const errors = {
  'authentication-failed': ['exchange-payments.error-authentication-failed-418', 'expiredLink'],
  'insufficient-balance': ['exchange-payments.error-insufficient-balance-419', 'lowBalance'],
  'address-not-whitelisted': ['exchange-payments.error-whitelist-pending-420', 'notWhitelisted'],
  'coin-not-supported': ['exchange-payments.error-coin-not-supported-421', 'unsupportedWallet'],
  'below-minimum': ['exchange-payments.error-below-minimum-422', 'belowMinimum'],
} as const satisfies Record<ExchangePaymentError, [RequirementId, Role]>

/** Payments by the shopper of a role, one at each exchange at which it has the role. */
async function* payments(it: Context, role: Role): AsyncGenerator<[exchange: string, response: ApiResponse]> {
  const shopper = it.shopperWho(role)
  for (const exchange of exchangesOf(it, role)) {
    const payload = exchangePayment(it)
    yield [exchange, await it.client.call('createExchangePayment', { payload, shopper, exchange })]
  }
}

/** Whether a response has a message. A message that ends with a space continues with the name of the exchange. */
function hasMessage(response: ApiResponse, message: string): boolean {
  const texts = message.endsWith(' ')
    ? messagesBeginning(response, message.trimEnd())
    : scalarsOf(response.json).filter((text) => text.trim() === message)
  return texts.length > 0
}

export const exchangeErrors = [
  ...(Object.keys(errors) as ExchangePaymentError[]).map((error) => {
    const [requirement, role] = errors[error]
    const { code, message } = exchangePaymentErrors[error]
    return property({
      resource,
      title: `refuses a payment with error ${code} and its message on every exchange`,
      level: 'money',
      needs: [`shopper.${role}`],
      checks: [requirement],
      async run(it) {
        for await (const [exchange, response] of payments(it, role)) {
          const hasError =
            response.outcome !== 'success' && hasCode(response, code) && hasMessage(response, message)
          it.check(requirement, hasError, {
            expected: `${code} with "${message.trimEnd()}", as HTTP status or anywhere in the body`,
            actual: `from ${exchange}: HTTP ${response.status} ${response.text.slice(0, 300)}`,
            of: { response, expects: { says: message.trimEnd().replaceAll('.', '[.]') } },
          })
        }
      },
    })
  }),
  property({
    resource,
    title: 'ends the message of error 422 with the name of the exchange of the payment',
    level: 'money',
    needs: ['shopper.belowMinimum'],
    checks: ['exchange-payments.error-422-names-the-exchange'],
    async run(it) {
      const beginning = exchangePaymentErrors['below-minimum'].message.trimEnd()
      for await (const [exchange, response] of payments(it, 'belowMinimum')) {
        const messages = messagesBeginning(response, beginning)
        it.precondition(messages.length > 0, 'the response does not have the message of error 422')
        const endings = messages.map((message) => message.slice(beginning.length))
        const others = it.target.exchanges.filter((other) => !namesExchange(exchange, other))
        const namesThis = endings.some((ending) => namesExchange(ending, exchange))
        const namesOther = endings.some((ending) => others.some((other) => namesExchange(ending, other)))
        it.check('exchange-payments.error-422-names-the-exchange', namesThis && !namesOther, {
          expected: `"${beginning} ${exchange}", whatever the case of the exchange`,
          actual: messages.join(', '),
        })
      }
    },
  }),
  property({
    resource,
    title: 'never completes a payment that it refused with one of the five errors',
    level: 'disruptive',
    needs: ['webhooks', 'clock', 'statusIntegers'],
    waits: { hours: 3 },
    checks: Object.values(errors).map(([requirement]) => requirement),
    async run(it) {
      const integers = it.statusIntegers
      const refused: [RequirementId, string][] = []
      for (const [requirement, role] of Object.values(errors)) {
        const shopper = it.target.shoppers[role]
        if (shopper === undefined) continue
        const { order } = await newInvoice(it)
        const payload = exchangePayment(it, { offerId: order })
        const [exchange = ''] = exchangesOf(it, role)
        const response = await it.client.call('createExchangePayment', { payload, shopper, exchange })
        it.precondition(response.outcome === 'refusal', `the payment of the shopper ${role} was not refused`)
        refused.push([requirement, order])
      }
      await it.advance({ hours: 2, minutes: 50 })
      for (const [requirement, order] of refused) {
        const { name, value } = pairOf(order)
        // Webhooks may report the failed payment, but not its completion.
        const [completion] = await it.deliveries(
          (delivery) =>
            hasPair(delivery, name, value) && statusesSaid(delivery, integers).includes('completed'),
        )
        it.checkNone(requirement, completion, 'no completion of a refused payment')
      }
    },
  }),
]
