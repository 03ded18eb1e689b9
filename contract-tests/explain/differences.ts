// Differences of answers by their keys: those that have one cause have one key, whichever record or request shows them.

import { parseJson } from '../../core/json.ts'
import { type Action, describe, type RequestAction, requestsOf, type Step } from '../histories/action.ts'
import type { Difference } from '../histories/comparison.ts'
import { type Answer, isAccepted, type SeenResponse } from '../histories/side.ts'

export interface KeyedDifference extends Difference {
  key: string
  /** True if only one of the sides accepts the request. */
  isOutcome?: true
}

const responseNumber = /^response (\d+) /

/** Adds the keys. A response that only one side accepts is one difference: its fields say nothing. */
export function keyed(
  { action }: Step,
  expected: Answer,
  actual: Answer,
  differences: readonly Difference[],
): KeyedDifference[] {
  const requests = requestsOf(action)
  const outcomes = new Map<number, KeyedDifference>()
  const others: KeyedDifference[] = []
  for (const one of differences) {
    const at = Number(responseNumber.exec(one.place)?.[1] ?? 1) - 1
    const request = requests[at]
    if (request === undefined || one.place.startsWith('delivery')) others.push(ofOther(action, one))
    else {
      const outcome = ofOutcome(request, expected.responses[at], actual.responses[at])
      if (outcome === undefined) others.push(ofResponse(request, expected.responses[at], one))
      else outcomes.set(at, outcome)
    }
  }
  return [...outcomes.values(), ...others]
}

function ofOutcome(
  request: RequestAction,
  expected: SeenResponse | undefined,
  actual: SeenResponse | undefined,
): KeyedDifference | undefined {
  const accepts = (one: SeenResponse | undefined) => one !== undefined && isAccepted(one)
  if (accepts(expected) === accepts(actual)) return undefined
  return {
    key: outcomeKey(request, accepts(expected)),
    place: 'outcome',
    expected: inWords(expected),
    actual: inWords(actual),
    isOutcome: true,
  }
}

const outcomeKey = (request: RequestAction, isExpected: boolean) =>
  `${request.operation}, ${coarse(request)}: ${isExpected ? 'refused' : 'accepted'}`

function inWords(response: SeenResponse | undefined): string {
  if (response === undefined) return 'no request: a record is missing'
  const { status, body } = response
  return isAccepted(response)
    ? `accepted, HTTP ${status}`
    : `refused, HTTP ${status} ${body.replace(/\s+/g, ' ').slice(0, 200)}`
}

/** The difference from a usual request without its values. */
const coarse = ({ unusual = 'usual' }: RequestAction) => unusual.split(': ').slice(0, 2).join(': ')

/** A place without the positions of elements. */
export const generic = (place: string) => place.replace(responseNumber, '').replace(/\.\d+(?=\.|$)/g, '.*')

const keyOfPlace = ({ operation }: RequestAction, expected: SeenResponse | undefined, place: string) =>
  `${expected === undefined || !isAccepted(expected) ? 'refusals' : operation}: ${generic(place)}`

const ofResponse = (request: RequestAction, expected: SeenResponse | undefined, one: Difference) => ({
  ...one,
  key: keyOfPlace(request, expected, one.place),
})

/** The keys that differences of an answer can have: every one that is compared. */
export function comparedKeys({ action }: Step, { responses, deliveries }: Answer): Set<string> {
  const keys = new Set<string>()
  const requests = requestsOf(action)
  for (const [at, response] of responses.entries()) {
    const request = requests[at]
    if (request === undefined) continue
    keys.add(outcomeKey(request, isAccepted(response)))
    const add = (value: unknown, place: string) => {
      keys.add(keyOfPlace(request, response, place))
      if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value)) add(inner, `${place}.${name}`)
    }
    add(parseJson(response.body), 'body')
    keys.add(keyOfPlace(request, response, 'status'))
  }
  if (deliveries.length > 0) keys.add('deliveries')
  return keys
}

function ofOther(action: Action, one: Difference): KeyedDifference {
  const isWhole = /^delivery \d+$/.test(one.place)
  const place = one.place.replace(/^delivery \d+ ?/, '')
  if (!one.place.startsWith('delivery')) return { ...one, key: `${nameOf(action)}: ${one.place}` }
  const how = one.actual === 'nothing' ? 'missing' : 'additional'
  return {
    ...one,
    key: isWhole ? `${how} delivery after ${nameOf(action)}` : `deliveries: ${generic(place)}`,
  }
}

/** The name of what was done, without its values. */
function nameOf(action: Action): string {
  if ('outside' in action) return action.outside === 'advance' ? 'a wait' : action.outside
  return [...new Set(requestsOf(action).map(({ operation }) => operation))].join(' and ')
}

/** A difference in one line. */
export const lineOf = ({ action }: Step, { place, expected, actual }: Difference) =>
  `${describe(action)}: ${place} is ${textOf(actual)} in place of ${textOf(expected)}`

const maxInLine = 160
const maxShown = 400

const textOf = (value: unknown) => cut(value, maxInLine)

/** A value as reports show it. */
export const shown = (value: unknown) => cut(value, maxShown)

function cut(value: unknown, max: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > max ? `${text.slice(0, max)}…` : text
}
