// Finds what refers to each requirement: simulator code, properties, mutants and scenarios.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants } from '../../contract-tests/altered/mutants/all.ts'
import { allProperties } from '../../contract-tests/commands/all-claims.ts'
import { operations } from '../../spec/operations.ts'
import { type RequirementId, requirementIds, requirements } from '../../spec/requirements.ts'
import { placesOf } from '../../spec/statements.ts'

/** True if the document says all of it at parts of operations and in schemas: the simulator validates requests and responses against these. */
export function isEnforcedByDocument(id: RequirementId): boolean {
  const places: readonly string[] = placesOf(requirements[id])
  return places.every((place) => !['service', 'webhook', ...Object.keys(operations)].includes(place))
}

/** References to a requirement. Paths start at the root of the repository. */
export interface Links {
  /** Files of the simulator that cite the id, without tests. */
  code: string[]
  /** Titles of the properties that check it. */
  properties: string[]
  /** Number of mutants that violate it. */
  mutants: number
  /** Scenario files that declare it in `x-requirements`. */
  scenarios: string[]
}

export type LinksById = Readonly<Record<RequirementId, Links>>

/** Reads the links from the repository in the current directory. */
export function readLinks(root = '.'): LinksById {
  const sources = filesIn(root, 'simulator', '.ts')
    .filter((path) => !/\.test\.ts$|\/(testing|test-support|bench)\//.test(path))
    .map((path) => ({ path, ids: idsCitedIn(readFileSync(join(root, path), 'utf8')) }))
  const scenarios = filesIn(root, 'scenarios', '.json').map((path) => ({
    path,
    ids: idsDeclaredIn(JSON.parse(readFileSync(join(root, path), 'utf8'))),
  }))
  const linksOf = (id: RequirementId): Links => ({
    code: sources.filter(({ ids }) => ids.has(id)).map(({ path }) => path),
    properties: allProperties.filter(({ checks }) => checks.includes(id)).map(({ title }) => title),
    mutants: mutants.filter(({ requirement }) => requirement === id).length,
    scenarios: scenarios.filter(({ ids }) => ids.has(id)).map(({ path }) => path),
  })
  return Object.fromEntries(requirementIds.map((id) => [id, linksOf(id)])) as Record<RequirementId, Links>
}

/** The requirement ids in the text of a source file. */
function idsCitedIn(text: string): Set<string> {
  return new Set(text.match(/(?<![\w.-])[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-]|\.\w)/g))
}

/** The ids in every `x-requirements` of a scenario, at any depth. */
function idsDeclaredIn(node: unknown): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set()
  return new Set(
    Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      key === 'x-requirements' && Array.isArray(value) ? value.map(String) : [...idsDeclaredIn(value)],
    ),
  )
}

function filesIn(root: string, folder: string, extension: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort()
}
