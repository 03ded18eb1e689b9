// Creates invoices, QR transactions and payments with other fields, for properties of customers and addresses.

import { bankPayment, exchangePayment, invoice, qrTransaction } from '../../client/sample-requests.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { changedBodies, refusesEach } from '../checks/acceptance.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import type { Property } from '../engine/property.ts'

interface CreateRequest extends Pick<Property, 'level' | 'needs'> {
  /** What the request creates, with an article: "an invoice". */
  creates: string
  operationId: 'createInvoice' | 'createQrTransaction' | 'createExchangePayment' | 'createBankPayment'
  complete: (it: Context) => object
}

export const invoiceRequest: CreateRequest = {
  creates: 'an invoice',
  operationId: 'createInvoice',
  level: 'write',
  complete: (it) => invoice(it),
}
export const qrTransactionRequest: CreateRequest = {
  creates: 'a QR transaction',
  operationId: 'createQrTransaction',
  level: 'write',
  complete: (it) => qrTransaction(it),
}
export const exchangePaymentRequest: CreateRequest = {
  creates: 'an exchange payment',
  operationId: 'createExchangePayment',
  level: 'money',
  complete: (it) => exchangePayment(it),
}
export const bankPaymentRequest: CreateRequest = {
  creates: 'a bank payment',
  operationId: 'createBankPayment',
  level: 'money',
  needs: ['bankAccount'],
  complete: (it) => bankPayment(it),
}

const partOf = ({ level }: CreateRequest) => (level === 'money' ? 'payload' : 'body')

/** Sends a complete request with overrides of its fields. */
export function send(it: Context, request: CreateRequest, overrides: object = {}): Promise<ApiResponse> {
  return it.client.call(request.operationId, { [partOf(request)]: { ...request.complete(it), ...overrides } })
}

/** Checks that a request is refused if the object under `key` lacks one of `fields`. */
export function refusesWithout(
  it: Context,
  request: CreateRequest,
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
    () => send(it, request, { [key]: value }),
    changedBodies(it, request.operationId, complete, places, partOf(request)),
  )
}
