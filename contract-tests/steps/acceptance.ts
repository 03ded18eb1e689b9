// Checks that a deployment accepts or refuses requests. A refused request violates a requirement only if the deployment accepts
// the same request without the detail in question; otherwise it is refused for another reason.

import type { RequestOptions } from '../../client/operation-request.ts'
import { InvariantError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { transactionStatuses } from '../../spec/enumerations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Span } from '../observe/capabilities.ts'
import { type ApiResponse, actualOf } from '../observe/client.ts'
import { isEffective, reportsNothing, wasRefused } from '../observe/response-outcome.ts'
import { PreconditionFailed } from '../observe/violation.ts'
import type { Context } from './context.ts'

type Operation = ApiResponse['operationId']

/** Valid requests for the same thing, each with the detail in which it differs. */
export type Ways = readonly (readonly [detail: string, send: () => Promise<ApiResponse>])[]

/** Invalid requests, each with the reason. */
export type Incomplete = readonly (readonly [because: string, send: () => Promise<ApiResponse>])[]

/**
 * Checks that a request is accepted, unless `otherwise`, the same request without its detail, is refused too. It is sent twice.
 * (permitted: service.refuses-what-is-alike)
 */
export async function accepts<Id extends Operation>(
  it: Context,
  requirement: RequirementId,
  response: ApiResponse<Id>,
  otherwise: () => Promise<ApiResponse>,
): Promise<ApiResponse<Id>['success']> {
  if (response.outcome === 'refusal') for (let sent = 0; sent < 2; sent += 1) it.given(await otherwise())
  return it.succeeds(requirement, response)
}

/** The letters of a text, with spaces between its words. */
export const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]+/gu, ' ').trim()

/** Lines with other names. */
export const named = <Named extends { name: string }>(
  lines: readonly Named[],
  nameOf: (name: string) => string,
) => lines.map((line) => ({ ...line, name: nameOf(line.name) }))

/**
 * Checks that a request with these names is accepted, unless it is refused with plain names, too.
 * (permitted: service.plain-names, carts.own-prices)
 */
export async function acceptsNames<Id extends Operation>(
  it: Context,
  requirement: RequirementId,
  send: (nameOf: (name: string) => string) => Promise<ApiResponse<Id>>,
): Promise<ApiResponse<Id>['success']> {
  const response = await firstAccepted(
    () => send((name) => name),
    () => send(lettersOf),
    () => send((name) => `${lettersOf(name)} ${lettersOf(name)}`),
  )
  return accepts(it, requirement, response, () => send(() => 'Desk lamp'))
}

/**
 * Checks that each of several valid requests is accepted if one of them is. If all are refused, `otherwise`, a request without
 * what they have in common, must be accepted for the check to conclude. A refused request is retried, and after it one that can be
 * accepted. (permitted: service.refuses-what-is-alike, service.knows-records-later)
 */
export async function acceptsEach(
  it: Context,
  requirement: RequirementId,
  ways: Ways,
  otherwise?: () => Promise<ApiResponse>,
): Promise<void> {
  const refused: [...Ways[number], ApiResponse][] = []
  let sendAcceptable = otherwise
  for (const way of ways) {
    const response = await way[1]()
    if (wasRefused(response)) {
      it.preconditionOfAccount(response)
      refused.push([...way, response])
    } else {
      it.given(response)
      sendAcceptable = way[1]
    }
  }
  for (const [detail, send, first] of refused) {
    if (sendAcceptable === undefined)
      throw new PreconditionFailed(
        `one of several valid requests must succeed; actual: none did (${refused.map(([each]) => each).join('; ')}); the first: ${actualOf(first)}`,
      )
    const response = await send()
    if (!wasRefused(response)) continue
    const acceptable = await sendAcceptable()
    it.given(acceptable)
    it.precondition(
      !wasRefused(acceptable),
      `one of the requests must succeed; actual: ${actualOf(acceptable)}`,
    )
    it.check(requirement, false, {
      expected: `success of ${response.operationId} even if ${detail}, because it succeeds otherwise`,
      actual: actualOf(response),
      of: { response, expects: 'success' },
    })
  }
  it.check(requirement, true, { expected: '', actual: '' })
}

