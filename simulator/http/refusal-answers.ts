// A refusal as an answer: the texts that the contract gives, in the forms that the stand-ins choose.

import { type ExchangePaymentError, exchangePaymentErrors, payoutErrors } from '../../spec/errors.ts'
import type { OperationId } from '../../spec/operations.ts'
import { ownRefusals, type Refusal } from '../refusals.ts'
import { BrokenPromise } from '../world/errors.ts'
import type { StandIns } from '../world/stand-ins.ts'

/** An HTTP status and a JSON body. */
export interface Form {
  status: number
  body: unknown
}

const subscriptionOperations: ReadonlySet<OperationId> = new Set(['debitSubscription', 'cancelSubscription'])

/** What a refused client gets. */
export function refusalForm(
  standIns: StandIns,
  operationId: OperationId | undefined,
  refusal: Refusal,
): Form {
  const [family, name = ''] = refusal.code.split('.', 2)
  if (family === 'exchange' && Object.hasOwn(exchangePaymentErrors, name))
    return exchangeForm(standIns, name as ExchangePaymentError, refusal)
  if (family === 'payout')
    return { status: 200, body: { ok: true, result: { success: false, errorMsg: payoutText(refusal) } } }
  const own = Object.hasOwn(ownRefusals, refusal.code) ? ownRefusals[refusal.code] : undefined
  if (own === undefined) throw new BrokenPromise(`The refusal "${refusal.code}" has no words.`)
  if (family === 'closing' && !standIns.is('closing.refusal-form', 'common')) {
    const ok = standIns.is('closing.refusal-form', 'successFalse')
    return { status: 200, body: { ok, result: { success: false } } }
  }
  const status = standIns.value('errors.http-status')[own.kind]
  const message = standIns.is('errors.wording', 'terse')
    ? own.kind
    : [own.message, refusal.detail].filter(Boolean).join(' ')
  if (
    operationId !== undefined &&
    subscriptionOperations.has(operationId) &&
    standIns.is('errors.subscription-form', 'inBody')
  )
    return { status: 200, body: { status, message } }
  return { status, body: envelope(standIns, status, message) }
}

/** The error envelope. Stand-in `errors.envelope`. */
function envelope(standIns: StandIns, code: number, message: string): Record<string, unknown> {
  switch (standIns.name('errors.envelope')) {
    case 'message':
      return { ok: false, statusCode: code, data: {}, message }
    case 'errorObject':
      return { ok: false, error: { code, message } }
    case 'problem':
      return { title: message, status: code, detail: message }
  }
}

/** One of the five errors of an exchange payment. Stand-ins `exchange-errors.*`. */
function exchangeForm(standIns: StandIns, error: ExchangePaymentError, { fill }: Refusal): Form {
  const stated = exchangePaymentErrors[error]
  const exchange = String(fill[0] ?? '')
  const titled = standIns.is('exchange-errors.exchange-name', 'title')
    ? exchange.charAt(0).toUpperCase() + exchange.slice(1)
    : exchange
  const message = 'followedBy' in stated ? stated.message + titled : stated.message
  if (standIns.is('exchange-errors.carrier', 'httpStatus'))
    return { status: stated.code, body: envelope(standIns, stated.code, message) }
  const status = standIns.is('exchange-errors.carrier', 'bodyOf200') ? 200 : 400
  return { status, body: { ok: false, code: stated.code, message } }
}

function payoutText({ code, fill: [row, name] }: Refusal): string {
  switch (code) {
    case 'payout.transferMalformed':
      return payoutErrors.transferMalformed()
    case 'payout.transferNotArray':
      return payoutErrors.transferNotArray()
    case 'payout.transferRow':
      return payoutErrors.transferRow(Number(row), String(name))
    case 'payout.payeeMalformed':
      return payoutErrors.payeeMalformed()
    case 'payout.payeeNotArray':
      return payoutErrors.payeeNotArray()
    case 'payout.payeeRow':
      return payoutErrors.payeeRow(Number(row), String(name))
    default:
      throw new BrokenPromise(`The refusal "${code}" has no text.`)
  }
}
