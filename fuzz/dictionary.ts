// The live values of a run: ids, tokens and snapshots that responses contained. Generated requests refer to them by kind and
// number, so that a sequence can be generated before it runs, and still reaches deep states.

import fc from 'fast-check'
import { isObject } from '../core/json.ts'

/** The kinds of live values, with the keys whose values are of that kind in every response and accepted request. */
const keysOfKind = {
  wallet: [],
  transaction: ['transactionId', 'transaction'],
  subscription: ['subscriptionId', 'subscriptionIds', 'subscriptions'],
  invoice: ['uuid'],
  event: ['seq'],
  order: ['offerId', 'order'],
  walletOrder: ['orderId'],
  token: ['accessToken'],
  merchant: ['merchantId', 'clientId'],
  shopper: ['shopperId'],
  bankAccount: ['bankAccountId', 'accountId', 'stockIds', 'stockId'],
  exchange: ['exchanges', 'exchange'],
  snapshot: [],
} as const satisfies Record<string, readonly string[]>

type Kind = keyof typeof keysOfKind

/** A value of some kinds is of another one, too. */
const isAlso: Partial<Record<Kind, Kind>> = { wallet: 'transaction', walletOrder: 'order' }

const kindOfKey = new Map<string, Kind>(
  Object.entries(keysOfKind).flatMap(([kind, keys]) => keys.map((key) => [key, kind as Kind] as const)),
)

/** The kind of an `id` by the key of the list that it is in, or by the operation that returned it. */
export const kindOfId: Readonly<Record<string, Kind>> = {
  merchants: 'merchant',
  shoppers: 'shopper',
  transactions: 'transaction',
  subscriptions: 'subscription',
  createQrTransaction: 'wallet',
  createExchangePayment: 'transaction',
  createBankPayment: 'transaction',
}

/** A reference to a live value; 0 is the newest of its kind. Never equal to a generated text. */
export function reference(kind: Kind, place: number): string {
  return `⟨${kind} ${place}⟩`
}

const referencePattern = /^⟨(\w+) (\d+)⟩$/
const anyReference = /⟨(\w+) \d+⟩/g

/** References to live values of a kind. */
export function live(kind: Kind): fc.Arbitrary<string> {
  return fc.nat(5).map((place) => reference(kind, place))
}

/** The values of a kind that are known at a time: the newest. */
const maxValues = 40

export class Dictionary {
  /** By kind, the newest last. Plain data. */
  readonly values: Record<string, unknown[]>

  constructor(values: Record<string, unknown[]> = {}) {
    this.values = values
  }

  /** Takes the live values of a response. `operationId` is left out for an accepted request. */
  harvest(value: unknown, operationId = ''): void {
    if (operationId === 'takeSnapshot') this.add('snapshot', value)
    else this.walk(value, kindOfId[operationId])
  }

  private walk(value: unknown, kindOfIds: Kind | undefined): void {
    if (Array.isArray(value)) for (const element of value) this.walk(element, kindOfIds)
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      this.addScalars(key === 'id' ? kindOfIds : kindOfKey.get(key), inner)
      this.walk(inner, key === 'result' ? kindOfIds : kindOfId[key])
    }
  }

  private addScalars(kind: Kind | undefined, inner: unknown): void {
    if (kind === undefined) return
    for (const scalar of [inner].flat())
      if (typeof scalar === 'string' || typeof scalar === 'number') this.add(kind, scalar)
  }

  private add(kind: Kind, value: unknown): void {
    const also = isAlso[kind]
    if (also !== undefined) this.add(also, value)
    const known = this.values[kind] ?? []
    if (!known.includes(value)) this.values[kind] = [...known.slice(1 - maxValues), value]
  }

  knows(value: unknown): boolean {
    return [...JSON.stringify(value).matchAll(anyReference)].every(([, kind = '']) => kind in this.values)
  }

  /** A value with its references replaced. A reference to a kind without values becomes the text `none`. */
  resolve(value: unknown): unknown {
    if (typeof value === 'string') return this.resolveText(value)
    if (Array.isArray(value)) return value.map((element) => this.resolve(element))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.resolve(inner)]))
  }

  private resolveText(text: string): unknown {
    const [, kind = '', place = '0'] = referencePattern.exec(text) ?? []
    if (kind === '') return text
    const known = this.values[kind] ?? []
    return known.at(-1 - (Number(place) % Math.max(1, known.length))) ?? 'none'
  }
}
