// Which requirements and which properties a run is about, from what its operator named.

import { UsageError } from '../core/errors.ts'
import {
  isObservable,
  observableRequirementIds,
  observableResources,
  type RequirementId,
  requirementIds,
  requirements,
  resourceOf,
} from '../spec/requirements.ts'
import type { Property } from './property.ts'

/**
 * What an operator may name: requirements by id or by resource (`partial-payments`), and words of a property's title.
 */
export interface Selection {
  only?: readonly string[]
  property?: string
  disabled: readonly string[]
}

/** The requirements that get a verdict. Throws a Misuse for an unknown one. */
export function wantedIds({ only, disabled }: Pick<Selection, 'only' | 'disabled'>): Set<RequirementId> {
  const wanted = new Set(only === undefined ? observableRequirementIds : only.flatMap(idsNamed))
  for (const id of disabled.flatMap(idsNamed)) wanted.delete(id)
  return wanted
}

function idsNamed(name: string): RequirementId[] {
  const ids = observableRequirementIds.filter((id) => id === name || resourceOf(id) === name)
  if (ids.length > 0) return ids
  const hidden = requirementIds.some((id) => id === name && !isObservable(requirements[id]))
  throw new UsageError(
    hidden ? `"${name}" cannot be observed.` : `There is no requirement "${name}".`,
    'Requirements are named by id or by resource.',
    `Choose among: ${observableResources.join(', ')}; or see the ids in report.json of a run with --report.`,
  )
}

/** The properties to run. Throws a Misuse where the words are in no title. */
export function selectedProperties(
  properties: readonly Property[],
  { only, property: words }: Selection,
  wanted: ReadonlySet<RequirementId>,
): Property[] {
  const about = properties.filter(({ checks }) => only === undefined || checks.some((id) => wanted.has(id)))
  if (words === undefined) return about
  const exact = about.filter(({ title }) => title === words)
  const found = exact.length > 0 ? exact : about.filter(({ title }) => title.includes(words))
  if (found.length > 0) return found
  throw new UsageError(
    `There is no property "${words}".`,
    'A property is named by its title, or by words of it.',
    'Copy it from the report of a failure, or leave --property out.',
  )
}
