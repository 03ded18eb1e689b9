// Compares the answers of two sides: the outcome, every field, every delivery. Ids, addresses and encrypted texts, which only their side
// can know, correspond from where they are first seen: later they must be the same.

import { parseJson } from '../../core/json.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { Delivery } from '../observe/deliveries.ts'
import { urlOf } from '../observe/deliveries.ts'
import { requestsOf, type Step } from './action.ts'
import { type Answer, ownAddress, type SeenResponse } from './side.ts'

/** A place in an answer at which the sides differ. */
export interface Difference {
  place: string
  expected: unknown
  actual: unknown
}

/** Words that could be an id, an address or an encrypted text. */
const words = /[A-Za-z0-9][A-Za-z0-9_+/-]{19,}={0,2}/g
const isMade = (word: string) => /\d/.test(word) && /[A-Za-z]/.test(word)

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** A place at which one side has nothing. */
const nothing = 'nothing'

/** The parts of answers that can be compared at a deployment. */
export interface Comparable {
  /** False where no deliveries are received. */
  deliveries: boolean
  /** Instants that differ by less are alike, in milliseconds: the clocks of the sides may run. */
  toleranceMs: number
  /** True if pages and pictures may be at other addresses, and numbers may have more decimals than those of the model. */
  isRemote?: boolean
}

/** The words that correspond so far. */
interface Words {
  /** Words of requests: a deployment returns them as they were sent. */
  readonly sent: Set<string>
  readonly actualOf: Map<string, string>
  readonly expectedOf: Map<string, string>
  readonly toleranceMs: number
  readonly isRemote: boolean
}

export class Comparison {
  private readonly words: Words
  private readonly comparesDeliveries: boolean

  constructor(
    { deliveries, toleranceMs, isRemote = false }: Comparable = { deliveries: true, toleranceMs: 0 },
  ) {
    this.words = { sent: new Set(), actualOf: new Map(), expectedOf: new Map(), toleranceMs, isRemote }
    this.comparesDeliveries = deliveries
  }

  /** Notes what an action sends, before its answers are compared. */
  sends({ action }: Step): void {
    for (const [word] of JSON.stringify(requestsOf(action)).matchAll(words)) this.words.sent.add(word)
  }

  /** The differences of an answer from the expected one; none if they are alike. */
  differences(expected: Answer, actual: Answer): Difference[] {
    const attempt = new Attempt(this.words)
    for (const [at, response] of expected.responses.entries())
      attempt.responses(
        response,
        actual.responses[at],
        expected.responses.length > 1 ? `response ${at + 1} ` : '',
      )
    attempt.commit()
    const deliveries = this.comparesDeliveries
      ? this.deliveryDifferences(expected.deliveries, actual.deliveries)
      : []
    return [...attempt.differences, ...deliveries]
  }

  /** Deliveries of one transaction have an order; those of several have none. */
  private deliveryDifferences(expected: readonly Delivery[], actual: readonly Delivery[]): Difference[] {
    const left = new Set(actual.keys())
    const lastOf = new Map<string, number>()
    const missing: [at: number, one: Delivery][] = []
    for (const [at, one] of expected.entries()) {
      const about = wordsOf(one).find((word) => this.isFree(word)) ?? ''
      const found = [at, ...left].find(
        (other) => left.has(other) && other > (lastOf.get(about) ?? -1) && this.matches(one, actual[other]),
      )
      if (found === undefined) {
        if (!isNearLimit(one)) missing.push([at, one])
      } else {
        left.delete(found)
        lastOf.set(about, found)
      }
    }
    const unmatched = missing.flatMap(([at, one]) => {
      const other = left.has(at) ? at : [...left][0]
      if (other !== undefined) left.delete(other)
      const place = `delivery ${at + 1} `
      const found = this.attempted(one, other === undefined ? undefined : actual[other], place)
      // It is alike, and later than one that follows it.
      return found.length > 0 ? found : [{ place: `${place}order`, expected: at, actual: other }]
    })
    const added = [...left].filter((at) => !isNearLimit(actual[at]))
    const more = added.map((at) => ({
      place: `delivery ${at + 1}`,
      expected: nothing,
      actual: actual[at]?.body,
    }))
    return [...unmatched, ...more]
  }

  private matches(expected: Delivery, actual: Delivery | undefined): boolean {
    const attempt = new Attempt(this.words)
    attempt.deliveries(expected, actual, '')
    if (attempt.differences.length > 0) return false
    attempt.commit()
    return true
  }

  private attempted(expected: Delivery, actual: Delivery | undefined, place: string): Difference[] {
    const attempt = new Attempt(this.words)
    attempt.deliveries(expected, actual, place)
    return attempt.differences
  }

  private isFree(word: string): boolean {
    return isMade(word) && !this.words.sent.has(word)
  }
}

/** True if the encoded signature, whose length differs, decides if an update by GET is sent. */
const isNearLimit = (one: Delivery | undefined) =>
  one?.method === 'GET' && one.url.length > getRequestMaxCharacters - 150

const wordsOf = ({ url, body }: Delivery) => `${url} ${body}`.match(words) ?? []

/** One comparison, with the correspondences that it would add. */
class Attempt {
  readonly differences: Difference[] = []
  private readonly added: [string, string][] = []
  private readonly words: Words

  constructor(known: Words) {
    this.words = known
  }

  commit(): void {
    for (const [expected, actual] of this.added) {
      this.words.actualOf.set(expected, actual)
      this.words.expectedOf.set(actual, expected)
    }
  }

