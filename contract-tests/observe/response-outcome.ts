// The outcome of a response: a success, a success with an invalid shape, a refusal, or none of them. The contract does not specify
// the form of a refusal, so codes and messages are searched in the whole response.

import { valueAt } from '../../core/json.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { OperationId } from '../../spec/operations.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import type { Refusal } from '../profile/profile.ts'
import { isSaid } from '../profile/refusal-form.ts'
import { componentNamed, isValidResponse, responseSchema } from './contract-document.ts'
import { isCanceledDebit, isStatus } from './status-integers.ts'

/**
 * `success` is valid by the document; `flawed` reports success in an invalid shape; `unavailable` says nothing about the
 * request; `refusal` is anything else.
 */
export type Outcome = 'success' | 'flawed' | 'refusal' | 'unavailable'

interface Response {
  status: number
  headers?: Readonly<Record<string, string>>
  json: unknown
}

/** No response, timeouts, rate limits, and gateways that did not reach the service. */
export function isUnavailable(status: number): boolean {
  return [0, 408, 425, 429, 502, 503, 504].includes(status) || (status >= 520 && status <= 527)
}

/** True if an HTTP status means that nothing is served at this method and path. */
export const isNotServed = (status: number) =>
  [405, 410, 501].includes(status) || (status >= 300 && status < 400)

/** True if a text is that of a limit on requests or attempts, whose form the contract does not show. */
export function saysRateLimit(text: string): boolean {
  return (
    text.length <= 10_000 && /too many (requests|calls|attempts|failed)|rate[- _]?limit|throttl/i.test(text)
  )
}

/** The outcome of a response with an HTTP status and a body, which is undefined if it is not JSON, and how the operation refuses. */
export function outcomeOf(
  operationId: OperationId,
  status: number,
  body: unknown,
  { fields = [] }: Partial<Refusal> = {},
): Outcome {
  if (isUnavailable(status)) return 'unavailable'
  if (body === undefined || !mayBeSuccess(operationId, status, body)) return 'refusal'
  // The contract does not say that `ok` is true in the record of a payment, but false can only mean a refusal.
  if (isValidResponse(operationId, body) && !reportsFailure(body) && valueAt(body, 'ok') !== false)
    return 'success'
  const names = requiredNames(responseSchema(operationId), 3)
  if (isRefusal(body, names) || fields.some((place) => isSaid(body, place.split('.')))) return 'refusal'
  // With `ok`, it reports success itself, whatever else is missing.
  const isFlawed =
    (valueAt(body, 'ok') === true || hasHalf(body, names)) &&
    (hasFinding(operationId, body) || !saysWhy(body, names))
  return isFlawed ? 'flawed' : 'refusal'
}

function hasHalf(body: unknown, names: readonly string[]): boolean {
  const keys = filledKeysOf(body)
  return names.filter((name) => keys.has(name)).length * 2 >= names.length
}

/** True if a status permits a success. The codes of the check before a payment may be statuses. */
function mayBeSuccess(operationId: OperationId, status: number, body: unknown): boolean {
  const isCodeOfPayments = Object.values(exchangePaymentErrors).some(({ code }) => code === status)
  return (
    (status >= 200 && status <= 299) ||
    (operationId === 'validateExchangePayment' && isCodeOfPayments && isValidResponse(operationId, body))
  )
}

// The refusals of payouts are valid by the document, too: the contract shows them.
function reportsFailure(body: unknown): boolean {
  return valueAt(body, 'result', 'success') === false
}

function isRefusal(body: unknown, names: readonly string[]): boolean {
  const result = valueAt(body, 'result')
  if (valueAt(body, 'ok') === false || valueAt(body, 'success') === false || reportsFailure(body)) return true
  if (Number(valueAt(body, 'status')) >= 400) return true
  if ([body, result].some((at) => ['statusCode', 'code'].some((name) => Number(valueAt(at, name)) >= 400)))
    return true
  if (valueAt(result, 'success') === true) return false
  // Errors without data, in the form of a debit.
  if (isFilled(valueAt(result, 'errors')) && !isFilled(valueAt(result, 'data'))) return true
  return [body, result].some((at) =>
    ['error', 'errors', 'message', 'errorMsg', 'detail'].some(
      (name) => !names.includes(name) && isFilled(valueAt(at, name)),
    ),
  )
}

/** True if a body that is no success reports a refusal itself, with any HTTP status. */
export function saysRefusal(operationId: OperationId, body: unknown): boolean {
  const names = requiredNames(responseSchema(operationId), 3)
  return isRefusal(body, names) || saysWhy(body, names)
}

/** True if a value of a field such as `errorMessage` reports an error. (permitted: service.fills-error-fields) */
function isError(message: unknown): boolean {
  return isFilled(message) && !/^(null|none|ok|success|no[ _]errors?)[.!]?$/i.test(String(message).trim())
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && !isEmptyArray(value)
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function requiredNames(schema: Schema, depth: number): string[] {
  if (schema.$ref !== undefined) return requiredNames(componentNamed(schema.$ref).schema, depth)
  const [first] = schema.oneOf ?? schema.anyOf ?? []
  if (first !== undefined) return requiredNames(first, depth)
  if (depth === 0) return []
  return (schema.required ?? []).flatMap((name) => [
    name,
    ...requiredNames(schema.properties?.[name] ?? {}, depth - 1),
  ])
}

/** The names of all keys with a value that is not null, at every depth. */
function filledKeysOf(value: unknown): Set<string> {
  const keys = new Set<string>()
  const collect = (at: unknown): void => {
    if (Array.isArray(at)) for (const element of at) collect(element)
    else if (typeof at === 'object' && at !== null) {
      for (const [key, element] of Object.entries(at)) {
        if (element !== null) keys.add(key)
        collect(element)
      }
    }
  }
  collect(value)
  return keys
}

/** Every scalar of a value as text, at every depth. */
export function scalarsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsOf)
  return value === undefined ? [] : [String(value)]
}

