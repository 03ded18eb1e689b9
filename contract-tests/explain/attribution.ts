// The requirements that a finding violates: those that the document marks nearest to the difference.

import type { Marks } from '../../spec/openapi/schema.ts'
import { type RequirementId, requirements } from '../../spec/requirements.ts'
import { requestsOf, type Step } from '../histories/action.ts'
import type { Difference } from '../histories/comparison.ts'
import { type Answer, isAccepted } from '../histories/side.ts'
import { marksOfAnswer, marksOfRequest } from './marks.ts'

/** The ids of requirements that determine an answer where it differs, the nearest first. */
export function requirementsOf(
  { action }: Step,
  expected: Answer,
  differences: readonly Difference[],
): RequirementId[] {
  const requests = requestsOf(action)
  const marks = differences.flatMap(({ place }): readonly Marks[] => {
    const at = Math.max(0, Number(/^response (\d+)/.exec(place)?.[1] ?? 1) - 1)
    const [request, response] = [requests[at], expected.responses[at]]
    const isRefused = response !== undefined && !isAccepted(response)
    if (request === undefined || place.startsWith('delivery')) return marksOfAnswer(request?.operation, place)
    return isRefused || /^(response \d+ )?status/.test(place)
      ? marksOfRequest(request)
      : marksOfAnswer(request.operation, place)
  })
  const ids = marks.flatMap((node) => node['x-requirements'] ?? [])
  return [...new Set(ids)].filter((id): id is RequirementId => Object.hasOwn(requirements, id))
}
