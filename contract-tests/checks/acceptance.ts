// Checks of what a deployment takes and what it does not. A complete request that is refused breaks a requirement only
// if the same request without its peculiarity is taken: what is refused for another reason is another requirement's.

import type { RequestOptions } from '../../client/operation-request.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'

type Operation = ApiResponse['operationId']

/** Some of several lawful ways to ask for the same, each with what is peculiar to it. */
export type Ways = readonly (readonly [peculiarity: string, ask: () => Promise<ApiResponse>])[]

/** Requests that lack something, each with what it lacks. */
export type Incomplete = readonly (readonly [because: string, ask: () => Promise<ApiResponse>])[]

/** Checks that a request is taken, unless `otherwise`, the same without its peculiarity, is refused too. */
export async function takes<Id extends Operation>(
  it: Context,
  requirement: RequirementId,
  response: ApiResponse<Id>,
  otherwise: () => Promise<ApiResponse>,
): Promise<ApiResponse<Id>['success']> {
  if (response.outcome === 'refusal') it.given(await otherwise())
  return it.succeeds(requirement, response)
}

/**
 * Checks that each of several lawful ways is taken, where one of them is, or where `otherwise` is, a request without what
 * the ways have in common.
 */
export async function takesEach(
  it: Context,
  requirement: RequirementId,
  ways: Ways,
  otherwise?: () => Promise<ApiResponse>,
): Promise<void> {
  const refused: [string, ApiResponse][] = []
  for (const [peculiarity, ask] of ways) {
    const response = await ask()
    if (response.outcome === 'refusal') refused.push([peculiarity, response])
    else it.given(response)
  }
  if (refused.length === ways.length && otherwise !== undefined) it.given(await otherwise())
  else
    it.precondition(
      refused.length < ways.length,
      'one of several lawful requests was to succeed, and none did',
    )
  const [first] = refused
  it.check(requirement, first === undefined, {
    expected: 'success of each of several lawful requests',
    actual: first === undefined ? 'nothing else' : `${first[0]}: HTTP ${first[1].status} ${first[1].text}`,
    ...(first === undefined ? {} : { of: { response: first[1], expects: 'success' } }),
  })
}

/** Checks that none of several incomplete requests is answered with success, where the complete one is. */
export async function refusesEach(
  it: Context,
  requirement: RequirementId,
  complete: () => Promise<ApiResponse>,
  incomplete: Incomplete,
): Promise<void> {
  it.given(await complete())
  for (const [because, ask] of incomplete) it.refuses(requirement, await ask(), because)
}

/** A value with one field less, or with another value in it; `path` leads to the field. */
export function changed(value: unknown, path: readonly (string | number)[], to?: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(value))
    return value.map((element, index) => (index === key ? changed(element, rest, to) : element))
  return { ...Object(value), [key]: changed(Object(value)[key], rest, to) }
}

/** Calls of an operation with a request that is changed in one place at a time; a place without `to` is left out. */
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
      const asked: RequestOptions = { [part]: changed(complete(), path, to) }
      return it.client.call(operationId, asked)
    },
  ])
}
