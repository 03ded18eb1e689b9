// The scope of a run at its level, and the needs of the rest, known before anything is judged.

import { type Harm, harmLevels, includesLevel } from '../../spec/operation.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Deployment } from '../observe/deployment.ts'
import { whyNotApplicable } from '../steps/needs.ts'
import type { Property } from '../steps/property.ts'

const maxNeedsShown = 3

/** Which of the selected requirements can be checked at a level; undefined if it leaves nothing out. */
export function scopeText(
  properties: readonly Property[],
  selected: ReadonlySet<RequirementId>,
  deployment: Deployment,
  level: Harm,
): string | undefined {
  const checkable = (at: Harm) =>
    idsOf(properties, selected, (one) => whyNotApplicable(one, deployment, at) === undefined)
  const now = checkable(level)
  let known = now.size
  const more = harmLevels.flatMap((higher) => {
    if (includesLevel(level, higher)) return []
    const added = checkable(higher).size - known
    known += added
    return added === 0 ? [] : [`${added} need --level ${higher}`]
  })
  if (more.length === 0) return undefined
  const first = `Level ${level} checks at most ${now.size} of ${selected.size} requirements; ${more.join(', ')}.`
  const unmet = [...unmetNeeds(properties, selected, deployment, checkable('disruptive'))]
    .sort(([, one], [, other]) => other - one)
    .map(([need, count]) => `${need} (${count})`)
  if (unmet.length === 0) return first
  const rest = unmet.length > maxNeedsShown ? ` and ${unmet.length - maxNeedsShown} other facts` : ''
  return `${first}\nThe other ${selected.size - known} need what the target file does not declare: ${unmet.slice(0, maxNeedsShown).join(', ')}${rest}. --init lists all of it.`
}

function idsOf(
  properties: readonly Property[],
  selected: ReadonlySet<RequirementId>,
  matches: (property: Property) => boolean,
): Set<RequirementId> {
  const ids = properties.filter(matches).flatMap(({ checks }) => checks)
  return new Set(ids.filter((id) => selected.has(id)))
}

/** The needs that keep requirements from being checked at any level, each with their number. */
function unmetNeeds(
  properties: readonly Property[],
  selected: ReadonlySet<RequirementId>,
  deployment: Deployment,
  checkable: ReadonlySet<RequirementId>,
): Map<string, number> {
  const needs = new Map<RequirementId, string>()
  for (const property of properties) {
    // Flags of runs are not declared in the target file.
    const why = whyNotApplicable(property, deployment, 'disruptive')?.replace(/^needs |, or --.*$/g, '')
    for (const id of property.checks)
      if (why !== undefined && selected.has(id) && !checkable.has(id) && !needs.has(id)) needs.set(id, why)
  }
  const counts = new Map<string, number>()
  for (const need of needs.values()) counts.set(need, (counts.get(need) ?? 0) + 1)
  return counts
}
