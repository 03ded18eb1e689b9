// Checks of responses by both OpenAPI documents, and how much of the documents a run reaches.

import { ServiceResponse } from '../client/service-client.ts'
import { parseJson } from '../core/json.ts'
import { SchemaValidator } from '../core/schema-validator.ts'
import { listControlOperations, readControlDocument } from '../spec/control/document.ts'
import { jsonOf, listOperations } from '../spec/openapi/reading.ts'
import { operations } from '../spec/operations.ts'
import { serviceDocument } from './document-requests.ts'
import type { Sent } from './requests.ts'

/** The parts of a response that are the same in process and over HTTP. */
export interface Answer {
  /** 0 for a dropped connection. */
  status: number
  headers: readonly (string | null)[]
  text: string
}

/** An answer after the checks. */
export interface Checked {
  succeeded: boolean
  body: unknown
}

const controlDocument = readControlDocument()
const control = new SchemaValidator(controlDocument)
const controlError = control.check({ $ref: '#/components/schemas/ControlError' })
const service = new SchemaValidator(serviceDocument)
const listed = [...listOperations(serviceDocument), ...listControlOperations(controlDocument)]
const success = new Map(
  listed.map(({ operationId, operation }) => [
    operationId,
    (operationId in operations ? service : control).check(jsonOf(operation.responses['200'])?.schema ?? {}),
  ]),
)

/** Throws an Error for an internal error, or a response that the document does not permit. */
export function checked(sent: Sent, { status, text }: Answer): Checked {
  if (status >= 500) throw new Error(`HTTP ${status}: ${text.slice(0, 500)}`)
  const body = parseJson(text)
  if (body === undefined) throw new Error(`The response is not JSON: ${text.slice(0, 300)}`)
  const succeeded =
    sent.api === 'control'
      ? status === 200
      : new ServiceResponse(sent.operationId, new Response(null, { status }), text).succeeded
  const refused = sent.api === 'control' ? controlError : undefined
  const check = succeeded ? success.get(sent.operationId) : refused
  const invalid = check?.(body)
  if (invalid !== undefined)
    throw new Error(`The document does not permit the response: ${invalid.messages('response').join(' ')}`)
  return { succeeded, body }
}

/** Counts requests, and notes which operations succeeded and were refused. */
export class Coverage {
  requests = 0
  private readonly seen = new Set<string>()

  count({ operationId }: Sent, { succeeded }: Checked): void {
    this.requests += 1
    this.seen.add(`${operationId} never ${succeeded ? 'succeeded' : 'refused'}`)
  }

  /** Lists what did not happen: each operation must have succeeded, and each that takes input must have refused it. */
  missing(): string[] {
    return listed.flatMap(({ operationId, operation }) => {
      const { parameters = [], requestBody } = operation
      const takesInput = parameters.length > 0 || requestBody !== undefined || 'x-credential' in operation
      const wanted = [
        `${operationId} never succeeded`,
        ...(takesInput ? [`${operationId} never refused`] : []),
      ]
      // Only the command line passes what writes scenarios.
      return wanted.filter((what) => !this.seen.has(what) && what !== 'getScenario never succeeded')
    })
  }
}
