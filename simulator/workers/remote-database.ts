// The data of all workers, which the first process has: each worker is a node, and asks by messages.

import { publicMessage } from '../../core/errors.ts'
import {
  type Database,
  type Stored,
  type StoredName,
  TakenOverError,
  type Write,
} from '../durability/outside.ts'
import type { FromStore, ToStore } from './messages.ts'

type Answer = Extract<ToStore, { answer: number }>

/** The data as a worker sees it. */
export class RemoteDatabase implements Database {
  readonly leaseMs = Number.POSITIVE_INFINITY
  readonly isLocal = true
  private readonly send: (question: FromStore) => void
  private readonly asked = new Map<number, (answer: Answer) => void>()
  private questions = 0
  private wanted: (name: string) => void = () => undefined

  constructor(send: (question: FromStore) => void) {
    this.send = send
  }

  receive(message: ToStore): void {
    if ('wanted' in message) this.wanted(message.wanted)
    else this.asked.get(message.answer)?.(message)
  }

  private ask<Value>(what: FromStore['what'], argument?: unknown): Promise<Value> {
    this.questions += 1
    const ask = this.questions
    return new Promise((resolve, reject) => {
      this.asked.set(ask, ({ value, error, takenOver }) => {
        this.asked.delete(ask)
        if (error === undefined) resolve(value as Value)
        else reject(takenOver === true ? new TakenOverError(error) : new Error(error))
      })
      this.send({ ask, what, argument })
    })
  }

  renew = () => this.ask<boolean>('renew')
  names = () => this.ask<StoredName[]>('names')
  open = (name: string) => this.ask<Stored | 'owned' | undefined>('open', name)
  close = () => this.ask<void>('close')

  async write(writes: readonly Write[]) {
    // Undefined has no form in messages.
    const argument = writes.map((write) => ({
      ...write,
      start: write.start === undefined ? false : write.start,
    }))
    return new Map(await this.ask<[string, string | { error: string }][]>('write', argument))
  }

  onWanted(wanted: (name: string) => void): void {
    this.wanted = wanted
  }
}

/** What the first process has of a worker. */
interface Channel {
  readonly connected: boolean
  send(message: ToStore): unknown
  on(event: 'message', listener: (message: FromStore | object) => void): unknown
  once(event: 'exit', listener: () => void): unknown
}

/** Answers a worker. The database is as that worker sees it. */
export function answerWorker(child: Channel, database: Database): void {
  const send = (message: ToStore) => {
    if (child.connected) child.send(message)
  }
  database.onWanted((wanted) => send({ wanted }))
  child.on('message', async (message: FromStore | object) => {
    if (!('ask' in message)) return
    const { ask, what, argument } = message
    try {
      send({ answer: ask, value: await act(database, what, argument) })
    } catch (error) {
      // Without its paths: responses show it.
      send({ answer: ask, error: publicMessage(error), takenOver: error instanceof TakenOverError })
    }
  })
  child.once('exit', () => void database.close())
}

async function act(database: Database, what: FromStore['what'], argument: unknown): Promise<unknown> {
  if (what === 'open') return database.open(argument as string)
  if (what !== 'write') return database[what]()
  const writes = (argument as (Omit<Write, 'start'> & { start: Write['start'] | false })[]).map(
    ({ start, ...write }) => ({ ...write, start: start === false ? undefined : start }),
  )
  return [...(await database.write(writes))]
}
