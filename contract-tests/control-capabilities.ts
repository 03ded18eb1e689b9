// What a target offers through a simulator's control API: its clock, the shopper's hand, fresh tokens and worlds. Only a
// target that declares that API is ever asked; plain requests, so that it is the same in process and over HTTP.

import { errorMessage, UsageError } from '../core/errors.ts'
import { type Clock, ms, type ShopperHand } from './capabilities.ts'
import type { Send } from './deployment.ts'
import { PreconditionFailed } from './violation.ts'

/** A control API that answers, and does not do what it is asked. */
class ControlRefusal extends UsageError {}

/** A control API at an address. */
export class Control implements Clock, ShopperHand {
  private readonly url: string
  private readonly send: Send
  private readonly tokens: readonly string[]

  /** The tokens, where they expire, are issued anew after each move of the clock. */
  constructor(url: string, send: Send, tokens: readonly string[]) {
    this.url = url.replace(/\/$/, '')
    this.send = send
    this.tokens = tokens
  }

  /** Asks the control API; throws a Misuse with its own words where it refuses. */
  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const response = await this.send(`${this.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new UsageError(
        `The control API at ${this.url} does not answer.`,
        `${method} ${path} failed: ${errorMessage(error)}.`,
        'Start it, or take capabilities.control out of the target.',
      )
    })
    const answered: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      throw new ControlRefusal(
        `The control API refused ${method} ${path}.`,
        `HTTP ${response.status}: ${JSON.stringify(answered)}.`,
        'See whether capabilities.control names the control API of the sandbox that baseUrl names.',
      )
    }
    return answered
  }

  async now(): Promise<number> {
    const { now } = (await this.ask('GET', '/clock')) as { now: string }
    return Date.parse(now)
  }

  async advance(span: Parameters<Clock['advance']>[0]): Promise<void> {
    await this.advanceTo((await this.now()) + ms(span))
  }

  async advanceTo(instant: number): Promise<void> {
    await this.ask('POST', '/clock/advance', { to: new Date(instant).toISOString() })
    for (const accessToken of this.tokens) await this.ask('POST', '/tokens', { accessToken })
  }

  /** Lets every delivery under way arrive. */
  async settle(): Promise<void> {
    await this.ask('POST', '/clock/advance', { by: 'PT0S' })
  }

  async pay(transactionId: string, share: string): Promise<void> {
    await this.act(transactionId, 'pay', { share })
  }

  async requestRefund(transactionId: string): Promise<void> {
    await this.act(transactionId, 'request-refund')
  }

  /** The shopper acts on a transaction; one that a deployment names and does not have is no misuse. */
  private async act(transactionId: string, verb: string, body?: unknown): Promise<void> {
    try {
      await this.ask('POST', `/transactions/${encodeURIComponent(transactionId)}/${verb}`, body)
    } catch (error) {
      if (error instanceof ControlRefusal) throw new PreconditionFailed(error.message)
      throw error
    }
  }

  async reset(): Promise<void> {
    await this.ask('POST', '/reset')
  }

  /** The webhook of each merchant; null where none is registered. */
  async webhooks(): Promise<{ id: string; webhookUrl: string | null }[]> {
    const { merchants } = (await this.ask('GET', '/credentials')) as {
      merchants: { id: string; webhookUrl: string | null }[]
    }
    return merchants
  }

  async registerWebhook(merchantId: string, url: string | null): Promise<void> {
    await this.ask('PUT', `/merchants/${merchantId}/webhook`, { url })
  }
}

/** Every access token of a target. */
export function tokensOf(target: {
  merchants: readonly { accessToken: string }[]
  shoppers: Readonly<Record<string, { accessToken: string } | undefined>>
}): string[] {
  return [...target.merchants, ...Object.values(target.shoppers)].flatMap((one) =>
    one === undefined ? [] : [one.accessToken],
  )
}
