// Templates of requests, and the requests that they become in a world. A template is plain data, so that a sequence can be generated
// before it runs, shrunk, and printed.

import type { Encryption } from '../client/encryption.ts'
import { bodyCredentials, operationRequest, type RequestOptions } from '../client/operation-request.ts'
import * as samples from '../client/sample-requests.ts'
import type { Target } from '../client/target.ts'
import { isObject } from '../core/json.ts'
import { listControlOperations, readControlDocument } from '../spec/control/document.ts'
import type { ControlOperationId } from '../spec/control/operations.ts'
import { type OperationId, operations } from '../spec/operations.ts'
import { editedAt } from '../spec/test-support/edits.ts'
import { isKnown, type Kind, type Records, reference, resolved } from './world.ts'

/** Edits of a value: the place and the edit, as `editedAt` counts them. */
type Edits = readonly (readonly [place: number, choice: number])[]

/** A request of the service: a complete sample, with differences. */
export interface ServiceTemplate {
  operationId: OperationId
  /** The number of the order that it is about. */
  order?: number
  /** The record that it is about; 0, the default, is the newest. */
  place?: number
  /** The subscription item of an invoice. */
  subscription?: Partial<ReturnType<typeof samples.subscriptionItem>> | undefined
  /** Fields in place of those of the sample. */
  changes?: Readonly<Record<string, unknown>> | undefined
  /** A value in place of the sample. */
  value?: unknown
  edits?: Edits | undefined
  /** In place of the right one. */
  encryption?: Encryption | undefined
  /** The access token; null omits it. */
  token?: string | null | undefined
  exchange?: string | undefined
  /** A named sandbox; the default one if it is absent. */
  sandbox?: string | undefined
}

/** A request of the control API. */
export interface ControlTemplate {
  controlId: ControlOperationId
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  edits?: Edits | undefined
  sandbox?: string | undefined
}

export type Template = ServiceTemplate | ControlTemplate

interface Written {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** The body, payload or query before it is written. */
  content: unknown
}

/** A request, ready to be sent. */
export type Sent = Written &
  ({ api: 'service'; operationId: OperationId } | { api: 'control'; operationId: ControlOperationId })

/** True if the records exist that a template refers to. */
export const isPossible = (template: Template, records: Records) =>
  isKnown('operationId' in template ? [template, subjectOf(template)] : template, records)

export function requestOf(template: Template, target: Target, records: Records): Sent {
  const sent =
    'operationId' in template ? serviceRequest(template, target, records) : controlRequest(template, records)
  const { sandbox } = template
  return sandbox === undefined ? sent : { ...sent, path: `/sandboxes/${sandbox}${sent.path}` }
}

/** The name of an order of the samples. */
export const orderName = (order: number) => `order-${order}`

/** The records that samples are about. */
const subjects: Partial<Record<OperationId, Kind>> = {
  getInvoice: 'invoice',
  closePartialPayment: 'walletOrder',
  debitSubscription: 'subscription',
  cancelSubscription: 'subscription',
}

function subjectOf({ operationId, place = 0 }: ServiceTemplate): string {
  const kind = subjects[operationId]
  return kind === undefined ? '' : reference(kind, place)
}

type Sample = (
  source: samples.SampleSource,
  order: string,
  subject: string,
  subscription: ServiceTemplate['subscription'],
) => RequestOptions

/** Complete requests of the operations that take something. */
const samplesOf: Partial<Record<OperationId, Sample>> = {
  createInvoice: (source, order, _, item) => {
    const cart = item && { cart: [samples.subscriptionItem(source, item)] }
    return { body: samples.invoice(source, { order, ...cart }) }
  },
  createQrTransaction: (source, orderId) => ({ body: samples.qrTransaction(source, { orderId }) }),
  validateExchangePayment: (source, offerId) => ({ payload: samples.exchangeCheck(source, { offerId }) }),
  createExchangePayment: (source, offerId) => ({ payload: samples.exchangePayment(source, { offerId }) }),
  createBankPayment: (source, offerId) => ({ payload: samples.bankPayment(source, { offerId }) }),
  createTransfers: (source) => ({ payload: [samples.transfer(samples.payee(source))] }),
  addPayees: (source) => ({ payload: [samples.payee(source)] }),
  getInvoice: (_, __, uuid) => ({ query: { uuid } }),
  closePartialPayment: (source, _, offerId) => samples.closing(source, { offerId }),
  listCurrencies: ({ amount }) => ({ query: { amount, currency: 'USD' } }),
  checkExchangeBalance: ({ merchant }) => ({ query: { merchantId: merchant.id } }),
  debitSubscription: (source, _, subscriptionId) => ({
    body: samples.debit(source, { subscriptionId, amount: 3, currency: 'USD' }),
  }),
  cancelSubscription: (_, __, subscriptionId) => ({ body: { subscriptionId } }),
}

