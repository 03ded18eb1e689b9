// The requirements and properties that a run selects.

import { UsageError } from '../../core/errors.ts'
import { nearest } from '../../core/nearest.ts'
import {
  isObservable,
  observableRequirementIds,
  observableResources,
  type RequirementId,
  requirementIds,
  requirements,
  resourceOf,
} from '../../spec/requirements.ts'
import type { Property } from '../steps/property.ts'
import type { SuiteOptions } from './suite-options.ts'

interface Selection extends Pick<SuiteOptions, 'only' | 'property'> {
  /** Ids of requirements, or resources, that are excluded. */
  disabled: readonly string[]
}

/** The requirements that get a verdict. Throws a UsageError for an unknown name. */
export function selectedRequirements({
  only,
  disabled,
}: Pick<Selection, 'only' | 'disabled'>): Set<RequirementId> {
  const selected = new Set(only === undefined ? observableRequirementIds : only.flatMap(idsNamed))
  for (const id of disabled.flatMap(idsNamed)) selected.delete(id)
  return selected
}

function idsNamed(name: string): RequirementId[] {
  const ids = observableRequirementIds.filter((id) => id === name || resourceOf(id) === name)
  if (ids.length > 0) return ids
  const hidden = requirementIds.some((id) => id === name && !isObservable(requirements[id]))
  throw new UsageError(
    hidden ? `No client can observe the requirement "${name}".` : `There is no requirement "${name}".`,
    'Expected the id of an observable requirement, or a resource.',
    `Did you mean ${nearest(name, [...observableResources, ...observableRequirementIds], 1).join()}? Use one of ${observableResources.join(', ')}, or an id from docs/contributing/requirements.md.`,
  )
}

/**
 * The properties to run. A whole title also finds a property that checks none of the selected requirements. Throws a UsageError if no title
 * contains the words.
 */
export function selectedProperties(
  properties: readonly Property[],
  { only, property: words }: Selection,
  selected: ReadonlySet<RequirementId>,
): Property[] {
  const candidates = properties.filter(
    ({ checks }) => only === undefined || checks.some((id) => selected.has(id)),
  )
  if (words === undefined) return candidates
  const found = [
    candidates.filter(({ title }) => title === words),
    properties.filter(({ title }) => title === words),
    candidates.filter(({ title }) => title.includes(words)),
  ].find(({ length }) => length > 0)
  if (found !== undefined) return found
  throw new UsageError(
    `There is no property "${words}".`,
    'Expected the title of a property, or a part of the title of one that checks the selected requirements.',
    'Copy the title from the report of a failure, or omit --property.',
  )
}
