// What a sandbox does about each unspecified behavior: the first assumption of the register unless a user chose, pinned or varied.

import { UsageError } from '../../core/errors.ts'
import type { AssumptionOption, UnspecifiedBehavior } from '../../spec/statements.ts'
import {
  type OptionName,
  type UnspecifiedId,
  unspecifiedBehaviors,
  unspecifiedIds,
} from '../../spec/unspecified.ts'
import type { SeededRandom } from './random.ts'

type Values<Id extends UnspecifiedId> = {
  [Name in OptionName<Id>]: (typeof unspecifiedBehaviors)[Id]['options'][Name] extends { value: infer Value }
    ? Value
    : never
}[OptionName<Id>]

/** A choice as a person writes it: the name of a assumption, or its name with data of one's own. */
export type AssumptionChoice = string | { use?: string | undefined; value: unknown }
/** A assumptions file: choices by the id of the unspecified behavior. */
export type AssumptionChoices = Readonly<Record<string, AssumptionChoice>>

interface Choice {
  name: string
  value: unknown
}

function itemOf(id: UnspecifiedId): UnspecifiedBehavior {
  return unspecifiedBehaviors[id]
}

function first(id: UnspecifiedId): Choice {
  const [name, assumption] = Object.entries(itemOf(id).options)[0] as [string, AssumptionOption]
  return { name, value: assumption.value }
}

/** The assumptions of one sandbox; immutable. */
export class Assumptions {
  private readonly choices: ReadonlyMap<UnspecifiedId, Choice>
  /** What was chosen, as written; the rest are the first assumptions. */
  readonly written: AssumptionChoices

  private constructor(written: AssumptionChoices) {
    this.written = written
    this.choices = new Map(
      unspecifiedIds.map((id) => {
        const choice = written[id]
        return [id, choice === undefined ? first(id) : readChoice(id, choice)]
      }),
    )
  }

  static readonly first = new Assumptions({})

  /** Reads choices; throws a UsageError that names the item and its lawful assumptions. */
  static from(written: AssumptionChoices): Assumptions {
    for (const id of Object.keys(written)) {
      if (!Object.hasOwn(unspecifiedBehaviors, id)) {
        throw new UsageError(
          `There is no unspecified behavior "${id}".`,
          'A assumption can only be chosen for what the contract leaves open.',
          `Choose among: ${unspecifiedIds.join(', ')}.`,
        )
      }
    }
    return new Assumptions(written)
  }

  /** One lawful combination, drawn by the given generator. */
  static vary(random: SeededRandom): Assumptions {
    const drawn = unspecifiedIds.map((id) => {
      const names = Object.keys(itemOf(id).options)
      return [id, names[random.below(names.length)] ?? first(id).name] as const
    })
    return Assumptions.from(Object.fromEntries(drawn))
  }

  /** The name of the assumption in force. */
  name<Id extends UnspecifiedId>(id: Id): OptionName<Id> {
    return this.choices.get(id)?.name as OptionName<Id>
  }

  /** Whether that assumption is in force. */
  is<Id extends UnspecifiedId>(id: Id, name: OptionName<Id>): boolean {
    return this.choices.get(id)?.name === name
  }

  /** Whether its data are a person's own. */
  pinned(id: UnspecifiedId): boolean {
    const written = this.written[id]
    return typeof written === 'object' && written.value !== undefined
  }

  /** The data of the assumption in force. */
  value<Id extends UnspecifiedId>(id: Id): Values<Id> {
    return this.choices.get(id)?.value as Values<Id>
  }

  /** Every unspecified behavior with the assumption in force, for people. */
  list(): {
    id: UnspecifiedId
    question: string
    section: string
    assumption: string
    value?: unknown
    does: string
    others: string[]
  }[] {
    return unspecifiedIds.map((id) => {
      const { question, section, options } = itemOf(id)
      const { name, value } = this.choices.get(id) ?? first(id)
      return {
        id,
        question,
        section,
        assumption: name,
        ...(value === undefined ? {} : { value }),
        does: options[name]?.summary ?? '',
        others: Object.keys(options).filter((other) => other !== name),
      }
    })
  }
}

function readChoice(id: UnspecifiedId, written: AssumptionChoice): Choice {
  const { options } = itemOf(id)
  const wanted = typeof written === 'string' ? written : (written.use ?? first(id).name)
  const assumption = Object.hasOwn(options, wanted) ? options[wanted] : undefined
  if (assumption === undefined) {
    throw new UsageError(
      `The unspecified behavior "${id}" has no assumption "${wanted}".`,
      itemOf(id).question,
      `Choose among: ${Object.keys(options).join(', ')}.`,
    )
  }
  if (typeof written === 'string') return { name: wanted, value: assumption.value }
  if (!sameForm(assumption.value, written.value)) {
    throw new UsageError(
      `The value for the unspecified behavior "${id}" does not have the form of the assumption "${wanted}".`,
      `That one is ${JSON.stringify(assumption.value) ?? 'a assumption without data'}; this one is ${JSON.stringify(written.value)}.`,
      'Give the same keys with values of the same type, and no integer twice.',
    )
  }
  const unlawful = rules[id]?.(written.value)
  if (unlawful !== undefined) {
    throw new UsageError(
      `The value for the unspecified behavior "${id}" cannot be used.`,
      `It is ${JSON.stringify(written.value)}, and ${unlawful}.`,
      'Give another.',
    )
  }
  return { name: wanted, value: written.value }
}

/** What the values of an item's data must be beyond their form; says what is wrong. */
type Rule = (value: unknown) => string | undefined

function numbersBetween(min: number, max: number): Rule {
  return (value) =>
    inside(value).every((number) => typeof number === 'number' && number >= min && number <= max)
      ? undefined
      : `a number of it is not between ${min} and ${max}`
}

function textsLike(pattern: RegExp, words: string): Rule {
  return (value) =>
    inside(value).every((text) => typeof text === 'string' && pattern.test(text)) ? undefined : words
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(inside) : [value]
}

// Values beyond these would not be another lawful service, but one that cannot answer at all.
const rules: Partial<Record<UnspecifiedId, Rule>> = {
  'authentication.token-issue': numbersBetween(1, 1e9),
  'errors.http-status': numbersBetween(400, 499),
  'limits.post-size': numbersBetween(1000, 1e9),
  'settlements.hour': numbersBetween(0, 23),
  'qr-transactions.expiry': numbersBetween(1, 36_500),
  'webhooks.retries': numbersBetween(0, 1e6),
  'subscriptions.reminder': numbersBetween(1, 365),
  'exchange-payments.exchange-identifiers': textsLike(
    /^[a-z0-9]+$/,
    'an exchange is named by one word in lower case',
  ),
  'service.version': textsLike(/^[\x21-\x7e]+$/, 'a version stands in a header'),
}

function sameForm(model: unknown, value: unknown, inObject = false): boolean {
  if (Array.isArray(model)) {
    if (!Array.isArray(value) || value.length === 0 || new Set(value).size !== value.length) return false
    // A list that is the whole value (five exchanges, five codes) has its length from the contract.
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