function serviceRequest(template: ServiceTemplate, target: Target, records: Records): Sent {
  const { operationId, order = 0, subscription, changes, value, edits } = template
  const { method: verb } = operations[operationId]
  const part = 'encrypted' in operations[operationId] ? 'payload' : verb === 'get' ? 'query' : 'body'
  const source = samples.sampleSource(target, `fuzz-${order}`)
  const sample = samplesOf[operationId]?.(source, orderName(order), subjectOf(template), subscription) ?? {}
  const usual = isObject(sample[part]) ? { ...sample[part], ...changes } : (sample[part] ?? {})
  const content = edited(resolved(value ?? usual, records), edits)
  const { method, path, headers, body } = operationRequest(operationId, target, {
    ...{ ...sample, seed: 'fuzz' },
    ...accountOptions(template, records),
    ...partOptions[part](content, template, target),
  })
  return { operationId, api: 'service', method, path: `/api${path}`, headers, body, content }
}

const edited = (value: unknown, edits: Edits = []) =>
  edits.reduce((before, edit) => editedAt(before, ...edit).value, value)

const accountOptions = ({ token, exchange }: ServiceTemplate, records: Records): RequestOptions => ({
  ...(token === undefined ? {} : { token: token && String(resolved(token, records)) }),
  ...(exchange === undefined ? {} : { exchange: String(resolved(exchange, records)) }),
})

const jsonOf = (value: unknown) => JSON.stringify(value) ?? ''

/** The options for a content that need not be valid. */
const partOptions = {
  query: (content) => ({ query: textsOf(content) }),
  body: (content, { operationId }, target) => {
    const credentials = bodyCredentials(operationId, target)
    return { rawBody: jsonOf(isObject(content) ? { ...credentials, ...content } : content) }
  },
  payload: (content, { encryption }) => ({ payloadText: jsonOf(content), ...(encryption && { encryption }) }),
} satisfies Record<string, (content: unknown, template: ServiceTemplate, target: Target) => RequestOptions>

const textsOf = (value: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map((pair) => pair.map((part) => wellFormed(part))),
  )

const controlPaths = new Map(
  listControlOperations(readControlDocument()).map(({ operationId, ...listed }) => [operationId, listed]),
)

function controlRequest(template: ControlTemplate, records: Records): Sent {
  const { controlId, params = {}, query = {}, body, edits } = template
  const { path = '', method = '' } = controlPaths.get(controlId) ?? {}
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inUrl(resolved(params[name], records)))
  const search = Object.entries(query).map(
    ([name, value]) => `${inUrl(name)}=${inUrl(resolved(value, records))}`,
  )
  const content = body === undefined ? undefined : edited(resolved(body, records), edits)
  return {
    ...{ operationId: controlId, api: 'control', method: method.toUpperCase(), content },
    path: search.length === 0 ? filled : `${filled}?${search.join('&')}`,
    headers: { 'content-type': 'application/json' },
    body: method === 'get' || content === undefined ? undefined : jsonOf(content),
  }
}

/** A value in a URL. A step of dots only would lead to another path. */
const inUrl = (value: unknown) => encodeURIComponent(wellFormed(value).replace(/^\.+$/, '_'))

/** A value as text without lone surrogates, which have no form in a URL. */
const wellFormed = (value: unknown) =>
  (typeof value === 'string' ? value : jsonOf(value)).replace(/\p{Surrogate}/gu, '?')
