// The assumptions of a sandbox: the option in force for each unspecified behavior. The default is its first option.

import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { nearest } from '../../core/nearest.ts'
import { compileTemplate } from '../../core/template.ts'
import type { Option, UnspecifiedBehavior, ValueRule } from '../../spec/statements.ts'
import {
  type OptionName,
  type UnspecifiedId,
  unspecifiedBehaviors,
  unspecifiedIds,
} from '../../spec/unspecified.ts'
import { SeededRandom } from './random.ts'
import { refusalTemplates, responseValues } from './written-responses.ts'

type Values<Id extends UnspecifiedId> = {
  [Name in OptionName<Id>]: (typeof unspecifiedBehaviors)[Id]['options'][Name] extends { value: infer Value }
    ? Value
    : never
}[OptionName<Id>]

/** A choice as users write it: the name of an option, or a name with a value that replaces the value of the option. */
export type AssumptionChoice = string | { use?: string | undefined; value: unknown }
/** The content of an assumptions file: choices by the id of the unspecified behavior. */
export type AssumptionChoices = {
  readonly [Id in UnspecifiedId]?: OptionName<Id> | { use?: OptionName<Id> | undefined; value: unknown }
}

interface Choice {
  name: string
  value: unknown
  isPinned?: true
}

function behaviorOf(id: UnspecifiedId): UnspecifiedBehavior {
  return unspecifiedBehaviors[id]
}

function defaultOf(id: UnspecifiedId): Choice {
  const [name, option] = Object.entries(behaviorOf(id).options)[0] as [string, Option]
  return { name, value: option.value }
}

/** The assumptions of one sandbox; immutable. */
export class Assumptions {
  private readonly choices: ReadonlyMap<UnspecifiedId, Choice>
  private readonly report: ((id: UnspecifiedId) => void) | undefined
  /** The choices as written. All other behaviors have their default. */
  readonly written: AssumptionChoices

  private constructor(written: AssumptionChoices, report?: (id: UnspecifiedId) => void) {
    this.written = written
    this.report = report
    this.choices = new Map(
      unspecifiedIds.map((id) => {
        const choice = written[id]
        return [id, choice === undefined ? defaultOf(id) : readChoice(id, choice)]
      }),
    )
  }

  static readonly defaults = new Assumptions({})

  /** Reads choices. Throws a UsageError that names the behavior and its options. */
  static from({ $schema: _, ...written }: AssumptionChoices & { $schema?: unknown }): Assumptions {
    for (const id of Object.keys(written)) {
      if (!Object.hasOwn(unspecifiedBehaviors, id)) {
        throw new UsageError(
          `There is no unspecified behavior "${id}".`,
          'An assumption can be chosen only for what the contract leaves open.',
          `Did you mean ${nearest(id, unspecifiedIds).join(', ')}? docs/reference/assumptions.md lists all.`,
        )
      }
    }
    return new Assumptions(written)
  }

  /** One option for each unspecified behavior, drawn at random. The same seed draws the same options. */
  static random(seed: string | number): Assumptions {
    // A long seed is read once, and not for each behavior.
    const short = String(seed).length > 100 ? new SeededRandom(seed).uuid() : seed
    // Each is drawn on its own, so that a new unspecified behavior does not change what a seed draws for the others.
    const drawn = unspecifiedIds.map((id) => {
      const options = Object.entries<{ needsOtherClient?: boolean }>(behaviorOf(id).options)
      const names = options.flatMap(([name, { needsOtherClient }]) =>
        needsOtherClient === true ? [] : [name],
      )
      const index = new SeededRandom(`assumptions ${short} ${id}`).below(names.length)
      return [id, names[index] ?? defaultOf(id).name] as const
    })
    return Assumptions.from(Object.fromEntries(drawn))
  }

  /** The same assumptions; reports each one that is read. */
  readBy(report: (id: UnspecifiedId) => void): Assumptions {
    return new Assumptions(this.written, report)
  }

  /** The choice for a behavior. Everything that depends on it is read here. */
  private read(id: UnspecifiedId): Choice | undefined {
    this.report?.(id)
    return this.choices.get(id)
  }

  /** The name of the option in force. */
  name<Id extends UnspecifiedId>(id: Id): OptionName<Id> {
    return this.read(id)?.name as OptionName<Id>
  }

  /** True if the option is in force. */
  is<Id extends UnspecifiedId>(id: Id, name: OptionName<Id>): boolean {
    return this.read(id)?.name === name
  }

  /** True if the user replaced the value of the option. */
  pinned(id: UnspecifiedId): boolean {
    return this.read(id)?.isPinned === true
  }

  /** The value of the option in force. */
  value<Id extends UnspecifiedId>(id: Id): Values<Id> {
    return this.read(id)?.value as Values<Id>
  }

