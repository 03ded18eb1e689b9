// Sends a sequence of requests and checks each response: no 5xx that was not planned, JSON that its document permits, in time; a
// refused request and a read leave the state unchanged.

import { controlClient } from '../client/control-client.ts'
import { ServiceResponse } from '../client/service-client.ts'
import { simulatorTarget } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { parseJson, valueAt } from '../core/json.ts'
import { type Check, SchemaValidator } from '../core/schema-validator.ts'
import { readDocument } from '../simulator/service/compiled-document.ts'
import { type ControlDocument, listControlOperations, readControlDocument } from '../spec/control/document.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { jsonOf, listOperations } from '../spec/openapi/reading.ts'
import { Dictionary } from './dictionary.ts'
import { Figures } from './figures.ts'
import { requestOf, type Step } from './sequences.ts'
import type { Sent } from './service-requests.ts'

/** A system that a sequence is sent to. */
export interface Connection {
  /** Such as `http://127.0.0.1:4020`. Rejects when the connection is dropped. */
  origin: string
  send: (url: string, init: RequestInit) => Promise<Response>
  /** A hash of the state that requests may change; undefined where it is not compared. */
  state?: () => Promise<string>
  /** Which steps are possible; every one by default. */
  permits?: (step: Step, dictionary: Dictionary) => boolean
  /** Called before and after each request. May throw an Error for a violation. */
  before?: (step: Step, sent: Sent) => void
  after?: (step: Step, sent: Sent, reply: Reply) => void | Promise<void>
}

/** A response that passed the checks. */
export interface Reply {
  status: number
  succeeded: boolean
  body: unknown
}

/** Values that earlier requests made known. Plain data. */
export interface Memory {
  values: Record<string, unknown[]>
  /** Statuses that injected faults may respond with. */
  plannedStatuses: number[]
  dropPlanned: boolean
}

/** The system that a player sends to. */
interface Met {
  target: Target
  /** True if a refused exchange payment leaves a transaction. */
  recordsRefusedPayments: boolean
}

/** The checks of responses, by both documents. */
const checks = responseChecks(readDocument(), readControlDocument())

const maxStepMs = 20_000

/** Requests that are refused, or only read, and change the state all the same. */
const changesAlthoughRefused: Readonly<Record<string, string>> = {
  advanceClock: 'An advance that stops at a limit has run the events up to that instant, and reports them.',
}

export class Player {
  readonly memory: Memory
  private readonly connection: Connection
  private readonly met: Met
  private readonly figures: Figures
  private readonly dictionary: Dictionary

  private constructor(connection: Connection, met: Met, figures: Figures, memory: Memory) {
    this.connection = connection
    this.met = met
    this.figures = figures
    this.memory = memory
    this.dictionary = new Dictionary(memory.values)
  }

  /** Reads the accounts, which the first references are to. With a memory, it continues what has it. */
  static async open(connection: Connection, figures = new Figures(), memory?: Memory): Promise<Player> {
    const { origin, send } = connection
    const control = controlClient({ url: origin, fetch: send })
    const credentials = await control.getCredentials()
    const assumed = await control.getAssumptions()
    const target = simulatorTarget(credentials, assumed)
    const recordsRefusedPayments = assumed.assumptions.some(
      ({ id, assumption }) => id === 'exchange-payments.failed-record' && assumption === 'canceled',
    )
    const started = memory ?? { values: {}, plannedStatuses: [], dropPlanned: false }
    const player = new Player(connection, { target, recordsRefusedPayments }, figures, started)
    if (memory === undefined) player.dictionary.harvest(credentials)
    return player
  }

  /** Sends the steps in order. Returns every status and body. Throws an Error for the first violation. */
  async play(steps: readonly Step[]): Promise<string[]> {
    const transcript: string[] = []
    let state = await this.connection.state?.()
    for (const step of steps) {
      if (this.connection.permits?.(step, this.dictionary) === false) continue
      const sent = requestOf(step, this.met.target, this.dictionary)
      const label = `${sent.method} ${sent.path.slice(0, 120)}`
      try {
        this.connection.before?.(step, sent)
        const { status, text } = await this.answered(sent)
        const reply = this.checked(step, sent, status, text)
        const { succeeded } = reply
        const next = await this.connection.state?.()
        if (next !== state && this.isUnchanging(step, sent, succeeded))
          throw new Error(
            `The state changed, although the request was ${succeeded ? 'a read' : 'refused'}: ${text.slice(0, 300)}`,
          )
        state = next
        await this.connection.after?.(step, sent, reply)
        transcript.push(`${status} ${text}`)
      } catch (error) {
        throw new Error(`${label}: ${error instanceof Error ? error.message : error}`, { cause: error })
      }
    }
    return transcript
  }

