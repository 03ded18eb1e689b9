// Sends a sequence of requests and checks each response: no 5xx that was not planned, JSON that its document permits, in time; a
// refused request and a read leave the state unchanged.

import { controlClient } from '../client/control-client.ts'
import { ServiceResponse } from '../client/service-client.ts'
import { simulatorTarget } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { parseJson, valueAt } from '../core/json.ts'
import { type Check, SchemaValidator } from '../core/schema-validator.ts'
import { type ControlDocument, listControlOperations } from '../simulator/control/document.ts'
import type { OpenApiDocument } from '../spec/openapi/document.ts'
import { jsonOf, listOperations } from '../spec/openapi/reading.ts'
import { Dictionary } from './dictionary.ts'
import type { Figures } from './figures.ts'
import { requestOf, type Step } from './sequences.ts'
import type { Sent } from './service-requests.ts'

/** A system that a sequence is sent to. */
export interface Connection {
  /** Such as `http://127.0.0.1:4020`. Rejects when the connection is dropped. */
  origin: string
  send: (url: string, init: RequestInit) => Promise<Response>
  /** A hash of the state that requests may change; undefined where it is not compared. */
  state?: () => Promise<string>
  /** Called before and after each request. May throw an Error for a violation. */
  before?: (step: Step, sent: Sent) => void
  after?: (step: Step, sent: Sent, succeeded: boolean, body: unknown) => void | Promise<void>
}

/** The checks of responses, by both documents. */
export interface ResponseChecks {
  /** By operation. */
  success: ReadonlyMap<string, Check>
  controlError: Check
}

const maxStepMs = 20_000

/** Requests that are refused, or only read, and change the state all the same. */
const changesAlthoughRefused: Readonly<Record<string, string>> = {
  advanceClock: 'An advance that stops at a limit has run the events up to that instant, and reports them.',
}

export class Player {
  private readonly connection: Connection
  private readonly figures: Figures
  private readonly checks: ResponseChecks
  private readonly dictionary = new Dictionary()
  private target: Target | undefined
  /** Statuses that injected faults of this sequence may respond with. */
  private readonly plannedStatuses = new Set<number>()
  private dropPlanned = false
  /** Whether a refused exchange payment leaves a transaction. */
  private recordsRefusedPayments = false

  constructor(connection: Connection, checks: ResponseChecks, figures: Figures) {
    this.connection = connection
    this.figures = figures
    this.checks = checks
  }

  /** Sends the steps in order. Returns every status and body. Throws an Error for the first violation. */
  async play(steps: readonly Step[]): Promise<string[]> {
    await this.meet()
    const transcript: string[] = []
    let state = await this.connection.state?.()
    for (const step of steps) {
      const sent = requestOf(step, this.knownTarget(), this.dictionary)
      const label = `${sent.method} ${sent.path.slice(0, 120)}`
      try {
        this.connection.before?.(step, sent)
        const { status, text } = await this.answered(sent)
        const { succeeded, body } = this.checked(step, sent, status, text)
        const next = await this.connection.state?.()
        if (next !== state && this.isUnchanging(step, sent, succeeded))
          throw new Error(
            `The state changed, although the request was ${succeeded ? 'a read' : 'refused'}: ${text.slice(0, 300)}`,
          )
        state = next
        await this.connection.after?.(step, sent, succeeded, body)
        transcript.push(`${status} ${text}`)
      } catch (error) {
        throw new Error(`${label}: ${error instanceof Error ? error.message : error}`, { cause: error })
      }
    }
    return transcript
  }

  /** Whether a request must not change the state. */
  private isUnchanging(step: Step, { method }: Sent, succeeded: boolean): boolean {
    if (step.api !== 'odd' && !succeeded) {
      if (step.operationId === 'createExchangePayment') return !this.recordsRefusedPayments
      return !Object.hasOwn(changesAlthoughRefused, step.operationId)
    }
    return !succeeded || /^get$/i.test(method)
  }

  /** Reads the accounts, which the first references are to. */
  private async meet(): Promise<void> {
    const { origin, send } = this.connection
    const control = controlClient({ url: origin, fetch: send })
    const credentials = await control.getCredentials()
    this.dictionary.harvest(credentials)
    const assumed = await control.getAssumptions()
    this.target = simulatorTarget(credentials, assumed)
    this.recordsRefusedPayments = assumed.assumptions.some(
      ({ id, assumption }) => id === 'exchange-payments.failed-record' && assumption === 'canceled',
    )
  }

  private knownTarget(): Target {
    if (this.target === undefined) throw new Error('The accounts are not known yet.')
    return this.target
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
      if (this.dropPlanned) return undefined
      throw error
    })
    const text = (await response?.text()) ?? ''
    const ms = performance.now() - began
    this.figures.took(ms, `${method} ${path.slice(0, 80)}`)
    if (ms > maxStepMs) throw new Error(`The response took ${Math.round(ms)} ms.`)
    return { status: response?.status ?? 0, text }
  }

  private checked(
    step: Step,
    sent: Sent,
    status: number,
    text: string,
  ): { succeeded: boolean; body: unknown } {
    if (status >= 500 && !this.plannedStatuses.has(status))
      throw new Error(`HTTP ${status}: ${text.slice(0, 500)}`)
    if (step.api === 'odd') {
      this.figures.count('none', status, status < 400)
      return { succeeded: status < 400, body: undefined }
    }
    const body = parseJson(text)
    const { operationId } = step
    const planned = status === 0 || this.plannedStatuses.has(status)
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
      ? this.checks.success.get(operationId)
      : step.api === 'control'
        ? this.checks.controlError
        : undefined
    const invalid = planned ? undefined : check?.(body)
    if (invalid !== undefined)
      throw new Error(`The document does not permit the response: ${invalid.message('response')}.`)
    if (succeeded) this.take(operationId, sent, body)
    return { succeeded, body }
  }

  /** Notes what a response makes known. */
  private take(operationId: string, { content }: Sent, body: unknown): void {
    this.dictionary.harvest(content)
    this.dictionary.harvest(body, operationId)
    if (operationId !== 'injectFault') return
    const status = valueAt(content, 'action', 'status')
    if (typeof status === 'number') this.plannedStatuses.add(status)
    if (valueAt(content, 'action', 'do') === 'drop') this.dropPlanned = true
  }
}

/** Compiles the checks of responses. */
export function responseChecks(service: OpenApiDocument, control: ControlDocument): ResponseChecks {
  const ofService = new SchemaValidator(service)
  const ofControl = new SchemaValidator(control)
  const success = new Map<string, Check>()
  for (const { operationId, operation } of listOperations(service))
    success.set(operationId, ofService.check(jsonOf(operation.responses['200'])?.schema ?? {}))
  for (const { operation } of listControlOperations(control))
    success.set(operation.operationId, ofControl.check(jsonOf(operation.responses['200'])?.schema ?? {}))
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