  responses(expected: SeenResponse, actual: SeenResponse | undefined, place: string): void {
    if (actual === undefined) {
      this.differ(`${place}response`, expected.body, nothing)
      return
    }
    if (expected.status !== actual.status) this.differ(`${place}status`, expected.status, actual.status)
    this.fields(expected.headers, actual.headers, `${place}headers`)
    this.texts(expected.body, actual.body, `${place}body`)
  }

  deliveries(expected: Delivery, actual: Delivery | undefined, place: string): void {
    if (actual === undefined) {
      this.differ(place.trim(), contentOf(expected), nothing)
      return
    }
    if (expected.method !== actual.method) this.differ(`${place}method`, expected.method, actual.method)
    if (expected.url !== actual.url || /\d/.test(expected.url))
      this.values(partsOf(expected), partsOf(actual), `${place}url`)
    this.texts(expected.body, actual.body, `${place}body`)
  }

  /** Texts of JSON, or of anything else. */
  private texts(expected: string, actual: string, place: string): void {
    if (expected === actual) {
      const bound = [...expected.matchAll(words)].every(
        ([word]) => !this.isFree(word) || this.correspond(word, word),
      )
      if (bound) return
    }
    const [parsed, other] = [parseJson(expected), parseJson(actual)]
    if (parsed === undefined || other === undefined) this.values(expected, actual, place)
    else this.values(parsed, other, place)
  }

  private values(expected: unknown, actual: unknown, place: string): void {
    if (typeof expected === 'string' && typeof actual === 'string') {
      if (
        !(this.words.isRemote && isOfOwnPage(expected, actual)) &&
        !this.sameText(expected, actual) &&
        !this.sameInstant(expected, actual)
      )
        this.differ(place, expected, actual)
    } else if (
      isContainer(expected) &&
      isContainer(actual) &&
      Array.isArray(expected) === Array.isArray(actual)
    )
      this.fields(expected, actual, place)
    else if (expected !== actual && !(this.words.isRemote && isRounded(expected, actual)))
      this.differ(place, expected, actual)
  }

  private fields(expected: object, actual: object, place: string): void {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const inside = `${place}.${key}`
      const [one, other]: unknown[] = [Reflect.get(expected, key), Reflect.get(actual, key)]
      if (!Object.hasOwn(expected, key)) this.differ(inside, nothing, other)
      else if (!Object.hasOwn(actual, key)) this.differ(inside, one, nothing)
      else this.values(one, other, inside)
    }
  }

  /** True if texts are the same but for words that correspond. A text that is such a word corresponds to any text. */
  private sameText(expected: string, actual: string): boolean {
    const own = expected.match(words) ?? []
    if (own.length === 1 && own[0] === expected && this.isFree(expected))
      return this.correspond(expected, actual)
    if (own.length > 0 && this.translated(expected) === actual) return true
    const others = actual.match(words) ?? []
    if (own.length !== others.length || expected.replace(words, '\0') !== actual.replace(words, '\0'))
      return false
    return own.every((word, at) =>
      this.isFree(word) ? this.correspond(word, others[at] ?? '') : word === others[at],
    )
  }

  /** A text with the words of the other side for those that correspond. */
  private translated(text: string): string {
    return text.replace(words, (word) => (this.isFree(word) ? (this.counterpartOf(word) ?? word) : word))
  }

  private counterpartOf(word: string): string | undefined {
    return this.words.actualOf.get(word) ?? this.added.find(([one]) => one === word)?.[1]
  }

  /** True if texts are instants that differ by no more than the clocks of the sides may. */
  private sameInstant(expected: string, actual: string): boolean {
    const { toleranceMs } = this.words
    if (toleranceMs === 0 || !isInstant.test(expected) || !isInstant.test(actual)) return false
    return Math.abs(Date.parse(expected) - Date.parse(actual)) <= toleranceMs
  }

  private correspond(expected: string, actual: string): boolean {
    const known = this.counterpartOf(expected)
    if (known !== undefined) return known === actual
    const other = this.words.expectedOf.get(actual) ?? this.added.find(([, one]) => one === actual)?.[0]
    if (other !== undefined) return false
    this.added.push([expected, actual])
    return true
  }

  private isFree(word: string): boolean {
    return isMade(word) && !this.words.sent.has(word)
  }

  private differ(place: string, expected: unknown, actual: unknown): void {
    this.differences.push({ place, expected, actual })
  }
}

/** True for the address of a page or picture of the model, and one that is elsewhere: only the deployment can know which. */
const isOfOwnPage = (expected: string, actual: string) =>
  expected.startsWith(`${ownAddress}/`) && !actual.startsWith(ownAddress) && /^https?:\/\/\S+$/.test(actual)

/** True if one number is the other with fewer decimals, of which there are many. */
function isRounded(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return false
  const decimals = /\.(\d+)$/.exec(String(expected))?.[1]?.length ?? 0
  return decimals >= minDecimals && Math.abs(expected - actual) < 10 ** -decimals
}

const minDecimals = 8

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The content of a delivery: its body, or else its query. */
const contentOf = (delivery: Delivery | undefined) =>
  delivery && (delivery.body === '' ? partsOf(delivery) : delivery.body)

/** A URL as its path and its parameters: the values of each name in their order. */
function partsOf(delivery: Delivery): unknown {
  const { pathname, searchParams } = urlOf(delivery)
  const names = [...new Set(searchParams.keys())]
  return { path: pathname, query: Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])) }
}
