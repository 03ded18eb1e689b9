// The codes and messages by which the pre-payment check reports the condition of a shopper at an exchange.

import { type ExchangePaymentError, exchangePaymentErrors } from '../../spec/errors.ts'
import type { Exchange } from '../world/accounts.ts'
import type { World } from '../world/world.ts'

/** What the pre-payment check reports about a shopper: an error that a payment returns, or the missing password. */
export type Condition = ExchangePaymentError | 'password-missing'

/** The code of a condition. Assumption `exchange-payments.validation-codes`. */
export function validationCode(
  { accounts, assumptions }: World,
  exchange: Exchange,
  condition: Condition | undefined,
): object {
  const ok = condition === undefined ? 200 : 417
  const code =
    condition === undefined || condition === 'password-missing' ? ok : exchangePaymentErrors[condition].code
  if (assumptions.is('exchange-payments.validation-codes', 'nested')) return { status: { code } }
  if (assumptions.is('exchange-payments.validation-codes', 'field')) return { code }
  return { code: 1000 * (accounts.exchanges.indexOf(exchange) + 1) + code }
}

/** The message of a condition. Assumption `exchange-payments.validation-messages`. */
export function validationMessage(
  { assumptions }: World,
  { name }: Exchange,
  condition: Condition | undefined,
): string {
  const isFirst = assumptions.is('exchange-payments.validation-messages', 'exchange-first')
  if (condition === undefined) return isFirst ? `${name}: OK` : ''
  const text =
    condition === 'password-missing'
      ? 'The exchange password is missing.'
      : exchangePaymentErrors[condition].message
  if (condition === 'below-minimum') return `${isFirst ? `${name}: ` : ''}${text}${name}`
  return isFirst ? `${name}: ${text}` : `${text} (${name})`
}
