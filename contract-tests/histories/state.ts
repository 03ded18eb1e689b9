// The state of the model as the catalogue of actions sees it: its records with the references by which actions name them.

import type { Target } from '../../client/target.ts'
import type { Role } from '../../client/target-accounts.ts'
import { isObject, valueAt } from '../../core/json.ts'
import type {
  InProcess,
  InvoiceState,
  SubscriptionState,
  TransactionState,
  World,
} from '../observe/in-process.ts'
import { type Action, type RequestAction, recordPlaces, requestsOf, type Step } from './action.ts'
import type { Random } from './random.ts'
import { type Answer, isAccepted, type Side } from './side.ts'
import { Values } from './values.ts'

/** A record with the reference to it. */
export interface Known<Row> {
  row: Row
  reference: string
}

export class State {
  readonly random: Random
  readonly values: Values
  private side: Side<InProcess>
  private readonly emphases = new Map<object, number>()
  /** The requests of the history so far. */
  readonly sent: RequestAction[] = []
  private readonly references = new Map<string, string>()

  constructor(side: Side<InProcess>, random: Random, name: string) {
    this.side = side
    this.random = random
    this.values = new Values(random, name)
  }

  get target(): Target {
    return this.side.deployment.target
  }

  get world(): World {
    return this.side.deployment.world()
  }

  /** Continues with another model, at which the same actions were run. */
  moveTo(side: Side<InProcess>, steps: readonly Step[], answers: readonly Answer[]): void {
    this.side = side
    this.references.clear()
    for (const [at, step] of steps.entries()) this.note(step, answers[at])
  }

  /** Notes the records that an action has created. */
  note({ number, action }: Step, { responses }: Answer = { responses: [], deliveries: [] }): void {
    for (const at of requestsOf(action).keys()) {
      const response = responses[at]
      if (response === undefined || !isAccepted(response)) continue
      const body = this.side.bodyOf(number + at)
      for (const [kind, path] of Object.entries(recordPlaces))
        this.noteIds(kind, number + at, valueAt(body, ...path))
    }
  }

  private noteIds(kind: string, number: number, found: unknown): void {
    const add = (one: unknown, place: string) => {
      const id = isObject(one) ? one.id : one
      if (typeof id === 'string' && !this.references.has(id))
        this.references.set(id, `⟨${kind} ${number}${place}⟩`)
    }
    if (Array.isArray(found)) for (const [at, one] of found.entries()) add(one, ` ${at}`)
    else add(found, '')
  }

  /** The weight of an entry of the catalogue in this history. Some are left out, so that others happen without them. */
  emphasis = (entry: object): number => {
    const known = this.emphases.get(entry) ?? this.random.of(0, 1, 1, 1, 3)
    this.emphases.set(entry, known)
    return known
  }

  invoice = (is: (row: InvoiceState) => boolean = () => true) =>
    this.recent(this.world.invoices, ({ uuid }) => uuid, is)

  transaction = (is: (row: TransactionState) => boolean = () => true) =>
    this.recent(this.world.transactions, ({ id }) => id, is)

  subscription = (is: (row: SubscriptionState) => boolean = () => true) =>
    this.recent(this.world.subscriptions, ({ id }) => id, is)

  /** A record that an action can name, more often a new one than an old one. */
  private recent<Row>(
    rows: Iterable<Row>,
    idOf: (row: Row) => string,
    is: (row: Row) => boolean,
  ): Known<Row> | undefined {
    const known = [...rows].flatMap((row) => {
      const reference = this.references.get(idOf(row))
      return reference === undefined || !is(row) ? [] : [{ row, reference }]
    })
    return this.random.pick(this.random.chance(0.6) ? known.slice(-6) : known)
  }

  /** The record that a reference names. */
  rowOf = <Row>(reference: unknown, rows: Iterable<Row>, idOf: (row: Row) => string): Row | undefined => {
    if (typeof reference === 'string')
      for (const row of rows) if (this.references.get(idOf(row)) === reference) return row
    return undefined
  }

  /** The place of a merchant in the target. */
  merchantAt(id: string): number {
    return Math.max(
      0,
      this.target.merchants.findIndex((one) => one.id === id),
    )
  }

  merchant(): number {
    return this.random.of(0, 0, Math.min(1, this.target.merchants.length - 1))
  }

  role(): Role {
    const roles = Object.keys(this.target.shoppers) as Role[]
    return this.random.chance(0.6) ? 'ready' : (this.random.pick(roles) ?? 'ready')
  }

  exchange(): string {
    return `⟨exchange ${this.random.chance(0.4) ? 0 : this.random.integer(0, this.target.exchanges.length - 1)}⟩`
  }

  /** The id of an order: usually a new one, sometimes one of before. */
  order(): string {
    const { random } = this
    const used = [...this.world.invoices].map(({ order }) => order)
    const again = random.chance(0.12) ? random.pick(used) : undefined
    return again ?? this.values.id('order')
  }
}

/** A kind of action. */
export interface Entry<Drawn extends Action = Action> {
  /** The frequency with which it is drawn, relative to the others. */
  weight: number
  /** An action that makes sense in a state; undefined if none does. */
  draw: (state: State) => Drawn | undefined
}
