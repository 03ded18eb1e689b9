// One event on its way to the merchant: its facts at once, its bytes when someone asks for them.

import { InvariantError } from '../../core/errors.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import { charactersOf } from '../world/lengths.ts'
import type { StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import {
  factsOf,
  getQuery,
  longestSignature,
  methodOf,
  postBody,
  signedQuery,
  type WebhookFacts,
} from './payload.ts'

/** The HTTP request that a delivery is. */
export interface WebhookRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** Empty for GET. */
  body: string
}

// A receiver in process has no address; limits and signatures still count on one.
const inProcessUrl = 'http://127.0.0.1/webhook'

/** A status change as the merchant's receiver gets it. */
export class Delivery {
  readonly event: StatusEvent
  readonly transaction: TransactionState
  private readonly world: World
  private readonly breakSignature: boolean
  private readonly sentTo: string | undefined
  private rendered: WebhookRequest | undefined

  /** Goes to the webhook of the merchant, unless told where it went. */
  constructor(world: World, event: StatusEvent, breakSignature = false, sentTo?: string | null) {
    const transaction = world.transactions.get(event.transaction)
    if (transaction === undefined) throw new InvariantError(`The event ${event.seq} is of no transaction.`)
    this.world = world
    this.event = event
    this.transaction = transaction
    this.breakSignature = breakSignature
    this.sentTo = sentTo ?? undefined
  }

  /** The merchant whose webhook this is. */
  get merchantId(): string {
    return this.transaction.merchant
  }

  get method(): 'GET' | 'POST' {
    return methodOf(this.world, this.transaction.customParameter)
  }

  /** What happened, without the form it has on the wire. */
  get facts(): WebhookFacts {
    return factsOf(this.world, this.event, this.transaction)
  }

  /** The bytes of it. */
  get request(): WebhookRequest {
    this.rendered ??= this.render()
    return this.rendered
  }

  private get base(): string {
    if (this.sentTo !== undefined) return this.sentTo
    const merchant = this.world.accounts.merchant(this.merchantId)
    return (merchant === undefined ? null : this.world.webhookOf(merchant)) ?? inProcessUrl
  }

  private render(): WebhookRequest {
    if (this.method === 'POST') {
      return {
        method: 'POST',
        url: this.base,
        headers: { 'content-type': 'application/json' },
        body: postBody(this.world, this.facts, this.breakSignature),
      }
    }
    const query = signedQuery(this.world, getQuery(this.world, this.facts), this.breakSignature)
    return { method: 'GET', url: withQuery(this.base, query), headers: {}, body: '' }
  }

  /** Why this delivery must not be sent; undefined when it fits the limits. Contract: Limits. */
  get tooLong(): string | undefined {
    return this.method === 'POST' ? this.bodyTooLong() : this.queryTooLong()
  }

  // Rendering and signing each only to measure it would cost more than delivering it, so both begin with what it can be at
  // most.
  private bodyTooLong(): string | undefined {
    const { bytes: max } = this.world.assumptions.value('limits.post-size')
    // Mostly, not even the longest transaction of the world comes near: then this one need not be looked at.
    if (this.bytesAtMax(this.world.maxCharacters.value) <= max) return undefined
    if (this.bytesAtMax(charactersOf(this.transaction, this.world.subscriptions)) <= max) return undefined
    const bytes = Buffer.byteLength(this.request.body)
    return bytes <= max ? undefined : `The body would be ${bytes} bytes; a POST request may be ${max}.`
  }

  private queryTooLong(): string | undefined {
    const unsigned = this.measure(withQuery(this.base, getQuery(this.world, this.facts).toString()))
    if (unsigned + longestSignature(this.world) <= getRequestMaxCharacters) return undefined
    const characters = this.measure(this.request.url)
    return characters <= getRequestMaxCharacters
      ? undefined
      : `The request would be ${characters} characters; a GET request may be ${getRequestMaxCharacters}.`
  }

  /** How many characters of a URL count. Assumption `limits.get-measure`. */
  private measure(url: string): number {
    if (this.world.assumptions.is('limits.get-measure', 'url')) return url.length
    return url.length - new URL(url).origin.length
  }

  /** The most bytes that a body of so many characters can be. */
  private bytesAtMax(characters: number): number {
    return frame + (characters + this.event.received.length) * maxBytesOfCharacter
  }
}

// A control character is six bytes of JSON, and seven of JSON within JSON; a body may hold each fact in both ways.
const maxBytesOfCharacter = 13
/** More than the names and punctuation of a body without parameters and subscriptions take. */
const frame = 4096

function withQuery(base: string, query: string): string {
  const url = new URL(base)
  url.search = url.search === '' ? query : `${url.search}&${query}`
  url.hash = ''
  return url.href
}