  /** Every unspecified behavior with the option in force, and whether it differs from the default. */
  list() {
    return unspecifiedIds.map((id) => {
      const { question, section, options } = behaviorOf(id)
      const usual = defaultOf(id)
      const { name, value } = this.choices.get(id) ?? usual
      return {
        id,
        question,
        section,
        assumption: name,
        isChanged: name !== usual.name || !isDeepStrictEqual(value, usual.value),
        ...(value === undefined ? {} : { value }),
        effect: options[name]?.effect ?? '',
        otherOptions: Object.keys(options).filter((other) => other !== name),
      }
    })
  }
}

function readChoice(id: UnspecifiedId, written: AssumptionChoice): Choice {
  const { options, question } = behaviorOf(id)
  const wanted = typeof written === 'string' ? written : (written.use ?? defaultOf(id).name)
  const option = Object.hasOwn(options, wanted) ? options[wanted] : undefined
  if (option === undefined) {
    throw new UsageError(
      `The unspecified behavior "${id}" has no option "${wanted}".`,
      question,
      `Choose among: ${Object.keys(options).join(', ')}.`,
    )
  }
  if (typeof written === 'string') return { name: wanted, value: option.value }
  const { value } = written
  if (option.value === undefined) {
    throw new UsageError(
      `The option "${wanted}" of "${id}" takes no value.`,
      `The given value is ${JSON.stringify(value)}.`,
      'Write only the name of the option.',
    )
  }
  checkValue(id, wanted, value)
  return { name: wanted, value, isPinned: true }
}

/** The check of each kind of list. */
const listChecks = { refusals: refusalTemplates, responses: responseValues }

/** Throws a UsageError for a value that cannot replace the one of an option. */
function checkValue(id: UnspecifiedId, name: string, value: unknown): void {
  const { options, valueRule } = behaviorOf(id)
  const model = options[name]?.value
  if (valueRule !== undefined && 'list' in valueRule) {
    listChecks[valueRule.list](value)
    return
  }
  if (valueRule !== undefined && 'placeholders' in valueRule) {
    checkTemplates(id, model, value, valueRule)
    return
  }
  if (!sameShape(model, value)) {
    throw new UsageError(
      `Invalid value ${JSON.stringify(value)} for the option "${name}" of "${id}".`,
      `The value of the option is ${JSON.stringify(model)}.`,
      'Use the same keys and values of the same types. The elements of a list must differ.',
    )
  }
  if (valueRule !== undefined && !scalarsOf(value).every((scalar) => satisfies(valueRule, scalar))) {
    throw new UsageError(
      `Invalid value ${JSON.stringify(value)} for the option "${name}" of "${id}".`,
      'pattern' in valueRule
        ? `Each text must be ${valueRule.meaning}.`
        : `Each number must be between ${valueRule.min} and ${valueRule.max}.`,
      `The value of the option is ${JSON.stringify(model)}.`,
    )
  }
}

/** Throws a UsageError for a value that is not an object with the templates of the model, or names an unknown placeholder. */
function checkTemplates(
  id: string,
  model: unknown,
  value: unknown,
  { placeholders, anyForm = false }: Extract<ValueRule, { placeholders: unknown }>,
): void {
  const keys = Object.keys(Object(model))
  if (
    !isObject(value) ||
    !keys.every((key) => (anyForm ? value[key] !== undefined : isObject(value[key]))) ||
    Object.keys(value).length !== keys.length
  )
    throw new UsageError(
      `Invalid value for "${id}".`,
      `It must be an object with ${keys.join(' and ')}${anyForm ? '' : ', which are objects'}.`,
      `The value of the option is ${JSON.stringify(model)}.`,
    )
  for (const key of keys) compileTemplate(value[key], placeholders, `${key} of ${id}`)
}

function satisfies(
  rule: Exclude<ValueRule, { placeholders: unknown } | { list: unknown }>,
  scalar: unknown,
): boolean {
  if ('pattern' in rule) return typeof scalar === 'string' && rule.pattern.test(scalar)
  return typeof scalar === 'number' && scalar >= rule.min && scalar <= rule.max
}

function scalarsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsOf) : [value]
}

/** True if a value has the keys and types of the model. Two names may have one number, but the elements of a list differ. */
function sameShape(model: unknown, value: unknown, inObject = false): boolean {
  if (Array.isArray(model)) {
    if (!Array.isArray(value) || value.length === 0 || new Set(value).size !== value.length) return false
    // The contract gives the length of a list that is the whole value: five exchanges, five error codes.
    if (!inObject && value.length !== model.length) return false
    return value.every((element) => sameShape(model[0], element))
  }
  if (Number.isInteger(model)) return Number.isSafeInteger(value)
  if (typeof model !== 'object' || model === null) return typeof model === typeof value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const given = new Map(Object.entries(value))
  const keys = Object.entries(model)
  if (given.size !== keys.length) return false
  return keys.every(([key, element]) => given.has(key) && sameShape(element, given.get(key), true))
}
