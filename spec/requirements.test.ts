// The requirements cover the contract: each of its sentences, bullets and rows that states something has a requirement, and
// each requirement rests on some of them. contract/places.json lists them. The requirements' places exist in the document.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ContractIndex } from './contract/places.ts'
import { buildDocument } from './openapi/build-document.ts'
import { nodeAt } from './openapi/places.ts'
import { operationIds } from './operations.ts'
import { isObservable, observableRequirementIds, requirementIds, requirements } from './requirements.ts'
import { sectionAnchor, sectionNames, sectionsIn } from './sections.ts'
import { placesOf, type Requirement, type Requirements, type UnspecifiedBehavior } from './statements.ts'
import { unspecifiedBehaviors } from './unspecified.ts'

const { places, open }: ContractIndex = JSON.parse(
  readFileSync(new URL('./contract/places.json', import.meta.url), 'utf8'),
)
const contractSpots = new Set(
  Object.entries(places).flatMap(([section, own]) => Object.keys(own).map((place) => `${section}: ${place}`)),
)
/** The sentences of a bullet. */
const sentencesOf = (spot: string) =>
  /: bullet \d+$/.test(spot)
    ? [...contractSpots].filter((other) => other.startsWith(`${spot} sentence `))
    : []

const entries: [string, Requirement][] = Object.entries(requirements)

it('states that values beyond a list are refused, and infers it for formats and maximums', () => {
  const refusals = entries.filter(([id]) => /refused$/.test(id))
  const basesOf = (about: RegExp) =>
    new Set(refusals.filter(([, { statement }]) => about.test(statement)).map(([, { basis }]) => basis))
  expect([...basesOf(/ other than (weekly|GET)|one of the five/)]).toEqual(['stated'])
  expect([...basesOf(/ (longer|larger) than |not a count followed by/)]).toEqual(['inferred'])
})

describe('the ids of requirements', () => {
  it('consist of a resource and a kebab-case name', () => {
    expect(requirementIds.filter((id) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  it('are unique, and include those of every file', async () => {
    const files = readdirSync(new URL('requirements/', import.meta.url))
    const given: string[] = []
    for (const file of files) {
      const exported: Record<string, Requirements> = await import(
        `./requirements/${file.replace(/\.ts$/, '')}.ts`
      )
      for (const requirementsOfFile of Object.values(exported)) given.push(...Object.keys(requirementsOfFile))
    }
    expect(given.toSorted()).toEqual(requirementIds.toSorted())
  })

  it('differ from the ids of unspecified behaviors', () => {
    expect(requirementIds.filter((id) => id in unspecifiedBehaviors)).toEqual([])
  })
})

describe('a requirement', () => {
  const document = buildDocument({ requirements: {}, unspecifiedBehaviors: {} })

  it.each(entries)('%s has existing places, each once', (_id, requirement) => {
    const places = placesOf(requirement)
    expect(new Set(places).size).toBe(places.length)
    for (const place of places) expect(() => nodeAt(document, place)).not.toThrow()
  })

  it('consists of sentences, and never states that something is open', () => {
    const open = /\b(not shown|not stated|omitted|unknown yet|(is|are|left|stays?) open)\b/i
    const sentence = /^\S.*\S\.$/
    const bad = entries.filter(
      ([, { statement, notObservable = 'Yes.' }]) =>
        !sentence.test(statement) || !sentence.test(notObservable) || open.test(statement),
    )
    expect(bad.map(([id]) => id)).toEqual([])
  })

  it('does not repeat a statement of the same resource', () => {
    const seen = entries.map(
      ([id, { statement }]) => `${id.split(/[.-]/).slice(0, 2).join('.')}: ${statement}`,
    )
    expect(seen.filter((text, at) => seen.indexOf(text) !== at)).toEqual([])
  })
})

describe('the requirements', () => {
  it('include an observable one for every operation', () => {
    const places = entries.filter(([, it]) => isObservable(it)).flatMap(([, it]) => placesOf(it))
    const named = new Set(places.map((place) => place.split('/')[0]))
    expect(operationIds.filter((id) => !named.has(id))).toEqual([])
  })

  it('are observable or have a reason why not', () => {
    expect(observableRequirementIds.length).toBeGreaterThan(0)
    expect(observableRequirementIds.length).toBeLessThan(requirementIds.length)
  })

  it('rest on places of the contract', () => {
    const unknown = entries.flatMap(([id, { section }]) =>
      spots(section).flatMap((spot) =>
        contractSpots.has(spot) && !open.includes(spot) ? [] : `${id}: ${spot}`,
      ),
    )
    expect(unknown).toEqual([])
  })

  it('cover every place of the contract that states something', () => {
    const covered = new Set(entries.flatMap(([, { section }]) => spots(section)))
    // A bullet is covered as a whole, or sentence by sentence.
    const isCovered = (spot: string): boolean =>
      covered.has(spot) ||
      covered.has(spot.replace(/ sentence \d+$/, '')) ||
      (sentencesOf(spot).length > 0 && sentencesOf(spot).every((sentence) => covered.has(sentence)))
    expect([...contractSpots].filter((spot) => !open.includes(spot) && !isCovered(spot))).toEqual([])
  })

  it('say why the words do not settle it where they are inferred', () => {
    const sentences = /^[A-Z].*\.$/
    const bad = entries.filter(([, it]) => it.basis === 'inferred' && !sentences.test(it.reason))
    expect(bad.map(([id]) => id)).toEqual([])
  })
})

describe('sections', () => {
  it('of requirements and unspecified behaviors exist', () => {
    const named = [...entries, ...Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors)].flatMap(
      ([id, { section }]) => sectionsIn(section).map((name) => ({ id, name })),
    )
    expect(named.filter(({ name }) => !sectionNames.includes(name))).toEqual([])
  })

  it('have different anchors', () => {
    expect(new Set(sectionNames.map(sectionAnchor)).size).toBe(sectionNames.length)
  })
})

/** Expands `A: rows x, y; B: response` to `A: row x`, `A: row y` and `B: response`. */
function spots(section: string): string[] {
  return section.split('; ').flatMap((part) => {
    const [heading = '', locators = ''] = part.split(': ')
    const [kind = '', ...names] = locators.split(' ')
    if (names.length === 0) return [`${heading}: ${kind}`]
    const one = kind.replace(/s$/, '')
    return names
      .join(' ')
      .split(', ')
      .map((name) => `${heading}: ${one} ${name}`)
  })
}
