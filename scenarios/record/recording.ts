// A recording: the calls that someone made, in order, with encrypted payloads opened. How they become a scenario is in
// writing.ts; where they come from, a simulator or a deployment, is the recorder's matter.

import { parseJson, valueAt } from '../../core/json.ts'
import {
  type DocumentName,
  type ListedOperation,
  matchRequest,
  responseFaults,
  validationErrors,
} from '../documents.ts'
import type { DecryptionKeys } from '../in-process.ts'
import type { Exchange } from '../wire.ts'

/** One call, as it was made and answered. */
export interface RecordedCall {
  operation: ListedOperation
  pathValues: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  /** Encrypted payloads opened in place; undefined where there was none. */
  body: unknown
  /** As for a replay, so that both have the same transcript. */
  exchange: Exchange
}

/** Something that a deployment or its client did, which the contract does not allow. */
export interface Deviation {
  /** The number of the call, from 1. */
  call: number
  operationId: string
  by: 'request' | 'response'
  text: string
}

/** A request, whose body has been read. */
export interface Heard {
  document: DocumentName
  method: string
  /** Below the document's server. */
  path: string
  search: string
  headers: Headers
  body: string
}

type Opener = (text: string, keys: DecryptionKeys) => { payload: unknown } | undefined

const toldHeaders = ['authorization', 'x-transaction-source']

export class Recording {
  readonly calls: RecordedCall[] = []
  readonly deviations: Deviation[] = []
  /** What the scenario does not tell as it was, in words. */
  readonly remarks: string[] = []
  private readonly keys: DecryptionKeys
  private readonly open: Opener
  private advancing = false

  constructor(keys: DecryptionKeys, open: Opener) {
    this.keys = keys
    this.open = open
  }

  /** Notes a request as it comes; gives back how its answer is noted. Order is that of the requests. */
  hear(heard: Heard): (status: number, responseText: string) => void {
    const { document, method, path, search, headers } = heard
    const matched = matchRequest(document, method, path)
    const body = heard.body === '' ? undefined : parseJson(heard.body)
    if (matched === undefined || matched.operation.path.startsWith('/sandboxes')) {
      this.remarks.push(`left out: ${method} ${path}, which is no operation that a scenario tells`)
      return () => undefined
    }
    if (heard.body !== '' && body === undefined) {
      this.remarks.push(`left out: ${method} ${path}, whose body is not JSON`)
      return () => undefined
    }
    const { operation, pathValues } = matched
    const opened = this.opened(operation, body)
    const call: RecordedCall = {
      operation,
      pathValues,
      query: [...new URLSearchParams(search)],
      headers: Object.fromEntries(toldHeaders.flatMap((name) => pair(name, headers.get(name)))),
      body: opened.body,
      exchange: {
        step: '',
        document,
        operation,
        method,
        path: `${path}${search}`,
        headers: Object.fromEntries(toldHeaders.flatMap((name) => pair(name, headers.get(name)))),
        body,
        encrypted: opened.encrypted,
        status: 0,
        responseText: '',
        response: undefined,
        faults: [],
        failure: undefined,
        printed: [],
      },
    }
    this.calls.push(call)
    const number = this.calls.length
    this.requestDeviations(call, number)
    if (this.advancing)
      this.remarks.push(
        `call ${number}, ${operation.operationId}, came while the clock was being advanced; the scenario makes it afterwards`,
      )
    const advances = operation.operationId === 'advanceClock'
    if (advances) this.advancing = true
    return (status, responseText) => {
      if (advances) this.advancing = false
      this.answered(call, number, status, responseText)
    }
  }

  private answered(
    { operation, exchange }: RecordedCall,
    call: number,
    status: number,
    responseText: string,
  ): void {
    exchange.status = status
    exchange.responseText = responseText
    exchange.response = parseJson(responseText)
    const text = valueAt(exchange.response, 'encrypted')
    if (operation.operationId === 'encryptPayload' && typeof text === 'string')
      exchange.encrypted.push({ payload: valueAt(exchange.body, 'payload'), text })
    exchange.faults = responseFaults(operation, status, exchange.response)
    if (status === 200 && exchange.response === undefined) exchange.faults = ['answer is not JSON']
    for (const fault of exchange.faults)
      this.deviations.push({ call, operationId: operation.operationId, by: 'response', text: fault })
  }

  private requestDeviations({ operation, query, headers, body, exchange }: RecordedCall, call: number): void {
    const say = (text: string) =>
      this.deviations.push({ call, operationId: operation.operationId, by: 'request', text })
    const values: Record<string, Record<string, string>> = {
      query: Object.fromEntries(query),
      header: headers,
    }
    for (const { name, in: kind, required, schema } of operation.parameters) {
      const value = values[kind]?.[kind === 'header' ? name.toLowerCase() : name]
      if (value === undefined && required === true && kind !== 'path')
        say(`the ${kind} parameter "${name}" is missing`)
      if (value === undefined) continue
      for (const { message } of validationErrors(operation.document, schema, value, `${kind}.${name}`))
        say(message)
    }
    if (operation.needsToken && headers.authorization === undefined)
      say('the header Authorization is missing')
    if (operation.body === undefined) return
    if (body === undefined) {
      if (operation.body.required) say('the body is missing')
      return
    }
    for (const { message } of validationErrors(
      operation.document,
      operation.body.schema,
      exchange.body,
      'body',
    ))
      say(message)
    if (operation.encrypted === undefined) return
    for (const { payload } of exchange.encrypted)
      for (const { message } of validationErrors(
        operation.document,
        operation.encrypted.schema,
        payload,
        'payload',
      ))
        say(message)
  }

  /** A body with its encrypted text replaced by what is inside it, where a key opens it. */
  private opened(
    { encrypted }: ListedOperation,
    body: unknown,
  ): { body: unknown; encrypted: Exchange['encrypted'] } {
    if (encrypted === undefined || body === undefined) return { body, encrypted: [] }
    if (typeof body === 'string') {
      const opened = this.open(body, this.keys)
      // A bare text has no field; the runner puts it back under whatever its target wants.
      return opened === undefined
        ? { body, encrypted: [] }
        : { body: { data: opened.payload }, encrypted: [{ payload: opened.payload, text: body }] }
    }
    if (typeof body !== 'object' || body === null) return { body, encrypted: [] }
    for (const name of encrypted.field === null ? ['data', 'encryptedReq'] : [encrypted.field]) {
      const text: unknown = Reflect.get(body, name)
      const opened = typeof text === 'string' ? this.open(text, this.keys) : undefined
      // A text that holds a text stays encrypted: in a scenario, a text is sent as it stands.
      if (typeof text === 'string' && opened !== undefined && typeof opened.payload !== 'string')
        return { body: { ...body, [name]: opened.payload }, encrypted: [{ payload: opened.payload, text }] }
    }
    return { body, encrypted: [] }
  }
}

function pair(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}
