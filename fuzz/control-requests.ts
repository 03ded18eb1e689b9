// Requests of the control API: values of the schemas of its document, and values that act on what exists. What takes real time or
// unbounded work is generated within limits.

import fc from 'fast-check'
import {
  type ControlDocument,
  type ControlOperationNode,
  listControlOperations,
  readControlDocument,
} from '../spec/control/document.ts'
import type { ControlOperationId } from '../spec/control/operations.ts'
import { jsonOf } from '../spec/openapi/reading.ts'
import { editedAt } from '../spec/test-support/edits.ts'
import { schemaValues } from '../spec/test-support/schema-values.ts'
import { bodies, known, oddTexts, parameters } from './control-values.ts'
import { type Dictionary, kindOfId, live } from './dictionary.ts'
import { rarely, type Sent, withoutSurrogates } from './service-requests.ts'
import { editedText, type TextEdit, textEdits } from './text-edits.ts'

/** A control request, with references in place of live values. */
export interface ControlStep {
  api: 'control'
  operationId: string
  method: string
  /** The template of the document. */
  path: string
  sandbox: string | null
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Undefined without a body. */
  body: unknown
  edit: readonly [place: number, choice: number] | null
  text: TextEdit | null
}

/** The kinds of ids in a path. */
function idsOf(path: string): fc.Arbitrary<string> {
  const [, collection = ''] = /\/control\/(\w+)\/\{id\}/.exec(path) ?? []
  if (collection === 'assumptions') return fc.constantFrom('webhooks.retries', 'invoices.paid', 'unknown')
  const kind = kindOfId[collection]
  if (kind === undefined) throw new Error(`The ids of ${path} have no kind. Add it.`)
  return live(kind)
}

/** Steps of every operation of the control document. */
export function controlSteps(
  document: ControlDocument,
  sandboxes: fc.Arbitrary<string | null>,
): fc.Arbitrary<ControlStep> {
  const components = { ...document.components, securitySchemes: {} }
  const values = schemaValues({ components }, known)
  return fc.oneof(
    ...listControlOperations(document).map(({ method, path, operation }) =>
      fc.record<ControlStep>({
        api: fc.constant('control'),
        operationId: fc.constant<string>(operation.operationId),
        method: fc.constant(method.toUpperCase()),
        path: fc.constant(path),
        sandbox: path.startsWith('/control') ? sandboxes : fc.constant(null),
        params: parametersOf(operation, 'path', path),
        query: parametersOf(operation, 'query', path),
        body: bodiesOf(operation, values),
        edit: rarely(fc.tuple(fc.nat(100), fc.nat(500)), 4),
        text: rarely(textEdits, 12),
      }),
    ),
  )
}

function bodiesOf(
  { operationId, requestBody }: ControlOperationNode,
  values: ReturnType<typeof schemaValues>,
) {
  const schema = jsonOf(requestBody)?.schema
  return bodies[operationId] ?? (schema === undefined ? fc.constant(undefined) : values(schema))
}

function parametersOf(operation: ControlOperationNode, place: 'path' | 'query', path: string) {
  const own = (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  const textsFor = (name: string) =>
    name === 'id' ? idsOf(path) : (parameters[name] ?? fc.string({ maxLength: 5 }))
  const named = Object.fromEntries(
    own.map(({ name }) => [
      name,
      fc.oneof({ weight: 7, arbitrary: textsFor(name) }, { weight: 1, arbitrary: oddTexts }),
    ]),
  )
  const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name)
  const record = fc.record<Record<string, string>>(named, { requiredKeys, noNullPrototype: true })
  if (place === 'path') return record
  return fc
    .tuple(record, rarely(fc.string({ maxLength: 5 }), 5))
    .map(([query, unknown]) => (unknown === null ? query : { ...query, [unknown]: '1' }))
}

const listed = listControlOperations(readControlDocument())

/** A control request without edits. */
export function controlStep(
  operationId: ControlOperationId,
  params: Readonly<Record<string, string>> = {},
  body?: unknown,
): ControlStep {
  const found = listed.find((one) => one.operationId === operationId)
  if (found === undefined) throw new Error(`The control document has no operation ${operationId}.`)
  const { path, method } = found
  const own = { operationId, method: method.toUpperCase(), path, params, body }
  return { api: 'control', ...own, sandbox: null, query: {}, edit: null, text: null }
}

export function controlRequest(step: ControlStep, dictionary: Dictionary): Sent {
  const path = step.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encoded(dictionary.resolve(step.params[name])),
  )
  const query = Object.entries(step.query).map(
    ([name, value]) => `${encoded(name)}=${encoded(dictionary.resolve(value))}`,
  )
  const resolved = dictionary.resolve(step.body)
  const content =
    step.edit === null || step.body === undefined ? resolved : editedAt(resolved, ...step.edit).value
  const written = content === undefined ? '' : (JSON.stringify(content) ?? '')
  const body = step.text === null ? written : editedText(written, step.text)
  return {
    method: step.method,
    path: `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: { 'content-type': 'application/json' },
    body: step.method === 'GET' || body === '' ? undefined : body,
    content,
  }
}

/** A text in a URL. A step of dots only would lead to another path. */
function encoded(value: unknown): string {
  return encodeURIComponent(withoutSurrogates(String(value)).replace(/^\.+$/, '_'))
}
