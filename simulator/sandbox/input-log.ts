// Notes of everything that happens to a sandbox, so that the same can happen again. A sandbox in memory only has no log.

import type { Instant } from '../time/instants.ts'
import type { Outcome, Transport } from '../webhooks/http-transport.ts'

/** A request that may change the world, without its socket. */
export interface LoggedRequest {
  readonly api: 'service' | 'control'
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Which request a response belongs to. */
export type LoggedNumber = number

export interface InputLog {
  /** Notes a request in the task that processes it. Until the next promise, everything that happens belongs to it. */
  request: (request: LoggedRequest) => LoggedNumber
  /** Notes the response to a request, which a replay compares. */
  responded: (number: LoggedNumber, status: number, body: string | Iterable<string>) => void
  /** Notes an advance of a clock that runs with real time. */
  tick: (to: Instant) => void
  /** Sends a delivery once everything before it is durable. */
  send: Transport
  /** Notes the outcome of a delivery, in the task that records it. */
  outcome: (outcome: Outcome) => void
  /** Lets other tasks of the process have a turn. */
  turn: () => Promise<void>
  /** True if the memory of the process is full; a replay repeats what the first run found. */
  isMemoryFull: (isFull: () => boolean) => boolean
  /** True if something could not be stored, so that the sandbox must be read from the store again. */
  readonly hasFailed: boolean
  /** Resolves when everything up to now is durable; undefined when it is. Rejects with an UnavailableError. */
  durable: () => Promise<void> | undefined
}

const waiting: (() => void)[] = []

/** Lets other tasks of the process have a turn. Of all who wait, one continues at a time, so that no request waits for many of them. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(continueOne)
  })
}

function continueOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueOne)
}
