// A recording: the calls that someone made, in order, with sealed payloads opened. How they become a story is in
// writing.ts; where they come from, a simulator or a deployment, is the recorder's matter.

import {
  answerFaults,
  type DocumentName,
  faultsOf,
  faultText,
  type ListedOperation,
  matchRequest,
  outermost,
} from '../documents.ts'
import type { OpeningKeys } from '../in-process.ts'
import type { Exchange } from '../wire.ts'

/** One call, as it was made and answered. */
export interface RecordedCall {
  operation: ListedOperation
  pathValues: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  /** Sealed payloads opened in place; undefined where there was none. */
  body: unknown
  /** As for a replay, so that both have the same transcript. */
  exchange: Exchange
}

/** Something that a deployment or its client did, which the contract does not allow. */
export interface Deviation {
  /** The number of the call, from 1. */
  call: number
  operationId: string
  by: 'request' | 'answer'
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

type Opener = (text: string, keys: OpeningKeys) => { plain: unknown } | undefined

const toldHeaders = ['authorization', 'x-transaction-source']

export class Recording {
  readonly calls: RecordedCall[] = []
  readonly deviations: Deviation[] = []
  /** What the story does not tell as it was, in words. */
  readonly remarks: string[] = []
  private readonly keys: OpeningKeys
  private readonly open: Opener
  private advancing = false

  constructor(keys: OpeningKeys, open: Opener) {
    this.keys = keys
    this.open = open
  }

  /** Notes a request as it comes; gives back how its answer is noted. Order is that of the requests. */
  hear(heard: Heard): (status: number, answerText: string) => void {
    const { document, method, path, search, headers } = heard
    const matched = matchRequest(document, method, path)
    const body = heard.body === '' ? undefined : parsed(heard.body)
    if (matched === undefined || matched.operation.path.startsWith('/sandboxes')) {
      this.remarks.push(`left out: ${method} ${path}, which is no operation that a story tells`)
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
        sealed: opened.sealed,
        status: 0,
        answerText: '',
        answer: undefined,
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
        `call ${number}, ${operation.operationId}, came while the clock was being advanced; the story makes it afterwards`,
      )
    const advances = operation.operationId === 'advanceClock'
    if (advances) this.advancing = true
    return (status, answerText) => {
      if (advances) this.advancing = false
      this.answered(call, number, status, answerText)
    }
  }

  private answered(
    { operation, exchange }: RecordedCall,
    call: number,
    status: number,
    answerText: string,
  ): void {
    exchange.status = status
    exchange.answerText = answerText
    exchange.answer = parsed(answerText)
    const text = field(exchange.answer, 'sealed')
    if (operation.operationId === 'sealPayload' && typeof text === 'string')
      exchange.sealed.push({ plain: field(exchange.body, 'payload'), text })
    exchange.faults = answerFaults(operation, status, exchange.answer)
    if (status === 200 && exchange.answer === undefined) exchange.faults = ['answer is not JSON']
    for (const fault of exchange.faults)
      this.deviations.push({ call, operationId: operation.operationId, by: 'answer', text: fault })
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
      for (const fault of faultsOf(operation.document, schema, value))
        say(faultText(`the ${kind} parameter "${name}"`, fault))
    }
    if (operation.needsToken && headers.authorization === undefined)
      say('the header Authorization is missing')
    if (operation.body === undefined) return
    if (body === undefined) {
      if (operation.body.required) say('the body is missing')
      return
    }
    for (const fault of outermost(faultsOf(operation.document, operation.body.schema, exchange.body)))
      say(faultText('the body', fault))
    for (const { plain } of exchange.sealed)
      for (const fault of outermost(faultsOf(operation.document, operation.sealed?.schema ?? {}, plain)))
        say(faultText('what is sealed', fault))
  }

  /** A body with its sealed text replaced by what is inside it, where a key opens it. */
  private opened({ sealed }: ListedOperation, body: unknown): { body: unknown; sealed: Exchange['sealed'] } {
    if (sealed === undefined || body === undefined) return { body, sealed: [] }
    if (typeof body === 'string') {
      const opened = this.open(body, this.keys)
      // A bare text has no field; the runner puts it back under whatever its target wants.
      return opened === undefined
        ? { body, sealed: [] }
        : { body: { data: opened.plain }, sealed: [{ plain: opened.plain, text: body }] }
    }
    if (typeof body !== 'object' || body === null) return { body, sealed: [] }
    for (const name of sealed.field === null ? ['data', 'encryptedReq'] : [sealed.field]) {
      const text: unknown = Reflect.get(body, name)
      const opened = typeof text === 'string' ? this.open(text, this.keys) : undefined
      // A text that holds a text stays sealed: in a story, a text is sent as it stands.
      if (typeof text === 'string' && opened !== undefined && typeof opened.plain !== 'string')
        return { body: { ...body, [name]: opened.plain }, sealed: [{ plain: opened.plain, text }] }
    }
    return { body, sealed: [] }
  }
}

function pair(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
