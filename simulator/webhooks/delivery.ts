// One event on its way to the merchant: its facts at once, its bytes when someone asks for them.

import { getRequestMaxCharacters } from '../../spec/limits.ts'
import { BrokenPromise } from '../world/errors.ts'
import type { CustomParameters, StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { factsOf, getQuery, methodOf, postBody, type WebhookFacts } from './payload.ts'

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
  private rendered: WebhookRequest | undefined

  constructor(world: World, event: StatusEvent, breakSignature = false) {
    const transaction = world.transactions.get(event.transaction)
    if (transaction === undefined) throw new BrokenPromise(`The event ${event.seq} is of no transaction.`)
    this.world = world
    this.event = event
    this.transaction = transaction
    this.breakSignature = breakSignature
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

  private render(): WebhookRequest {
    const merchant = this.world.cast.merchant(this.merchantId)
    const base = (merchant === undefined ? null : this.world.webhookOf(merchant)) ?? inProcessUrl
    if (this.method === 'POST') {
      return {
        method: 'POST',
        url: base,
        headers: { 'content-type': 'application/json' },
        body: postBody(this.world, this.facts, this.breakSignature),
      }
    }
    const query = getQuery(this.world, this.facts, this.breakSignature).toString()
    return { method: 'GET', url: `${base}${base.includes('?') ? '&' : '?'}${query}`, headers: {}, body: '' }
  }

  /** Why this delivery must not be sent; undefined when it fits the limits. Contract: Limits. */
  get tooLong(): string | undefined {
    if (this.method === 'POST') {
      const { bytes: most } = this.world.standIns.value('limits.post-size')
      // Rendering each body only to count it would cost more than delivering it.
      if (parameterBytes(this.transaction.customParameter) < most / 8) return undefined
      const bytes = Buffer.byteLength(this.request.body)
      return bytes <= most ? undefined : `The body would be ${bytes} bytes; a POST request may be ${most}.`
    }
    const { url } = this.request
    const counted = this.world.standIns.is('limits.get-measure', 'url')
      ? url
      : url.slice(new URL(url).origin.length)
    return counted.length <= getRequestMaxCharacters
      ? undefined
      : `The request would be ${counted.length} characters; a GET request may be ${getRequestMaxCharacters}.`
  }
}

const counted = new WeakMap<CustomParameters, number>()

/** No fewer bytes than custom parameters can take in a body, the twice-encoded form included, over four. */
function parameterBytes(customParameter: CustomParameters | null): number {
  if (customParameter === null) return 0
  const known = counted.get(customParameter)
  if (known !== undefined) return known
  const bytes = Buffer.byteLength(JSON.stringify(customParameter))
  counted.set(customParameter, bytes)
  return bytes
}