/** Sends a request with each of several values until one is accepted. Returns it with its response, or else the first. */
export async function firstAcceptedOf<Value, Id extends Operation>(
  values: readonly Value[],
  send: (value: Value) => Promise<ApiResponse<Id>>,
): Promise<{ value: Value; response: ApiResponse<Id> }> {
  let first: { value: Value; response: ApiResponse<Id> } | undefined
  for (const value of values) {
    const response = await send(value)
    if (!wasRefused(response)) return { value, response }
    first ??= { value, response }
  }
  if (first === undefined) throw new InvariantError('There is no value to send.')
  return first
}

/** The first response that is no refusal to requests that are as good as each other; otherwise the first one. */
export async function firstAccepted<Id extends Operation>(
  ...sends: readonly (() => Promise<ApiResponse<Id>>)[]
): Promise<ApiResponse<Id>> {
  return (await firstAcceptedOf(sends, (send) => send())).response
}

/** Requests that differ in one thing, each with the reason for its refusal. */
export const sentWith = <Difference>(
  rows: readonly (readonly [because: string, Difference])[],
  send: (difference: Difference) => Promise<ApiResponse>,
): Incomplete => rows.map(([because, difference]) => [because, () => send(difference)])

/** Checks that each of several invalid requests is refused, if the complete request is accepted. */
export async function refusesEach(
  it: Context,
  requirement: RequirementId,
  complete: () => Promise<ApiResponse>,
  incomplete: Incomplete,
): Promise<void> {
  for (const [at, [because, send]] of it.inTurn(incomplete).entries()) {
    if (at === 0 || it.afterAcceptances) it.given(await complete())
    it.refuses(requirement, await send(), because)
  }
}

/**
 * Checks that each of several invalid requests is refused, at an instant at which the complete one is accepted. Until then, all are
 * retried after each of these pauses. In a situation, each comes after a complete request about another record. (permitted:
 * service.knows-records-later)
 */
export async function refusesEachOncePossible(
  it: Context,
  requirement: RequirementId,
  complete: () => Promise<ApiResponse>,
  incomplete: Incomplete,
  pauses: readonly Span[],
  another: () => Promise<ApiResponse>,
): Promise<void> {
  let refused = ''
  const times = [undefined, ...(it.canMoveClock ? pauses : [])]
  for (const [index, pause] of times.entries()) {
    if (pause !== undefined) await it.advance(pause)
    const before = it.afterAcceptances && index === 0 ? another : undefined
    const attempts = await attemptsOf(it, incomplete, before)
    const completed = await complete()
    // The complete request may be refused, too, with an integer that only the service knows.
    const isUnclear = attempts.some(
      ([, response]) => debitStatusOf(response) === undeclaredStatus(it, completed),
    )
    // A target file that names no integer says nothing about this one.
    const isLast = index === times.length - 1 && it.target.known.statusIntegers === undefined
    if ((!isUnclear || isLast) && refusesAttempts(it, requirement, attempts, completed)) return
    refused = actualOf(completed)
  }
  it.precondition(false, `the complete request must be accepted; actual: it was refused, too: ${refused}`)
}

/**
 * Checks that invalid requests are refused before the complete one, and returns its response. That one must be accepted for the
 * check to conclude; otherwise `why` is the reason. (permitted: service.accepts-once)
 */
export async function refusesBefore<Id extends Operation>(
  it: Context,
  rows: readonly (readonly [RequirementId, Incomplete])[],
  complete: () => Promise<ApiResponse<Id>>,
  why: (response: ApiResponse<Id>) => string,
): Promise<ApiResponse<Id>> {
  const sent: [RequirementId, Attempts][] = []
  for (const [requirement, incomplete] of rows) sent.push([requirement, await attemptsOf(it, incomplete)])
  const response = await complete()
  // An invalid request that was accepted may be why the complete one is refused.
  const isProved = sent.map(([requirement, attempts]) => refusesAttempts(it, requirement, attempts, response))
  it.precondition(isProved.every(Boolean) && !wasRefused(response), why(response))
  return response
}

