// The data of all workers, which the first process has: each worker is a node, and asks by messages.

import { publicMessage } from '../../core/errors.ts'
import { type Database, TakenOverError, type Write } from '../durability/outside.ts'
import type { FromStore, ToStore } from './messages.ts'

type Answer = Extract<ToStore, { answer: number }>
type Result<What extends FromStore['what']> = Awaited<ReturnType<Database[What]>>

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

  private ask<What extends FromStore['what']>(what: What, ...given: Parameters<Database[What]>) {
    this.questions += 1
    const ask = this.questions
    return new Promise<Result<What>>((resolve, reject) => {
      this.asked.set(ask, ({ value, error, takenOver }) => {
        this.asked.delete(ask)
        if (error === undefined) resolve(value as Result<What>)
        else reject(takenOver === true ? new TakenOverError(error) : new Error(error))
      })
      this.send({ ask, what, given })
    })
  }

  renew = () => this.ask('renew')
  names = () => this.ask('names')
  open = (name: string) => this.ask('open', name)
  write = (writes: readonly Write[]) => this.ask('write', writes)
  close = () => this.ask('close')

  onWanted(wanted: (name: string) => void): void {
    this.wanted = wanted
  }
}

/** The channel of the first process to a worker. */
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
    const { ask, what, given } = message
    try {
      send({ answer: ask, value: await Reflect.apply(database[what], database, given) })
    } catch (error) {
      // Without its paths: responses show it.
      send({ answer: ask, error: publicMessage(error), takenOver: error instanceof TakenOverError })
    }
  })
  child.once('exit', () => void database.close())
}
