// The requirements and properties that a run selects.

import { UsageError } from '../../core/errors.ts'
import { groupedBy } from '../../core/grouping.ts'
import { nearest } from '../../core/nearest.ts'
import { type Shard, shardOf } from '../../core/shard.ts'
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

interface Selection extends Pick<SuiteOptions, 'only' | 'property' | 'shard'> {
  /** Ids of requirements, or resources, that are excluded. */
  disabled: readonly string[]
}

/** The requirements that get a verdict. Throws a UsageError for an unknown name. */
export function selectedRequirements({
  only,
  shard,
  disabled,
}: Pick<Selection, 'only' | 'shard' | 'disabled'>): Set<RequirementId> {
  const selected = new Set(only === undefined ? observableRequirementIds : only.flatMap(idsNamed))
  for (const id of disabled.flatMap(idsNamed)) selected.delete(id)
  return shard === undefined ? selected : inShard(selected, shardOf(shard))
}

/** The requirements of a shard. Those of a resource stay together, because refusals count only with a success next to them. */
function inShard(ids: ReadonlySet<RequirementId>, shard: Shard): Set<RequirementId> {
  const byResource = groupedBy(ids, resourceOf)
  const parts = Array.from({ length: shard.of }, (): RequirementId[] => [])
  // The largest resource first, each to the smallest part.
  for (const group of [...byResource.values()].sort((a, b) => b.length - a.length))
    parts.reduce((least, part) => (part.length < least.length ? part : least)).push(...group)
  const part = parts[shard.shard - 1] ?? []
  if (part.length > 0) return new Set(part)
  throw new UsageError(
    `The shard ${shard.shard}/${shard.of} has no requirements.`,
    `The selected requirements are those of ${byResource.size} resources, and a resource is not divided.`,
    `Use at most ${byResource.size} shards.`,
  )
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
  { only, shard, property: words }: Selection,
  selected: ReadonlySet<RequirementId>,
): Property[] {
  const candidates = properties.filter(
    ({ checks }) => (only === undefined && shard === undefined) || checks.some((id) => selected.has(id)),
  )
  if (words === undefined) return candidates
  const found = [
    candidates.filter(({ title }) => title === words),
    shard === undefined ? properties.filter(({ title }) => title === words) : [],
    candidates.filter(({ title }) => title.includes(words)),
  ].find(({ length }) => length > 0)
  if (found !== undefined) return found
  throw new UsageError(
    `There is no property "${words}".`,
    'Expected the title of a property, or a part of the title of one that checks the selected requirements.',
    'Copy the title from the report of a failure, or omit --property.',
  )
}
