// What a sandbox does about each unspecified behavior: the first option of the register by default, or one that was set or drawn.

import { UsageError } from '../../core/errors.ts'
import type { AssumptionOption, UnspecifiedBehavior } from '../../spec/statements.ts'
import {
  type OptionName,
  type UnspecifiedId,
  unspecifiedBehaviors,
  unspecifiedIds,
} from '../../spec/unspecified.ts'
import { SeededRandom } from './random.ts'

type Values<Id extends UnspecifiedId> = {
  [Name in OptionName<Id>]: (typeof unspecifiedBehaviors)[Id]['options'][Name] extends { value: infer Value }
    ? Value
    : never
}[OptionName<Id>]

/** A choice as a user writes it: the name of an option, or a name with other data. */
export type AssumptionChoice = string | { use?: string | undefined; value: unknown }
/** An assumptions file: choices by the id of the unspecified behavior. */
export type AssumptionChoices = Readonly<Record<string, AssumptionChoice>>

interface Choice {
  name: string
  value: unknown
}

function behavior(id: UnspecifiedId): UnspecifiedBehavior {
  return unspecifiedBehaviors[id]
}

function defaultOf(id: UnspecifiedId): Choice {
  const [name, option] = Object.entries(behavior(id).options)[0] as [string, AssumptionOption]
  return { name, value: option.value }
}

/** The assumptions of one sandbox; immutable. */
export class Assumptions {
  private readonly choices: ReadonlyMap<UnspecifiedId, Choice>
  /** The choices as written; every other behavior has its default. */
  readonly written: AssumptionChoices

  private constructor(written: AssumptionChoices) {
    this.written = written
    this.choices = new Map(
      unspecifiedIds.map((id) => {
        const choice = written[id]
        return [id, choice === undefined ? defaultOf(id) : readChoice(id, choice)]
      }),
    )
  }

  static readonly defaults = new Assumptions({})

  /** Reads choices. Throws a UsageError for an unknown id, an unknown option, or data of another form. */
  static from(written: AssumptionChoices): Assumptions {
    for (const id of Object.keys(written)) {
      if (!Object.hasOwn(unspecifiedBehaviors, id)) {
        throw new UsageError(
          `There is no unspecified behavior "${id}".`,
          'An assumption can only be set for an unspecified behavior.',
          `Use one of ${unspecifiedIds.join(', ')}.`,
        )
      }
    }
    return new Assumptions(written)
  }

  /** Draws an option of every unspecified behavior. The same seed draws the same options. */
  static random(seed: string | number): Assumptions {
    const random = new SeededRandom(`assumptions ${seed}`)
    const drawn = unspecifiedIds.map((id) => {
      const names = Object.keys(behavior(id).options)
      return [id, names[random.below(names.length)] ?? defaultOf(id).name] as const
    })
    return Assumptions.from(Object.fromEntries(drawn))
  }

  /** The name of the option in force. */
  name<Id extends UnspecifiedId>(id: Id): OptionName<Id> {
    return this.choices.get(id)?.name as OptionName<Id>
  }

  /** Whether that option is in force. */
  is<Id extends UnspecifiedId>(id: Id, name: OptionName<Id>): boolean {
    return this.choices.get(id)?.name === name
  }

  /** Whether its data were set by a user. */
  pinned(id: UnspecifiedId): boolean {
    const written = this.written[id]
    return typeof written === 'object' && written.value !== undefined
  }

  /** The data of the option in force. */
  value<Id extends UnspecifiedId>(id: Id): Values<Id> {
    return this.choices.get(id)?.value as Values<Id>
  }

  /** Every unspecified behavior with the option in force, as the control API shows it. */
  list(): {
    id: UnspecifiedId
    question: string
    section: string
    assumption: string
    does: string
    others: string[]
  }[] {
    return unspecifiedIds.map((id) => {
      const { question, section, options } = behavior(id)
      const name = this.choices.get(id)?.name ?? defaultOf(id).name
      return {
        id,
        question,
        section,
        assumption: name,
        does: options[name]?.summary ?? '',
        others: Object.keys(options).filter((other) => other !== name),
      }
    })
  }
}

function readChoice(id: UnspecifiedId, written: AssumptionChoice): Choice {
  const { options, question } = behavior(id)
  const name = typeof written === 'string' ? written : (written.use ?? defaultOf(id).name)
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) {
    throw new UsageError(
      `The unspecified behavior "${id}" has no option "${name}".`,
      question,
      `Use one of ${Object.keys(options).join(', ')}.`,
    )
  }
  if (typeof written === 'string') return { name, value: option.value }
  const { value } = written
  if (!sameForm(option.value, value)) {
    throw new UsageError(
      `Invalid value for the option "${name}" of "${id}".`,
      `Expected the form of ${JSON.stringify(option.value) ?? 'an option without data'}; got ${JSON.stringify(value)}.`,
      'Use the same keys with values of the same types, and no integer twice.',
    )
  }
  const violation = rules[id]?.(value)
  if (violation !== undefined) {
    throw new UsageError(
      `Invalid value for the option "${name}" of "${id}".`,
      `${JSON.stringify(value)}: ${violation}.`,
      'Use another value.',
    )
  }
  return { name, value }
}

/** Checks data beyond its form; returns what is wrong with it. */
type Rule = (value: unknown) => string | undefined

function numbersBetween(min: number, max: number): Rule {
  return (value) =>
    inside(value).every((number) => typeof number === 'number' && number >= min && number <= max)
      ? undefined
      : `expected numbers from ${min} to ${max}`
}

function textsLike(pattern: RegExp, expected: string): Rule {
  return (value) =>
    inside(value).every((text) => typeof text === 'string' && pattern.test(text)) ? undefined : expected
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(inside) : [value]
}

// Other values would not make another permitted service, but one that cannot respond.
const rules: Partial<Record<UnspecifiedId, Rule>> = {
  'authentication.token-issue': numbersBetween(1, 1e9),
  'errors.http-status': numbersBetween(400, 499),
  'limits.post-size': numbersBetween(1000, 1e9),
  'settlements.hour': numbersBetween(0, 23),
  'qr-transactions.expiry': numbersBetween(1, 36_500),
  'webhooks.retries': numbersBetween(0, 1e6),
  'subscriptions.reminder': numbersBetween(1, 365),
  'exchange-payments.exchange-identifiers': textsLike(/^[a-z0-9]+$/, 'expected names of one lower-case word'),
  'service.version': textsLike(/^[\x21-\x7e]+$/, 'expected printable ASCII without spaces, as in a header'),
}

function sameForm(model: unknown, value: unknown, inObject = false): boolean {
  if (Array.isArray(model)) {
    if (!Array.isArray(value) || value.length === 0 || new Set(value).size !== value.length) return false
    // The contract determines the length of a list that is the whole value (five exchanges, five codes).
    if (!inObject && value.length !== model.length) return false
    return value.every((element) => sameForm(model[0], element))
  }
  if (Number.isInteger(model)) return Number.isSafeInteger(value)
  if (typeof model !== 'object' || model === null) return typeof model === typeof value && model !== undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const given = new Map(Object.entries(value))
  const keys = Object.entries(model)
  if (given.size !== keys.length) return false
  const integers = [...given.values()].filter((element) => typeof element === 'number')
  const modelIntegers = keys.map(([, element]) => element).filter((element) => typeof element === 'number')
  const mustDiffer = new Set(modelIntegers).size === modelIntegers.length
  if (mustDiffer && new Set(integers).size !== integers.length) return false
  return keys.every(([key, element]) => given.has(key) && sameForm(element, given.get(key), true))
}
