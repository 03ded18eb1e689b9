// A refusal as an answer: the texts that the contract gives, in the forms that the assumptions choose.

import { InvariantError } from '../../core/errors.ts'
import { type ExchangePaymentError, exchangePaymentErrors, payoutErrors } from '../../spec/errors.ts'
import type { OperationId } from '../../spec/operations.ts'
import { ownRefusals, type Refusal } from '../refusals.ts'
import type { Assumptions } from '../world/assumptions.ts'

/** An HTTP status and a JSON body. */
export interface Form {
  status: number
  body: unknown
}

const subscriptionOperations: ReadonlySet<OperationId> = new Set(['debitSubscription', 'cancelSubscription'])

/** What a refused client gets. */
export function refusalForm(
  assumptions: Assumptions,
  operationId: OperationId | undefined,
  refusal: Refusal,
): Form {
  const [family, name = ''] = refusal.code.split('.', 2)
  if (family === 'exchange-payments' && Object.hasOwn(exchangePaymentErrors, name))
    return exchangeForm(assumptions, name as ExchangePaymentError, refusal)
  if (family === 'payouts')
    return { status: 200, body: { ok: true, result: { success: false, errorMsg: payoutText(refusal) } } }
  const own = Object.hasOwn(ownRefusals, refusal.code) ? ownRefusals[refusal.code] : undefined
  if (own === undefined) throw new InvariantError(`The refusal "${refusal.code}" has no words.`)
  if (family === 'partial-payments' && !assumptions.is('partial-payments.refusal-shape', 'common')) {
    const ok = assumptions.is('partial-payments.refusal-shape', 'success-false')
    return { status: 200, body: { ok, result: { success: false } } }
  }
  const status = assumptions.value('errors.http-status')[own.kind]
  const message = assumptions.is('errors.wording', 'terse')
    ? own.kind
    : [own.message, refusal.detail].filter(Boolean).join(' ')
  if (
    operationId !== undefined &&
    subscriptionOperations.has(operationId) &&
    assumptions.is('errors.subscription-form', 'in-body')
  )
    return { status: 200, body: { status, message } }
  return { status, body: envelope(assumptions, status, message) }
}

/** The error envelope. Assumption `errors.envelope`. */
function envelope(assumptions: Assumptions, code: number, message: string): Record<string, unknown> {
  switch (assumptions.name('errors.envelope')) {
    case 'message':
      return { ok: false, statusCode: code, data: {}, message }
    case 'error-object':
      return { ok: false, error: { code, message } }
    case 'problem':
      return { title: message, status: code, detail: message }
  }
}

/** One of the five errors of an exchange payment. Assumptions `exchange-errors.*`. */
function exchangeForm(assumptions: Assumptions, error: ExchangePaymentError, { fill }: Refusal): Form {
  const stated = exchangePaymentErrors[error]
  const exchange = String(fill[0] ?? '')
  const titled = assumptions.is('exchange-payments.error-exchange-name', 'title')
    ? exchange.charAt(0).toUpperCase() + exchange.slice(1)
    : exchange
  const message = 'followedBy' in stated ? stated.message + titled : stated.message
  if (assumptions.is('exchange-payments.error-carrier', 'http-status'))
    return { status: stated.code, body: envelope(assumptions, stated.code, message) }
  const status = assumptions.is('exchange-payments.error-carrier', 'body-of-200') ? 200 : 400
  return { status, body: { ok: false, code: stated.code, message } }
}

function payoutText({ code, fill: [row, name] }: Refusal): string {
  switch (code) {
    case 'payouts.transfer-malformed':
      return payoutErrors.transferMalformed()
    case 'payouts.transfer-not-array':
      return payoutErrors.transferNotArray()
    case 'payouts.transfer-row':
      return payoutErrors.transferRow(Number(row), String(name))
    case 'payouts.payee-malformed':
      return payoutErrors.payeeMalformed()
    case 'payouts.payee-not-array':
      return payoutErrors.payeeNotArray()
    case 'payouts.payee-row':
      return payoutErrors.payeeRow(Number(row), String(name))
    default:
      throw new InvariantError(`The refusal "${code}" has no text.`)
  }
}
