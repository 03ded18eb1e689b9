// A client of one sandbox, which checks everything that it gets: what was answered or shown is never lost, nothing happens twice, and
// nothing of other sandboxes shows.

import { qrTransaction } from '../../simulator/test-support/requests.ts'
import type { SeededRandom } from '../../simulator/world/random.ts'
import type { Balancer, Sent } from './balancer.ts'
import type { Answer } from './network.ts'
import type { Scheduler } from './scheduler.ts'

export const clientActions = ['pay', 'read', 'peek', 'put', 'delete', 'advance', 'odd'] as const
export type ClientAction = (typeof clientActions)[number]

/** Spellings of a path. All of them are about the sandbox of that name. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => `/sandboxes/${name}`,
  (name) => `/x/../sandboxes/${name}`,
  (name) => `/./sandboxes/${name}`,
  (name) => `/%73andboxes/${name}`,
  (name) => `/sandboxes/default/../${name}`,
  (name) => `/sandboxes/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
  (name) => `/sandboxes/${name}/./%2e/../${name}`,
]
/** Names that no sandbox has. */
const oddNames = [
  '..%2Fother%2Fshop',
  '%2e%2e%2Fshop',
  'a%00b',
  'x'.repeat(250),
  '..%5Cshop',
  '%F0%9F%92%A9',
  'lock%2F',
  '.',
]

interface Line {
  operation: string | null
  body: string
  response: string
}

/** Everything that the client has seen of its sandbox since it was created. */
interface History {
  /** The orders that were answered or shown, with their responses. */
  known: Map<string, string>
  /** The orders in the last list. */
  listed: string[]
}

/** The surroundings of a client. */
interface Around {
  readonly balancer: Balancer
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  /** Until when a read may be old. */
  readonly mayBeOldUntil: number
  find: (finding: string) => void
}

export class Client {
  readonly name: string
  /** Since when the current action waits for an answer; undefined while none does. */
  waitsSince: number | undefined
  isReading = false
  /** True if it is reported as damaged, so that nothing is checked. */
  isDamaged = false
  exists = false
  private history: History = { known: new Map(), listed: [] }
  private readonly past = new Set<string>()
  private orders = 0
  private waiting: (() => Promise<void>)[] = []
  private readonly around: Around

  constructor(name: string, around: Around) {
    this.name = name
    this.around = around
  }

  private find(finding: string): void {
    this.around.find(`${this.name}: ${finding}`)
  }

  /** True if a process may answer that is not the owner any more. */
  private get mayBeOld(): boolean {
    return this.around.scheduler.now < this.around.mayBeOldUntil
  }

  get isBusy(): boolean {
    return this.waiting.length > 0
  }

  /** Acts when what it did before has ended; only `peek` does not wait. */
  act(action: ClientAction, spelling = 0, wrong = 0): void {
    const at = (spellings[spelling % spellings.length] ?? String)(this.name)
    const act = () => this.perform(action, at, wrong)
    if (action === 'peek') void act()
    else if (this.waiting.push(act) === 1) void this.work()
  }

  private async work(): Promise<void> {
    for (;;) {
      const [next] = this.waiting
      if (next === undefined) return
      this.waitsSince = this.around.scheduler.now
      await next()
      this.waitsSince = undefined
      this.waiting.shift()
    }
  }

  private async perform(action: ClientAction, at: string, wrong: number): Promise<void> {
    if (action === 'put') return this.replace({ method: 'PUT', target: at, body: '{"seed":"a"}', wrong })
    if (action === 'delete') return this.replace({ method: 'DELETE', target: at, wrong })
    if (action === 'odd') return this.askOdd(wrong)
    if (!this.exists) return
    if (action === 'pay') return this.pay(at, wrong)
    if (action === 'advance') {
      await this.send({ method: 'POST', target: `${at}/control/clock/advance`, body: '{"by":"PT1S"}', wrong })
      return
    }
    if (action === 'peek') {
      await this.list(at, wrong)
      return
    }
    this.isReading = true
    while (!(await this.list(at, wrong))) await this.around.scheduler.sleep(100)
    this.isReading = false
  }

