// What a sandbox does about each open item: the first stand-in of the register unless a user chose, pinned or varied.

import { type OpenItemId, openItemIds, openItems, type StandInName } from '../../spec/open-items.ts'
import type { OpenItem, StandIn } from '../../spec/statements.ts'
import { UsageError } from './errors.ts'
import type { SeededRandom } from './random.ts'

type Values<Id extends OpenItemId> = {
  [Name in StandInName<Id>]: (typeof openItems)[Id]['standIns'][Name] extends { value: infer Value }
    ? Value
    : never
}[StandInName<Id>]

/** A choice as a person writes it: the name of a stand-in, or its name with data of one's own. */
export type WrittenChoice = string | { use?: string | undefined; value: unknown }
/** A stand-ins file: choices by the id of the open item. */
export type WrittenChoices = Readonly<Record<string, WrittenChoice>>

interface Choice {
  name: string
  value: unknown
}

function itemOf(id: OpenItemId): OpenItem {
  return openItems[id]
}

function first(id: OpenItemId): Choice {
  const [name, standIn] = Object.entries(itemOf(id).standIns)[0] as [string, StandIn]
  return { name, value: standIn.value }
}

/** The stand-ins of one sandbox; immutable. */
export class StandIns {
  private readonly choices: ReadonlyMap<OpenItemId, Choice>
  /** What was chosen, as written; the rest are the first stand-ins. */
  readonly written: WrittenChoices

  private constructor(written: WrittenChoices) {
    this.written = written
    this.choices = new Map(
      openItemIds.map((id) => {
        const choice = written[id]
        return [id, choice === undefined ? first(id) : readChoice(id, choice)]
      }),
    )
  }

  static readonly first = new StandIns({})

  /** Reads choices; throws a UsageError that names the item and its lawful stand-ins. */
  static from(written: WrittenChoices): StandIns {
    for (const id of Object.keys(written)) {
      if (!Object.hasOwn(openItems, id)) {
        throw new UsageError(
          `There is no open item "${id}".`,
          'A stand-in can only be chosen for what the contract leaves open.',
          `Choose among: ${openItemIds.join(', ')}.`,
        )
      }
    }
    return new StandIns(written)
  }

  /** One lawful combination, drawn by the given generator. */
  static vary(random: SeededRandom): StandIns {
    const drawn = openItemIds.map((id) => {
      const names = Object.keys(itemOf(id).standIns)
      return [id, names[random.below(names.length)] ?? first(id).name] as const
    })
    return StandIns.from(Object.fromEntries(drawn))
  }

  /** The name of the stand-in in force. */
  name<Id extends OpenItemId>(id: Id): StandInName<Id> {
    return this.choices.get(id)?.name as StandInName<Id>
  }

  /** Whether that stand-in is in force. */
  is<Id extends OpenItemId>(id: Id, name: StandInName<Id>): boolean {
    return this.choices.get(id)?.name === name
  }

  /** Whether its data are a person's own. */
  pinned(id: OpenItemId): boolean {
    const written = this.written[id]
    return typeof written === 'object' && written.value !== undefined
  }

  /** The data of the stand-in in force. */
  value<Id extends OpenItemId>(id: Id): Values<Id> {
    return this.choices.get(id)?.value as Values<Id>
  }

  /** Every open item with the stand-in in force, for people. */
  list(): {
    id: OpenItemId
    question: string
    section: string
    standIn: string
    does: string
    others: string[]
  }[] {
    return openItemIds.map((id) => {
      const { question, section, standIns } = itemOf(id)
      const name = this.choices.get(id)?.name ?? first(id).name
      return {
        id,
        question,
        section,
        standIn: name,
        does: standIns[name]?.summary ?? '',
        others: Object.keys(standIns).filter((other) => other !== name),
      }
    })
  }
}

function readChoice(id: OpenItemId, written: WrittenChoice): Choice {
  const { standIns } = itemOf(id)
  const wanted = typeof written === 'string' ? written : (written.use ?? first(id).name)
  const standIn = Object.hasOwn(standIns, wanted) ? standIns[wanted] : undefined
  if (standIn === undefined) {
    throw new UsageError(
      `The open item "${id}" has no stand-in "${wanted}".`,
      itemOf(id).question,
      `Choose among: ${Object.keys(standIns).join(', ')}.`,
    )
  }
  if (typeof written === 'string') return { name: wanted, value: standIn.value }
  if (!sameForm(standIn.value, written.value)) {
    throw new UsageError(
      `The value for the open item "${id}" does not have the form of the stand-in "${wanted}".`,
      `That one is ${JSON.stringify(standIn.value) ?? 'a stand-in without data'}; this one is ${JSON.stringify(written.value)}.`,
      'Give the same keys with values of the same type, and no integer twice.',
    )
  }
  const unlawful = rules[id]?.(written.value)
  if (unlawful !== undefined) {
    throw new UsageError(
      `The value for the open item "${id}" cannot be used.`,
      `It is ${JSON.stringify(written.value)}, and ${unlawful}.`,
      'Give another.',
    )
  }
  return { name: wanted, value: written.value }
}

/** What the values of an item's data must be beyond their form; says what is wrong. */
type Rule = (value: unknown) => string | undefined

function numbersBetween(least: number, most: number): Rule {
  return (value) =>
    inside(value).every((number) => typeof number === 'number' && number >= least && number <= most)
      ? undefined
      : `a number of it is not between ${least} and ${most}`
}

function textsLike(pattern: RegExp, words: string): Rule {
  return (value) =>
    inside(value).every((text) => typeof text === 'string' && pattern.test(text)) ? undefined : words
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(inside) : [value]
}

// Values beyond these would not be another lawful service, but one that cannot answer at all.
const rules: Partial<Record<OpenItemId, Rule>> = {
  'access.token-issue': numbersBetween(1, 1e9),
  'errors.http-status': numbersBetween(400, 499),
  'limits.post-size': numbersBetween(1000, 1e9),
  'settlement.hour': numbersBetween(0, 23),
  'wallet.expiry': numbersBetween(1, 36_500),
  'webhook.retries': numbersBetween(0, 1e6),
  'subscription.reminder': numbersBetween(1, 365),
  'exchange.identifiers': textsLike(/^[a-z0-9]+$/, 'an exchange is named by one word in lower case'),
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