  /** True if a request must not change the state. */
  private isUnchanging(step: Step, { method }: Sent, succeeded: boolean): boolean {
    if (step.api !== 'odd' && !succeeded) {
      if (step.operationId === 'createExchangePayment' || step.operationId === 'payInvoice')
        return !this.met.recordsRefusedPayments
      return !Object.hasOwn(changesAlthoughRefused, step.operationId)
    }
    return !succeeded || /^get$/i.test(method)
  }

  /** The response, in time. Status 0 is a dropped connection that was planned. */
  private async answered({ method, path, headers, body }: Sent): Promise<{ status: number; text: string }> {
    const began = performance.now()
    const request = this.connection.send(this.connection.origin + path, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const response = await inTime(request).catch((error: unknown) => {
      if (this.memory.dropPlanned) return undefined
      throw error
    })
    const text = (await response?.text()) ?? ''
    const ms = performance.now() - began
    this.figures.took(ms, `${method} ${path.slice(0, 80)}`)
    if (ms > maxStepMs) throw new Error(`The response took ${Math.round(ms)} ms.`)
    return { status: response?.status ?? 0, text }
  }

  private checked(step: Step, sent: Sent, status: number, text: string): Reply {
    const isPlanned = this.memory.plannedStatuses.includes(status)
    if (status >= 500 && !isPlanned) throw new Error(`HTTP ${status}: ${text.slice(0, 500)}`)
    if (step.api === 'odd') {
      this.figures.count('none', status, status < 400)
      return { status, succeeded: status < 400, body: undefined }
    }
    const body = parseJson(text)
    const { operationId } = step
    const planned = status === 0 || isPlanned
    const succeeded =
      step.api === 'control'
        ? status === 200
        : new ServiceResponse(
            step.operationId,
            new Response(null, { status: status === 0 ? 599 : status }),
            text,
          ).succeeded
    this.figures.count(operationId, status, succeeded)
    if (body === undefined && !planned) throw new Error(`The response is not JSON: ${text.slice(0, 300)}`)
    const check = succeeded
      ? checks.success.get(operationId)
      : step.api === 'control'
        ? checks.controlError
        : undefined
    const invalid = planned ? undefined : check?.(body)
    if (invalid !== undefined)
      throw new Error(`The document does not permit the response: ${invalid.message('response')}.`)
    if (succeeded) this.take(operationId, sent, body)
    return { status, succeeded, body }
  }

  /** Notes what a response makes known. */
  private take(operationId: string, { content }: Sent, body: unknown): void {
    this.dictionary.harvest(content)
    this.dictionary.harvest(body, operationId)
    if (operationId !== 'injectFault') return
    const status = valueAt(content, 'action', 'status')
    if (typeof status === 'number') this.memory.plannedStatuses.push(status)
    if (valueAt(content, 'action', 'do') === 'drop') this.memory.dropPlanned = true
  }
}

/** Compiles the checks of responses; those of a success by operation. */
function responseChecks(service: OpenApiDocument, control: ControlDocument) {
  const ofService = new SchemaValidator(service)
  const ofControl = new SchemaValidator(control)
  const success = new Map<string, Check>()
  for (const { operationId, operation } of listOperations(service))
    success.set(operationId, ofService.check(jsonOf(operation.responses['200'])?.schema ?? {}))
  for (const { operationId, operation } of listControlOperations(control))
    success.set(operationId, ofControl.check(jsonOf(operation.responses['200'])?.schema ?? {}))
  return { success, controlError: ofControl.check({ $ref: '#/components/schemas/ControlError' }) }
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no response within ${maxStepMs} ms.`)), maxStepMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
