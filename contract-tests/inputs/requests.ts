// The four requests that contain a customer or an address, for properties that change those parts.

import { bankPayment, exchangePayment, invoice, qrTransaction } from '../../client/sample-requests.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { changedBodies, refusesEach } from '../checks/acceptance.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import type { Property } from '../engine/property.ts'

/** A request that contains a customer or an address. */
export interface Request extends Pick<Property, 'level' | 'needs'> {
  what: string
  operationId: 'createInvoice' | 'createQrTransaction' | 'createExchangePayment' | 'createBankPayment'
  complete: (it: Context) => object
}

/** POST /hosted-page. */
export const anInvoice: Request = {
  what: 'an invoice',
  operationId: 'createInvoice',
  level: 'write',
  complete: (it) => invoice(it),
}
/** POST /purchase/qr/generate. */
export const aWalletTransaction: Request = {
  what: 'a wallet transaction',
  operationId: 'createQrTransaction',
  level: 'write',
  complete: (it) => qrTransaction(it),
}
/** POST /exchanges/payments. */
export const anExchangePayment: Request = {
  what: 'an exchange payment',
  operationId: 'createExchangePayment',
  level: 'money',
  complete: (it) => exchangePayment(it),
}
/** POST /purchases. */
export const aBankPayment: Request = {
  what: 'a bank payment',
  operationId: 'createBankPayment',
  level: 'money',
  needs: ['bankAccount'],
  complete: (it) => bankPayment(it),
}

const partOf = ({ level }: Request) => (level === 'money' ? 'payload' : 'body')

/** Sends a request with other fields. */
export function ask(it: Context, request: Request, other: object = {}): Promise<ApiResponse> {
  return it.client.call(request.operationId, { [partOf(request)]: { ...request.complete(it), ...other } })
}

/** Checks that a request without one of the fields of an object in it is refused. */
export function refusesWithout(
  it: Context,
  request: Request,
  requirement: RequirementId,
  key: string,
  value: object,
  fields: readonly string[],
): Promise<void> {
  const places = fields.map((field) => ({ path: [key, field] }))
  const complete = () => ({ ...request.complete(it), [key]: value })
  return refusesEach(
    it,
    requirement,
    () => ask(it, request, { [key]: value }),
    changedBodies(it, request.operationId, complete, places, partOf(request)),
  )
}
