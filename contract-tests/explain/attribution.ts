// The requirements that a difference may violate: those that the document marks nearest to it.

import type { Marks } from '../../spec/openapi/schema.ts'
import { type RequirementId, requirements } from '../../spec/requirements.ts'
import { requestsOf, type Step } from '../histories/action.ts'
import type { KeyedDifference } from './differences.ts'
import { marksOfAnswer, marksOfRequest } from './marks.ts'

const maxRequirements = 5

/** The ids of requirements that determine an answer where it differs, the nearest first. */
export function requirementsOf(
  { action }: Step,
  { place, key, isOutcome }: KeyedDifference,
): RequirementId[] {
  const requests = requestsOf(action)
  const at = Math.max(0, Number(/^response (\d+)/.exec(place)?.[1] ?? 1) - 1)
  const request = requests[at]
  const isOfRequest =
    isOutcome === true || key.startsWith('refusals') || /^(response \d+ )?status/.test(place)
  const marks: readonly Marks[] =
    request !== undefined && isOfRequest && !place.startsWith('delivery')
      ? marksOfRequest(request)
      : marksOfAnswer(request?.operation, place)
  const ids = marks.flatMap((node) => node['x-requirements'] ?? [])
  return [...new Set(ids)]
    .filter((id): id is RequirementId => Object.hasOwn(requirements, id))
    .slice(0, maxRequirements)
}
