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
export type WrittenChoice = string | { use?: string; value: unknown }
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
      if (!(id in openItems)) {
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
  const standIn = standIns[wanted]
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
  return { name: wanted, value: written.value }
}

function sameForm(model: unknown, value: unknown): boolean {
  if (Array.isArray(model)) {
    return Array.isArray(value) && value.length === model.length && new Set(value).size === value.length
      ? value.every((element, at) => typeof element === typeof model[at])
      : false
  }
  if (typeof model !== 'object' || model === null) return typeof model === typeof value && model !== undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const given = new Map(Object.entries(value))
  const keys = Object.entries(model)
  if (given.size !== keys.length) return false
  const integers = [...given.values()].filter((element) => typeof element === 'number')
  const modelIntegers = keys.map(([, element]) => element).filter((element) => typeof element === 'number')
  const mustDiffer = new Set(modelIntegers).size === modelIntegers.length
  if (mustDiffer && new Set(integers).size !== integers.length) return false
  return keys.every(([key, element]) => given.has(key) && sameForm(element, given.get(key)))
}
