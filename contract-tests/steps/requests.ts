// Complete requests of operations, and requests that create something with other fields.

import type { RequestOptions } from '../../client/operation-request.ts'
import {
  bankPayment,
  exchangePayment,
  invoice,
  qrTransaction,
  transfer,
} from '../../client/sample-requests.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../observe/client.ts'
import { changedBodies, refusesEach } from './acceptance.ts'
import type { Context } from './context.ts'
import { plainRequests } from './invoiced-client.ts'
import type { Property } from './property.ts'

/** The lookups that need no earlier request. */
export const lookups = [
  'getStore',
  'listCurrencies',
  'getShopper',
  'listBanks',
  'checkExchangeBalance',
] as const

/** A complete request of each operation that acts on no earlier payment. */
export const completeRequests = {
  ...plainRequests,
  getInvoice: async (it) => ({ query: { uuid: (await newInvoice(it)).uuid } }),
  createExchangePayment: (it) => ({ payload: exchangePayment(it) }),
  createBankPayment: (it) => ({ payload: bankPayment(it) }),
  // The payees must be known first. (permitted: payouts.known-payees)
  createTransfers: async (it) => {
    const { payload } = plainRequests.addPayees(it)
    await it.client.call('addPayees', { payload })
    return { payload: payload.map((to) => transfer(to, { amount: Number(it.amount) })) }
  },
} satisfies Partial<Record<OperationId, (it: Context) => RequestOptions | Promise<RequestOptions>>>

/** Sends a complete request with other options. */
export async function sendComplete<Id extends keyof typeof completeRequests>(
  it: Context,
  operationId: Id,
  options: RequestOptions = {},
): Promise<ApiResponse<Id>> {
  return it.client.call(operationId, { ...(await completeRequests[operationId](it)), ...options })
}

/** Creates an invoice as a precondition, and returns its link, uuid and order id. */
export async function newInvoice(it: Context, overrides: Parameters<typeof invoice>[1] = {}) {
  const body = invoice(it, overrides)
  return { ...it.given(await it.client.call('createInvoice', { body })).result, order: body.order }
}

type CreationId = 'createInvoice' | 'createQrTransaction' | 'createExchangePayment' | 'createBankPayment'

export interface CreateRequest<Id extends CreationId = CreationId> {
  /** The record that the request creates, with an article: "an invoice". */
  creates: string
  operationId: Id
  orderField: 'order' | 'orderId' | 'offerId'
  needs?: Property['needs']
  /** A complete body or payload. */
  complete(it: Context, overrides?: object): object
}

export const invoiceRequest: CreateRequest<'createInvoice'> = {
  creates: 'an invoice',
  operationId: 'createInvoice',
  orderField: 'order',
  complete: invoice,
}
export const qrTransactionRequest: CreateRequest<'createQrTransaction'> = {
  creates: 'a QR transaction',
  operationId: 'createQrTransaction',
  orderField: 'orderId',
  complete: qrTransaction,
}
export const exchangePaymentRequest: CreateRequest<'createExchangePayment'> = {
  creates: 'an exchange payment',
  operationId: 'createExchangePayment',
  orderField: 'offerId',
  complete: exchangePayment,
}
export const bankPaymentRequest: CreateRequest<'createBankPayment'> = {
  creates: 'a bank payment',
  operationId: 'createBankPayment',
  orderField: 'offerId',
  needs: ['bankAccount'],
  complete: bankPayment,
}

/** The level and the needs of properties that send a request. */
export function levelAndNeeds({ operationId, needs = [] }: CreateRequest) {
  return { level: operations[operationId].harm, needs }
}

const partOf = ({ operationId }: CreateRequest) =>
  'encrypted' in operations[operationId] ? 'payload' : 'body'

/** Sends a complete request with overrides of its fields. */
export function send<Id extends CreationId>(
  it: Context,
  request: CreateRequest<Id>,
  overrides: object = {},
  options: RequestOptions = {},
): Promise<ApiResponse<Id>> {
  const content = { [partOf(request)]: request.complete(it, overrides) }
  return it.client.call(request.operationId, { ...content, ...options })
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
  const complete = () => request.complete(it, { [key]: value })
  const incomplete = changedBodies(it, request.operationId, complete, places, partOf(request))
  return refusesEach(it, requirement, () => send(it, request, { [key]: value }), incomplete)
}
