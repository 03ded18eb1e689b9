// The five errors of a payment from an exchange that the contract states, each with its code and its message. Where in
// an answer the two stand is open, and so is which error comes when several hold.

import { exchangePayment, invoice, pairOf } from '../../../client/sample-requests.ts'
import type { Role } from '../../../client/target.ts'
import { type ExchangePaymentError, exchangePaymentErrors } from '../../../spec/errors.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { hasCode, messagesBeginning, scalarsOf } from '../../checks/response-outcome.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { hasPair, statusesSaid } from '../../flows/deliveries.ts'

const errors = {
  'authentication-failed': ['exchange-payments.error-authentication-failed-418', 'expiredLink'],
  'insufficient-balance': ['exchange-payments.error-insufficient-balance-419', 'lowBalance'],
  'address-not-whitelisted': ['exchange-payments.error-whitelist-pending-420', 'notWhitelisted'],
  'coin-not-supported': ['exchange-payments.error-coin-not-supported-421', 'unsupportedWallet'],
  'below-minimum': ['exchange-payments.error-below-minimum-422', 'belowMinimum'],
} as const satisfies Record<ExchangePaymentError, [RequirementId, Role]>

/** Attempts of the shopper of a role to pay, one at each exchange at which the role holds. */
async function* attempts(it: Context, role: Role): AsyncGenerator<[exchange: string, response: ApiResponse]> {
  const shopper = it.shopperWho(role)
  for (const exchange of shopper.exchanges ?? it.target.exchanges) {
    const payload = exchangePayment(it)
    yield [exchange, await it.client.call('createExchangePayment', { payload, shopper, exchange })]
  }
}

function says(response: ApiResponse, message: string): boolean {
  const texts = message.endsWith(' ')
    ? messagesBeginning(response, message.trimEnd())
    : scalarsOf(response.json).filter((text) => text.trim() === message)
  return texts.length > 0
}

/** Letters and digits only: how an exchange is written differs. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

export const exchangeErrors = [
  ...(Object.keys(errors) as ExchangePaymentError[]).map((error) => {
    const [requirement, role] = errors[error]
    const { code, message } = exchangePaymentErrors[error]
    return property({
      resource: 'exchange-payments',
      title: `error ${code} comes with its message to whom it concerns, on every exchange`,
      kind: 'example',
      level: 'money',
      needs: [`shopper.${role}`],
      checks: [requirement],
      async run(it) {
        for await (const [exchange, response] of attempts(it, role)) {
          const stated = response.outcome !== 'success' && hasCode(response, code) && says(response, message)
          it.check(requirement, stated, {
            expected: `${code} with "${message.trimEnd()}", as HTTP status or anywhere in the body`,
            actual: `from ${exchange}: HTTP ${response.status} ${response.text.slice(0, 300)}`,
            of: { response, expects: { says: message.trimEnd().replaceAll('.', '[.]') } },
          })
        }
      },
    })
  }),
  property({
    resource: 'exchange-payments',
    title: 'the message of 422 ends with the exchange that was to be paid from, and with no other',
    kind: 'example',
    level: 'money',
    needs: ['shopper.belowMinimum'],
    checks: ['exchange-payments.error-422-names-the-exchange'],
    async run(it) {
      const beginning = exchangePaymentErrors['below-minimum'].message.trimEnd()
      for await (const [exchange, response] of attempts(it, 'belowMinimum')) {
        const messages = messagesBeginning(response, beginning)
        it.precondition(messages.length > 0, 'the message of 422 was to come')
        const ends = messages.map((message) => message.slice(beginning.length).trim())
        const others = it.target.exchanges.filter((other) => !bare(exchange).includes(bare(other)))
        const named = ends.some((end) => bare(end).includes(bare(exchange)))
        const misnamed = ends.find((end) => others.some((other) => bare(end).includes(bare(other))))
        it.check('exchange-payments.error-422-names-the-exchange', named && misnamed === undefined, {
          expected: `"${beginning} ${exchange}", the exchange in whatever letters`,
          actual: messages.join(', '),
        })
      }
    },
  }),
  property({
    resource: 'exchange-payments',
    title: 'what one of the five errors refuses is not paid all the same',
    kind: 'example',
    level: 'disruptive',
    needs: ['webhooks', 'clock', 'statusIntegers'],
    checks: Object.values(errors).map(([requirement]) => requirement),
    async run(it) {
      const integers = it.target.known.statusIntegers ?? it.notApplicable('the integers are not known')
      const refused: [RequirementId, string][] = []
      for (const [requirement, role] of Object.values(errors)) {
        const shopper = it.target.shoppers[role]
        if (shopper === undefined) continue
        const body = invoice(it)
        it.given(await it.client.call('createInvoice', { body }))
        const asked = { payload: exchangePayment(it, { offerId: body.order }), shopper }
        const exchange = shopper.exchanges?.[0] ?? it.target.exchanges[0] ?? ''
        const response = await it.client.call('createExchangePayment', { ...asked, exchange })
        it.precondition(
          response.outcome === 'refusal',
          'a payment was to be refused with one of the five errors',
        )
        refused.push([requirement, body.order])
      }
      await it.advance({ hours: 3 })
      for (const [requirement, order] of refused) {
        const { name, value } = pairOf(order)
        // A payment that failed may be reported as such.
        const [completed] = await it.deliveries(
          (delivery) =>
            hasPair(delivery, name, value) && statusesSaid(delivery, integers).includes('completed'),
        )
        it.check(requirement, completed === undefined, {
          expected: 'no completion of a payment that was refused',
          actual: `${completed?.url} ${completed?.body}`,
        })
      }
    },
  }),
]