  /** The response; undefined when the request must be retried, or may have been processed. */
  private async send(sent: Omit<Sent, 'sandbox'>): Promise<Answer | undefined> {
    const answer = await this.around.balancer.request({ ...sent, sandbox: this.name })
    if (answer === undefined) return undefined
    const { status, body } = answer
    if (status === 503 && body.includes('cannot be continued')) {
      this.isDamaged = true
      if (sent.method === 'PUT') this.find(`cannot be replaced: ${body}`)
      else this.find(`is damaged: ${body}`)
    }
    if (status === 500) this.find(`internal error: ${body}`)
    return status === 503 || status === 409 ? undefined : answer
  }

  private async replace(sent: Omit<Sent, 'sandbox'>): Promise<void> {
    for (const order of this.history.known.keys()) this.past.add(order)
    // From here on until the answer, nobody knows what a list shows.
    this.history = { known: new Map(), listed: [] }
    this.exists = false
    let answer: Answer | undefined
    while (answer === undefined) {
      answer = await this.send(sent)
      if (answer === undefined) await this.around.scheduler.sleep(100)
    }
    this.history = { known: new Map(), listed: [] }
    this.exists = sent.method === 'PUT'
    this.isDamaged = false
    if (answer?.status !== 200 && !(answer?.status === 404 && sent.method === 'DELETE'))
      this.find(`${sent.method} was answered with ${answer?.status} ${answer?.body}`)
  }

  private async pay(at: string, wrong: number): Promise<void> {
    this.orders += 1
    const order = `${this.name}-${this.orders}`
    const { history } = this
    const target = `${at}/api/purchase/qr/generate`
    const answer = await this.send({
      method: 'POST',
      target,
      body: JSON.stringify(qrTransaction(order)),
      wrong,
    })
    if (answer === undefined) return
    if (answer.status === 200) history.known.set(order, answer.body)
    else if (!this.mayBeOld) this.find(`${order} was answered with ${answer.status} ${answer.body}`)
  }

  private async askOdd(wrong: number): Promise<void> {
    const name = oddNames[this.around.random.below(oddNames.length)]
    const method = this.around.random.below(2) === 0 ? 'PUT' : 'POST'
    const target = `/sandboxes/${name}${method === 'PUT' ? '' : '/api/purchase/qr/generate'}`
    const body = method === 'PUT' ? '{}' : JSON.stringify(qrTransaction('odd'))
    const answer = await this.send({ method, target, body, wrong })
    if (answer !== undefined && answer.status !== 404 && answer.status !== 400 && answer.status !== 401)
      this.find(`${method} ${target} was answered with ${answer.status} ${answer.body}`)
  }

  /** Reads the journal. Returns whether it was answered. */
  async list(at = spellings[0]?.(this.name) ?? '', wrong = 0): Promise<boolean> {
    const { history } = this
    const [known, listed] = [new Map(history.known), history.listed]
    const answer = await this.send({ method: 'GET', target: `${at}/control/journal?limit=1000`, wrong })
    // It was replaced meanwhile.
    if (answer === undefined || history !== this.history || !this.exists)
      return answer !== undefined || this.isDamaged
    if (answer.status !== 200) {
      if (!this.mayBeOld) this.find(`the journal was answered with ${answer.status} ${answer.body}`)
      return true
    }
    const { lines }: { lines: Line[] } = JSON.parse(answer.body)
    const orders = lines.flatMap(({ operation, body, response }) =>
      operation === 'createQrTransaction' ? [{ order: String(JSON.parse(body).orderId), response }] : [],
    )
    this.check(orders, known, listed)
    // An old read may be from before it was replaced.
    if (orders.some(({ order }) => this.past.has(order))) return true
    for (const { order, response } of orders) history.known.set(order, response)
    history.listed = orders.map(({ order }) => order)
    return true
  }

  private check(
    orders: readonly { order: string; response: string }[],
    known: ReadonlyMap<string, string>,
    listed: readonly string[],
  ): void {
    const found = new Map(orders.map(({ order, response }) => [order, response]))
    if (found.size < orders.length)
      this.find(`an order is in its history twice: ${orders.map(({ order }) => order)}`)
    for (const { order } of orders)
      if (!order.startsWith(`${this.name}-`)) this.find(`${order} is of another sandbox`)
    if (this.mayBeOld) return
    for (const { order } of orders)
      if (this.past.has(order)) this.find(`${order} is from before it was replaced`)
    for (const [order, response] of known)
      if (found.get(order) !== response)
        this.find(`${order} was answered, and is ${found.has(order) ? 'another one' : 'lost'}`)
    if (listed.some((order, index) => orders[index]?.order !== order))
      this.find(`its history began with ${listed}, and is ${orders.map(({ order }) => order)}`)
  }
}
