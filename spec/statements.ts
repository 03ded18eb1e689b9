// The types of a requirement and of an unspecified behavior, and of the places in the document that they concern.

import type { Schema } from './openapi/schema.ts'

/**
 * A place in the document: `<operationId>`, `<operationId>/<part>` (part: credential, headers, path, query, body, payload,
 * response, refusals), `<Component>`, `<Component>.<property>`, `webhook`, or `service` for the whole document.
 */
export type Place = string

interface Statement {
  /** The headings of the contract that this rests on, separated by `; `, each optionally with rows or sentences after a colon. */
  section: string
  /** One or more places, separated by spaces. */
  places: string
}

/** The places in the document that a statement concerns. */
export function placesOf({ places }: Statement): Place[] {
  return places.split(' ')
}

/**
 * One thing that the contract requires. Its id is permanent. A stated requirement is what the words say. An inferred one is their
 * natural reading: a deployment that follows every word could do otherwise, so its violation is only a warning by default.
 * A list of values ("one of …", "GET or POST") is exact by a sentence of the contract, so that the service refuses others is
 * stated. A format, a maximum or a duration says what is valid, and not what happens to the rest, so its refusal is inferred.
 */
export type Requirement = WrittenRequirement & Basis

/** A requirement as its row has it. */
export interface WrittenRequirement extends Statement {
  statement: string
  /** Why the words do not settle it, in one or two sentences, if it is inferred. A requirement without a reason is stated. */
  reason?: string
  /** Why no client can see a violation, if none can. */
  notObservable?: string
}

type Basis = { basis: 'stated'; reason?: never } | { basis: 'inferred'; reason: string }

/** A requirement with its basis, which follows from its row. */
export function withBasis({ reason, ...rest }: WrittenRequirement): Requirement {
  return reason === undefined ? { basis: 'stated', ...rest } : { basis: 'inferred', reason, ...rest }
}

/** One permitted behavior where the contract is silent. */
export interface Option {
  /** The effect on the simulator. */
  effect: string
  /** Data of the effect, which users may replace. */
  value?: unknown
  /** True if a client must send other requests under it. It is chosen by name, and never drawn at random. */
  needsOtherClient?: boolean
}

/** Options that only have effects, by name. */
export function effects<Name extends string>(texts: Readonly<Record<Name, string>>) {
  return mapValues(texts, (effect) => ({ effect }))
}

/** The rule for every number or text inside a replaced value. */
export type ValueRule =
  | { min: number; max: number }
  | { pattern: RegExp; meaning: string }
  /** Objects of any shape, or values of any form, whose texts may contain these names in braces. Each key of the option's value has one. */
  | { placeholders: readonly string[]; anyForm?: boolean }
  /** A list of objects that describe responses. */
  | { list: 'refusals' | 'responses' }

/** One thing that the contract does not show or does not say. Its id is permanent; its first option of several is the default. */
export interface UnspecifiedBehavior extends Statement {
  question: string
  options: Readonly<Record<string, Option>>
  valueRule?: ValueRule
  /** Conditions that the document meets as long as it leaves the question open. None where only prose could say it. */
  leftOpen?: readonly LeftOpen[]
}

/**
 * A condition on the document. Comparisons ignore descriptions, examples and ids. Operations are named by id; their type would be
 * a cycle, because the rows of operations name unspecified behaviors.
 */
export type LeftOpen =
  /** The schema at each place of the behavior says this and nothing more. */
  | { everyPlaceIs: Schema }
  /** The same of another place, or of one of them. */
  | { schemaAt: Place; is: Schema }
  /** No client has to send the property, written `Component.property`. */
  | { optional: string }
  /** The value at a path, from an operation or from `document`, is this and nothing more precise. */
  | { valueAt: readonly [from: string, ...path: string[]]; is: unknown }
  /** The operations define neither an HTTP status other than 200 nor the form of a refusal. */
  | { refusalsOf: readonly string[] | 'every operation' }
  /** Only these operations state errors. */
  | { errorsStatedOnlyFor: readonly string[] }
  /** The operation names no credential and no header. */
  | { headersOf: string }
  /** The parameter takes any text, and is optional unless it is part of the path. */
  | { parameter: readonly [operation: string, name: string] }
  /** No schema refuses unknown keys; the component is one that could. */
  | { unknownKeysOf: string }

export type Requirements = Readonly<Record<string, WrittenRequirement>>
export type UnspecifiedBehaviors = Readonly<Record<string, UnspecifiedBehavior>>

/** The texts of the document about each id that it names. */
export interface StatementTexts {
  requirements: Record<string, Omit<Requirement, 'places'>>
  unspecified: Record<string, Omit<UnspecifiedBehavior, 'places' | 'leftOpen' | 'valueRule'>>
}

/** The texts of requirements and unspecified behaviors, without what only paytwin reads. */
export function statementTexts(
  requirements: Readonly<Record<string, Requirement>>,
  unspecifiedBehaviors: UnspecifiedBehaviors,
): StatementTexts {
  return {
    requirements: mapValues(requirements, ({ places: _, ...texts }) => texts),
    unspecified: mapValues(
      unspecifiedBehaviors,
      ({ places: _, leftOpen: __, valueRule: ___, ...texts }) => texts,
    ),
  }
}

export function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  convert: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(record).map(([key, value]) => [key, convert(value)])
  return Object.fromEntries(entries)
}