/** Invalid requests that were sent. */
type Attempts = readonly (readonly [because: string, response: ApiResponse])[]

async function attemptsOf(
  it: Context,
  incomplete: Incomplete,
  before?: () => Promise<unknown>,
): Promise<Attempts> {
  const attempts: [because: string, response: ApiResponse][] = []
  for (const [because, send] of it.inTurn(incomplete)) {
    await before?.()
    attempts.push([because, await send()])
  }
  return attempts
}

/** Checks that invalid requests were refused. Returns false if nothing was accepted, so that their refusal proves nothing. */
function refusesAttempts(
  it: Context,
  requirement: RequirementId,
  attempts: Attempts,
  completed: ApiResponse,
): boolean {
  const { statusIntegers } = it.target.known
  const isMade = (response: ApiResponse) => isEffective(response, statusIntegers)
  const isAccepted = completed.outcome !== 'refusal' && !reportsNothing(completed, statusIntegers)
  if (!isAccepted && !attempts.some(([, response]) => isMade(response))) return false
  const isUnknown = (response: ApiResponse) =>
    isAccepted && isMade(response) && debitStatusOf(response) !== debitStatusOf(completed)
  const unknown = attempts.find(([, response]) => isUnknown(response))
  const known = attempts.filter(([, response]) => !isUnknown(response))
  it.precondition(
    unknown === undefined || known.some(([, response]) => isMade(response)),
    `whether a debit with status ${unknown && debitStatusOf(unknown[1])} is made is unknown. If it is not, and the status is an integer, add it to known.statusIntegers.canceled`,
  )
  for (const [because, response] of known) it.refuses(requirement, response, because)
  return true
}

/** The status of the first debit in a response, as JSON text. */
const debitStatusOf = ({ json }: ApiResponse) =>
  String(JSON.stringify(valueAt(json, 'result', 'data', '0', 'status')))

/** The status of the first debit in a response, if it is an integer that the target file does not name, or none of the four words. */
function undeclaredStatus(it: Context, { json }: ApiResponse): string | undefined {
  const status = valueAt(json, 'result', 'data', '0', 'status')
  const declared = Object.values(it.target.known.statusIntegers ?? {}).flat()
  const isKnown =
    typeof status === 'number'
      ? declared.includes(status)
      : transactionStatuses.some((name) => name === String(status).toLowerCase())
  return status === undefined || isKnown ? undefined : JSON.stringify(status)
}

/** A value whose field at a path is replaced, or removed if `to` is undefined. */
function changed(value: unknown, path: readonly (string | number)[], to?: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(value))
    return value.map((element, index) => (index === key ? changed(element, rest, to) : element))
  return { ...Object(value), [key]: changed(Object(value)[key], rest, to) }
}

/** Places whose field is null. In situations, only where each property has separate worlds: elsewhere each request counts. */
export const nullPlaces = (it: Context, fields: readonly string[]) =>
  it.style === undefined || it.isolates
    ? fields.map((field) => ({ path: [field], to: null, because: `${field} is null` }))
    : []

/** Calls of an operation, each with a request that is changed in one place. A place without `to` is removed. */
export function changedBodies(
  it: Context,
  operationId: Operation,
  complete: () => unknown,
  places: readonly { path: readonly (string | number)[]; to?: unknown; because?: string }[],
  part: 'body' | 'payload' = 'body',
): Incomplete {
  return places.map(({ path, to, because }) => [
    because ?? `${path.join('.')} is missing`,
    () => {
      const options: RequestOptions = { [part]: changed(complete(), path, to) }
      return it.client.call(operationId, options)
    },
  ])
}
