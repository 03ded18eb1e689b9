// A recording: the calls that a client made, in order, with decrypted payloads. writing.ts turns it into a scenario.

import { getPath } from 'hono/utils/url'
import { isObject, parseJson } from '../../core/json.ts'
import type { JsonSchema } from '../../core/json-schema.ts'
import type { Redactor } from '../../core/redaction.ts'
import { type DocumentName, type ListedOperation, routers, validationErrors } from '../format/documents.ts'
import type { DecryptionKeys } from '../in-process.ts'
import { commonFields } from '../payload-encryption.ts'
import { type Exchange, learnExchange, newExchange, recordedHeaders, takeResponse } from '../run/exchange.ts'

export interface RecordedCall {
  operation: ListedOperation
  pathValues: Readonly<Record<string, string>>
  query: [string, string][]
  /** The body with its payload decrypted; undefined if there is none. */
  body: unknown
  exchange: Exchange
}

/** Something that the client or the deployment did and the contract does not allow. */
export interface Violation {
  /** The number of the call, from 1. */
  call: number
  operationId: string
  by: 'request' | 'response'
  /** True if the request lacks something that the document requires. */
  isMissing?: boolean
  message: string
}

/** A request whose body has been read. */
interface IncomingRequest {
  document: DocumentName
  method: string
  /** Below the document's server. */
  path: string
  search: string
  headers: Headers
  body: string
}

/** Operations of the control API during which other calls can arrive, sent by webhook receivers. */
const clockOperations: ReadonlySet<string> = new Set(['advanceClock'])

/** Operations of the control API by which a client learns what a replay has as inputs. They are not recorded. */
const setupLookups: ReadonlySet<string> = new Set(['getCredentials', 'getAssumptions'])

/** The path of a request with only the escapes that the router of the simulator does not decode. */
export function routedPath(request: Request): string {
  return encodeURI(getPath(request)).replaceAll('%25', '%')
}

type Decrypt = (text: string, keys: DecryptionKeys) => { payload: unknown } | undefined

export class Recording {
  readonly calls: RecordedCall[] = []
  readonly violations: Violation[] = []
  /** Remarks for people about what the scenario does not reproduce. */
  readonly remarks: string[] = []
  private readonly keys: DecryptionKeys
  private readonly decrypt: Decrypt
  private readonly learning: Redactor | undefined
  private readonly onResponse: () => void
  private advancing = false

  /** `learning` learns the credentials in all traffic. `onResponse` is called when the response of a call has been recorded. */
  constructor(
    keys: DecryptionKeys,
    decrypt: Decrypt,
    learning?: Redactor,
    onResponse: () => void = () => {},
  ) {
    this.keys = keys
    this.decrypt = decrypt
    this.learning = learning
    this.onResponse = onResponse
    for (const secret of [...keys.clientSecrets, ...keys.privateKeys]) learning?.learn(secret)
  }

  /** The calls that have a response so far. Their violations have the places of these calls, from 1. */
  responded(): { calls: RecordedCall[]; violations: Violation[] } {
    const calls = this.calls.filter(({ exchange }) => exchange.status !== 0)
    const places = new Map(calls.map((call, index) => [call, index + 1]))
    const violations = this.violations.flatMap((violation) => {
      const recorded = this.calls[violation.call - 1]
      const call = recorded === undefined ? undefined : places.get(recorded)
      return call === undefined ? [] : [{ ...violation, call }]
    })
    return { calls, violations }
  }

  /** The calls that have no response, for people. */
  withoutResponse(): string[] {
    return this.calls.flatMap(({ operation, exchange }, index) =>
      exchange.status === 0
        ? [`call ${index + 1}, ${operation.operationId}, has no response and is not in the scenario`]
        : [],
    )
  }