/** True if a response has a code as its HTTP status, in a header or anywhere in its body, also in a text with the message. */
export function hasCode({ status, headers = {}, json }: Response, code: number): boolean {
  return status === code || new RegExp(`\\b${code}\\b`).test(JSON.stringify([headers, json]))
}

/** The texts of a response's body that contain these words, from the words on. */
export function messagesBeginning(response: { json: unknown }, words: string): string[] {
  return scalarsOf(response.json).flatMap((text) =>
    text.includes(words) ? [text.slice(text.indexOf(words))] : [],
  )
}

/** The part of a success that it has only if something was found or made. The other operations report it as `success`. */
const findings: Readonly<Partial<Record<OperationId, readonly (string | number)[]>>> = {
  createInvoice: ['result', 'uuid'],
  createQrTransaction: ['result', 'id'],
  validateExchangePayment: ['result', 'receiverAddress'],
  createExchangePayment: ['result', 'id'],
  createBankPayment: ['result', 'id'],
  getInvoice: ['result', 'returnval', 'cart', 0],
  listCurrencies: ['result', 0],
  checkExchangeBalance: ['result', 'accounts', 0],
  listBanks: ['result', 'banks', 0],
  getStore: ['result', 'merchant', 'id'],
  getShopper: ['result', 'id'],
  debitSubscription: ['result', 'data', 0, 'transactionId'],
}

/**
 * True if a response shows that something was found or made, also in an invalid shape: a service that copies the request into its
 * response omits what an invalid request lacks. A refusal may have an id, too, or all fields with empty values and an id of zeros.
 */
export function isEffective(
  response: { operationId: OperationId; outcome: Outcome; json: unknown },
  statusIntegers: Parameters<typeof reportsNothing>[1],
): boolean {
  const { operationId, outcome, json } = response
  if (outcome === 'refusal' || reportsNothing(response, statusIntegers)) return false
  if (outcome === 'success') return true
  const names = requiredNames(responseSchema(operationId), 3)
  return (
    hasFinding(operationId, json) &&
    (findings[operationId] === undefined || (!saysWhy(json, names) && hasHalf(json, names)))
  )
}

/** The part of a response that shows what was found or made, such as its id. */
export function findingIn(operationId: OperationId, json: unknown): unknown {
  const path = findings[operationId]
  return path === undefined ? undefined : valueAt(json, ...path)
}

function hasFinding(operationId: OperationId, json: unknown): boolean {
  if (findings[operationId] === undefined) return valueAt(json, 'result', 'success') === true
  const found = findingIn(operationId, json)
  return isFilled(found) && !/^[0-]+$/.test(String(found))
}

/** True if a body that is no valid success says why the request is refused. */
function saysWhy(body: unknown, names: readonly string[]): boolean {
  // The record of a payment has a description, too.
  const isRecord = names.includes('description') && hasHalf(body, names)
  const reasons = reasonNames.filter((name) => !isRecord || name !== 'description')
  const result = valueAt(body, 'result')
  return [body, result, valueAt(result, 0)].some((at) => reasons.some((name) => isError(valueAt(at, name))))
}

const reasonNames = ['error', 'errorMessage', 'errorCode', 'reason', 'failureReason', 'description', 'text']

/** True if a success says that nothing was found or made. (permitted: service.refuses-with-nothing) */
export function reportsNothing(
  { operationId, json }: { operationId: OperationId; json: unknown },
  statusIntegers: Parameters<typeof isStatus<'canceled'>>[0],
): boolean {
  const result = valueAt(json, 'result')
  const path = findings[operationId] ?? []
  if (path.at(-1) === 0) return isEmptyArray(valueAt(json, ...path.slice(0, -1)))
  switch (operationId) {
    case 'debitSubscription': {
      const data = valueAt(result, 'data')
      const isMissing = (debit: unknown) =>
        valueAt(debit, 'transactionId') === '' || isCanceledDebit(statusIntegers, valueAt(debit, 'status'))
      return isFilled(valueAt(result, 'errors')) || (Array.isArray(data) && data.every(isMissing))
    }
    case 'validateExchangePayment':
      return valueAt(result, 'amount') === 0
    case 'createExchangePayment':
    case 'createBankPayment':
      return (
        isError(valueAt(result, 'errorMessage')) ||
        isStatus(statusIntegers, 'canceled', valueAt(result, 'status'))
      )
    default:
      return false
  }
}

/** True if a request that must be accepted was refused. A debit may be refused in the form of a success without debits. */
export function wasRefused(response: { operationId: OperationId; outcome: Outcome; json: unknown }): boolean {
  const { operationId, outcome, json } = response
  return (
    outcome === 'refusal' ||
    (operationId === 'debitSubscription' && isEmptyArray(valueAt(json, 'result', 'data')))
  )
}

/** True if a response has the code and the message of an error of exchange payments. */
export function hasPaymentError(
  response: Response,
  { code, message }: { code: number; message: string },
): boolean {
  return hasCode(response, code) && messagesBeginning(response, message.trimEnd()).length > 0
}
