// A request of one of the two APIs on its way: the facts that both find out, its steps, its headers, and its entry in the journal.

import { InvariantError } from '../../core/errors.ts'
import type { Router } from '../../spec/openapi/router.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { httpDate } from '../time/instants.ts'
import type { IncomingRequest, OutgoingResponse } from './request.ts'

/** A request of an API. Each field is set by the step that is named for it. */
export class RequestContext<Operation extends { operationId: string }> {
  readonly sandbox: Sandbox
  readonly request: IncomingRequest
  /** Validation errors that `--validation report` accepted. */
  readonly validationErrors: string[] = []
  /** The field that contained the encrypted payload, where the contract does not show the field. */
  encryptedField: string | undefined
  /** The body, once it is read. */
  text = ''
  query: unknown
  body: unknown
  /** The decrypted payload; undefined if there is none. */
  payload: unknown
  result: unknown
  /** The path parameters. */
  params: Readonly<Record<string, string>> = {}
  private found: Operation | undefined

  constructor(sandbox: Sandbox, request: IncomingRequest) {
    this.sandbox = sandbox
    this.request = request
  }

  /** Finds the operation by method and path; false when no operation has them. */
  find(router: Router<Operation & { method: string; path: string }>, path = this.request.path): boolean {
    const match = router.find(this.request.method, path)
    if (match === undefined) return false
    this.found = match.operation
    this.params = match.params
    return true
  }

  get operationId(): Operation['operationId'] | null {
    return this.found?.operationId ?? null
  }

  get operation(): Operation {
    if (this.found === undefined) throw new InvariantError('A step needs the operation before it is found.')
    return this.found
  }

  /** The merchant that a request without a credential acts for, and what identified it. */
  get actsFor(): string | undefined {
    return undefined
  }
}

type Context = RequestContext<{ operationId: string }>

/** Does its part and lets the next step run, or ends the request by returning its outcome. */
export type Step<In, Outcome> = (context: In) => Outcome | undefined

/** The outcome of the first step that ends the request; undefined when all let it through. */
export function runSteps<In, Outcome>(steps: readonly Step<In, Outcome>[], context: In): Outcome | undefined {
  for (const step of steps) {
    const outcome = step(context)
    if (outcome !== undefined) return outcome
  }
  return undefined
}

/** The entry of a request in the journal, without its response. */
export function entryOf(context: Context, api: 'service' | 'control', isInput: boolean): RequestEntry {
  const { sandbox, request, text, payload, actsFor, validationErrors, operationId } = context
  const { method, url, headers } = request
  const entry: RequestEntry = {
    kind: 'request',
    at: sandbox.world.now,
    api,
    isInput,
    operation: operationId,
    method,
    url,
    headers,
    text,
    events: sandbox.world.events.length,
    duringAdvance: sandbox.advancing,
  }
  if (payload !== undefined) entry.payload = payload
  if (actsFor !== undefined) entry.actsFor = actsFor
  if (validationErrors.length > 0) entry.validationErrors = validationErrors
  return entry
}

/** Appends the entry of a request, without its response, and returns its position. */
export function append({ journal, secrets }: Sandbox, entry: RequestEntry): number {
  secrets.learnHeaders(entry.headers)
  return journal.append(entry)
}

/** The response as the journal has it. */
export function sentResponse({ status, body }: OutgoingResponse): { status: number; text: string } {
  return { status, text: typeof body === 'string' ? body : '' }
}

/** Names each validation error that `--validation report` accepted. */
export const validationErrorsHeader = 'x-paytwin-validation-errors'
/** Names the field that contained the encrypted payload, where the contract does not show the field. */
export const encryptedFieldHeader = 'x-paytwin-encrypted-field'
/** Names the merchant that a request without a credential acts for, and what identified it. */
export const merchantHeader = 'x-paytwin-merchant'

/** Headers are printable ASCII of bounded length. */
const maxHeaderCharacters = 1000

/** Adds the virtual time, and what the simulator found out about the request. */
export function addHeaders(context: Context, { headers }: OutgoingResponse): void {
  const { sandbox, validationErrors, encryptedField, actsFor } = context
  headers.date = httpDate(sandbox.world.now)
  if (validationErrors.length > 0) headers[validationErrorsHeader] = headerText(validationErrors)
  if (encryptedField !== undefined) headers[encryptedFieldHeader] = encryptedField
  if (actsFor !== undefined) headers[merchantHeader] = actsFor
}

function headerText(errors: readonly string[]): string {
  const text = errors.join('; ').replace(/[^\x20-\x7e]/g, '?')
  const end = `... (${errors.length} in total)`
  return text.length <= maxHeaderCharacters
    ? text
    : `${text.slice(0, maxHeaderCharacters - end.length)}${end}`
}