  /** Records a request when it arrives, which determines the order. Returns the function that records its response. */
  request(request: IncomingRequest): (status: number, responseText: string) => void {
    const { document, method, path, search, headers } = request
    for (const [name, value] of headers) this.learning?.learnHeader(name, value)
    for (const text of [search, request.body]) this.learning?.learnText(text)
    const matched = routers[document].find(method, path)
    const body = request.body === '' ? undefined : parseJson(request.body)
    if (document === 'control' && setupLookups.has(matched?.operation.operationId ?? ''))
      return () => undefined
    if (matched === undefined || matched.operation.path.startsWith('/sandboxes')) {
      this.remarks.push(`not recorded: ${method} ${path}, which is not an operation of a scenario`)
      return () => undefined
    }
    if (request.body !== '' && body === undefined) {
      this.remarks.push(`not recorded: ${method} ${path}, whose body is not JSON`)
      return () => undefined
    }
    const { operation, params } = matched
    const decrypted = this.decrypted(operation, body)
    const shown = Object.fromEntries(
      recordedHeaders.flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    const call: RecordedCall = {
      operation,
      pathValues: params,
      query: [...new URLSearchParams(search)],
      body: decrypted.body,
      exchange: newExchange(operation, `${path}${search}`, shown, body, decrypted.encrypted),
    }
    this.calls.push(call)
    const number = this.calls.length
    this.checkRequest(call, number)
    if (this.advancing)
      this.remarks.push(
        `call ${number}, ${operation.operationId}, arrived while the clock was advancing; the scenario makes it afterwards`,
      )
    const advances = clockOperations.has(operation.operationId)
    if (advances) this.advancing = true
    return (status, responseText) => {
      if (advances) this.advancing = false
      takeResponse(call.exchange, status, responseText)
      if (this.learning !== undefined) learnExchange(this.learning, call.exchange)
      for (const message of call.exchange.violations)
        this.violations.push({ call: number, operationId: operation.operationId, by: 'response', message })
      this.onResponse()
    }
  }

  /** Notes a request outside the APIs. Returns the function that takes its response. */
  pageRequest(method: string, path: string): (status: number) => void {
    return (status) => {
      if (status >= 400 || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return
      const [, uuid] = /^\/checkout\/([^/]+)\/pay$/.exec(path) ?? []
      const instead = uuid === undefined ? '' : ` Use POST /control/invoices/${uuid}/pay instead.`
      this.remarks.push(
        `${method} ${path} is not an operation of a document, so the scenario lacks it.${instead}`,
      )
    }
  }

  private checkRequest({ operation, query, body, exchange }: RecordedCall, call: number): void {
    const { document, operationId, parameters, needsToken, body: expected, encrypted } = operation
    const report = (message: string, isMissing = true) =>
      this.violations.push({ call, operationId, by: 'request', message, isMissing })
    const check = (schema: JsonSchema, value: unknown, name: string): void => {
      for (const { message, missing } of validationErrors(document, schema, value, name))
        report(message, missing !== undefined)
    }
    const sent: Record<string, (name: string) => string | undefined> = {
      query: (name) => Object.fromEntries(query)[name],
      header: (name) => exchange.headers[name.toLowerCase()],
    }
    for (const { name, in: place, required, schema } of parameters) {
      const value = sent[place]?.(name)
      if (value !== undefined) check(schema, value, `${place}.${name}`)
      else if (required && place !== 'path') report(`the ${place} parameter "${name}" is missing`)
    }
    if (needsToken && exchange.headers.authorization === undefined)
      report('the header Authorization is missing')
    if (expected === undefined) return
    if (body === undefined) {
      if (expected.required) report('the body is missing')
      return
    }
    check(expected.schema, exchange.body, 'body')
    if (encrypted === undefined) return
    for (const { payload } of exchange.encrypted) check(encrypted.schema, payload, 'payload')
  }

  /** A body with its encrypted text replaced by the payload, if a key decrypts it. */
  private decrypted(
    { encrypted }: ListedOperation,
    body: unknown,
  ): { body: unknown; encrypted: Exchange['encrypted'] } {
    const unchanged = { body, encrypted: [] }
    if (encrypted === undefined) return unchanged
    if (typeof body === 'string') {
      const payload = this.payloadOf(body)
      // A bare text has no field. A replay sends it in the field that its target expects.
      return payload === undefined
        ? unchanged
        : { body: { data: payload }, encrypted: [{ payload, text: body }] }
    }
    if (!isObject(body)) return unchanged
    for (const name of [encrypted.field ?? commonFields].flat()) {
      const text = String(body[name])
      const payload = this.payloadOf(body[name])
      // A payload that is a text stays encrypted: a scenario sends texts as they are.
      if (payload !== undefined && typeof payload !== 'string')
        return { body: { ...body, [name]: payload }, encrypted: [{ payload, text }] }
    }
    return unchanged
  }

  private payloadOf(text: unknown): unknown {
    return typeof text === 'string' ? this.decrypt(text, this.keys)?.payload : undefined
  }
}
