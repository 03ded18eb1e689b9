// One delivery of a status event. Its request is rendered, and signed, only when it is read: a delivery that waits for others
// captures before what it depends on.

import { inspect } from 'node:util'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { factsOf, getQuery, methodOf, postBody, type WebhookFacts } from './payload.ts'
import { maxSignatureCharacters, signedQuery } from './signature.ts'

/** The HTTP request of a delivery. */
export interface WebhookRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** Empty for GET. */
  body: string
}

// The URL of a delivery that only in-process receivers get; the limits of the contract count it.
const inProcessUrl = 'http://127.0.0.1/webhook'

/** A status change as a receiver gets it. */
export class Delivery {
  readonly event: StatusEvent
  readonly transaction: TransactionState
  private readonly world: World
  private readonly breakSignature: boolean
  private sentTo: string | undefined
  private captured: WebhookFacts | undefined
  private rendered: WebhookRequest | undefined

  /** `sentTo` is where it was sent; by default the merchant's current webhook. */
  constructor(
    world: World,
    event: StatusEvent,
    breakSignature = false,
    sentTo?: string | null,
    transaction = world.transactionOf(event),
  ) {
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

  /** Fixes the content as it is now. The world may change before a receiver gets it. */
  capture(): void {
    this.captured ??= this.facts
    this.sentTo = this.base
  }

  /** The content, independent of its format on the wire. */
  get facts(): WebhookFacts {
    return this.captured ?? factsOf(this.world, this.event, this.transaction)
  }

  get request(): WebhookRequest {
    this.rendered ??= this.render()
    return this.rendered
  }

  /** The URL of the request. That of a POST request is known before it is signed. */
  get url(): string {
    return this.method === 'POST' ? this.base : this.request.url
  }

  /** The content and the request, for a test that prints or compares a delivery: not the world behind it. */
  toJSON(): Pick<Delivery, 'facts' | 'request'> {
    const { facts, request } = this
    return { facts, request }
  }

  [inspect.custom](): object {
    return this.toJSON()
  }

  private get base(): string {
    if (this.sentTo !== undefined) return this.sentTo
    return this.world.webhookOf(this.merchantId) ?? inProcessUrl
  }

  private render(): WebhookRequest {
    if (this.method === 'POST') {
      return {
        method: 'POST',
        url: this.base,
        headers: { 'content-type': 'application/json' },
        body: postBody(this.world, this.event, this.facts, this.breakSignature),
      }
    }
    const whole = this.urlWith(getQuery(this.world, this.facts))
    const isCut =
      this.measure(whole) > getRequestMaxCharacters &&
      this.world.assumptions.is('webhooks.too-long', 'essential')
    return {
      method: 'GET',
      url: isCut ? this.urlWith(getQuery(this.world, this.facts, true)) : whole,
      headers: {},
      body: '',
    }
  }

  private urlWith(query: URLSearchParams): string {
    const url = new URL(withQuery(this.base, query.toString()))
    url.search = signedQuery(this.world, url.search.slice(1), this.breakSignature)
    return url.href
  }

  /** Why this delivery is too long to be sent; undefined when it is within the limits. Contract: Limits. */
  get tooLong(): string | undefined {
    return this.method === 'POST' ? this.bodyTooLong() : this.queryTooLong()
  }

  // Rendering and signing a delivery takes longer than delivering it, so both checks start with an upper bound.
  private bodyTooLong(): string | undefined {
    const { bytes: max } = this.world.assumptions.value('limits.post-size')
    if (frameBytes + this.maxCharacters() * maxBytesPerCharacter <= max) return undefined
    // webhooks.post-within-2m
    const bytes = Buffer.byteLength(this.request.body)
    return bytes <= max ? undefined : `The body would have ${bytes} bytes. A POST request has at most ${max}.`
  }

  private queryTooLong(): string | undefined {
    const max = getRequestMaxCharacters
    const unsigned = this.measure(withQuery(this.base, getQuery(this.world, this.facts).toString()))
    if (unsigned + maxSignatureCharacters(this.world) <= max) return undefined
    // webhooks.get-within-2048
    const characters = this.measure(this.request.url)
    return characters <= max
      ? undefined
      : `The request would have ${characters} characters. A GET request has at most ${max}.`
  }

  /** The characters of a URL that count. Assumption `limits.get-measure`. */
  private measure(url: string): number {
    if (this.world.assumptions.is('limits.get-measure', 'url')) return url.length
    return url.length - new URL(url).origin.length
  }

  /** An upper bound of the characters of the facts. */
  private maxCharacters(): number {
    const { transaction, event, world } = this
    const { offerId, nativeAmount, nativeCurrency, localAmount, localCurrency, amount } = transaction
    const { customer, customParameter, subscriptions } = transaction
    const texts = [offerId, nativeAmount, nativeCurrency, localAmount, localCurrency, amount, event.received]
    let characters = texts.reduce((sum, text) => sum + text.length, 0)
    if (customer !== null) {
      const { name, email, phone = '', address = '' } = customer
      characters += name.length + email.length + phone.length + address.length
    }
    if (customParameter !== null) characters += JSON.stringify(customParameter).length
    return characters + subscriptions.length * (subscriptionFrame + world.longestSubscriptionId)
  }
}

// A control character is six bytes of JSON and seven of JSON inside JSON; a body may contain each fact in both forms.
const maxBytesPerCharacter = 13
/** More characters than the names and punctuation of one subscription take. */
const subscriptionFrame = 100
/** More than the names and punctuation of a body without parameters and subscriptions. */
const frameBytes = 4096

function withQuery(base: string, query: string): string {
  const url = new URL(base)
  url.search = url.search === '' ? query : `${url.search}&${query}`
  url.hash = ''
  return url.href
}
