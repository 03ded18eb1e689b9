// Which requirements and which properties a run is about, from what its operator named.

import { UsageError } from '../core/errors.ts'
import {
  isObservable,
  observableRequirementIds,
  type RequirementId,
  requirementIds,
  requirements,
} from '../spec/requirements.ts'

import { type Property, resources } from './property.ts'

/**
 * What an operator may name: requirements by id, by its beginning (`closing`), or by the resource under which the report
 * counts them (`partial-payments`); words of a property's title.
 */
export interface Selection {
  only?: readonly string[]
  property?: string
  disabled: readonly string[]
}

/** The requirements that get a verdict. Throws a Misuse for an unknown one. */
export function wantedIds(
  { only, disabled }: Pick<Selection, 'only' | 'disabled'>,
  properties: readonly Property[],
): Set<RequirementId> {
  const named = (name: string) => idsNamed(name, properties)
  const wanted = new Set(only === undefined ? observableRequirementIds : only.flatMap(named))
  for (const id of disabled.flatMap(named)) wanted.delete(id)
  return wanted
}

/** The resource under which a requirement is counted: that of the first property that checks it. */
export function resourceOf(id: RequirementId, properties: readonly Property[]): string {
  return properties.find(({ checks }) => checks.includes(id))?.resource ?? firstPart(id)
}

function idsNamed(name: string, properties: readonly Property[]): RequirementId[] {
  const ids = observableRequirementIds.filter(
    (id) => id === name || id.startsWith(`${name}.`) || resourceOf(id, properties) === name,
  )
  if (ids.length > 0) return ids
  const hidden = requirementIds.some((id) => id === name && !isObservable(requirements[id]))
  const words = new Set<string>([...resources, ...observableRequirementIds.map(firstPart)])
  throw new UsageError(
    hidden ? `"${name}" cannot be observed.` : `There is no requirement "${name}".`,
    "Requirements are named by their id, or several by a resource of the report's table or by the part before the first dot.",
    `Choose among: ${[...words].join(', ')}; or see the ids in report.json of a run with --report.`,
  )
}

function firstPart(id: string): string {
  return id.split('.')[0] ?? id
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
