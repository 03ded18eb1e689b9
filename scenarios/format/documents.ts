// The operations that the steps of a scenario call: those of the contract's OpenAPI document and those of the control API's.
// Both documents are read as JSON, so no code of the simulator is loaded.

import { readFileSync } from 'node:fs'
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { meantForm } from '../../spec/openapi/choices.ts'
import type { Schema as Form } from '../../spec/openapi/document.ts'

/** A document by the name under which scenarios refer to it. */
export type DocumentName = 'service' | 'control'

type Schema = AnySchemaObject

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Node {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  security?: Record<string, string[]>[]
  'x-encrypted-payload'?: { field: string | null; schema: Schema }
}

/** An OpenAPI document, as far as scenarios need it. */
export interface ApiDocument {
  paths: Record<string, Record<string, Node>>
  components: Record<string, Record<string, unknown>>
  [key: string]: unknown
}

/** One operation of either document. */
export interface ListedOperation {
  document: DocumentName
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  body: { required: boolean; schema: Schema } | undefined
  /** The encrypted payload of the body. `field` is null if the contract does not show its name. */
  encrypted: { field: string | null; schema: Schema } | undefined
  /** The JSON body of a response with the status 200. */
  response: Schema | undefined
  needsToken: boolean
}

/** The operation that a request calls, with its path parameters. */
export interface Matched {
  operation: ListedOperation
  pathValues: Record<string, string>
}

const documentUrls: Record<DocumentName, URL> = {
  service: new URL('../../spec/openapi.json', import.meta.url),
  control: new URL('../../simulator/control/openapi.json', import.meta.url),
}

const documents: Record<DocumentName, ApiDocument> = {
  service: JSON.parse(readFileSync(documentUrls.service, 'utf8')),
  control: JSON.parse(readFileSync(documentUrls.control, 'utf8')),
}

const methods = ['get', 'post', 'put', 'delete', 'patch'] as const
const json = 'application/json'

function listOperations(document: DocumentName): ListedOperation[] {
  return Object.entries(documents[document].paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = item[method]
      if (node === undefined) return []
      const bodySchema = node.requestBody?.content[json]?.schema
      return [
        {
          document,
          operationId: node.operationId,
          method: method.toUpperCase(),
          path,
          parameters: node.parameters ?? [],
          body:
            bodySchema === undefined
              ? undefined
              : { required: node.requestBody?.required === true, schema: bodySchema },
          encrypted: node['x-encrypted-payload'],
          response: node.responses['200']?.content?.[json]?.schema,
          needsToken: (node.security ?? []).length > 0,
        },
      ]
    }),
  )
}

/** Every operation of both documents. */
export const listedOperations: readonly ListedOperation[] = [
  ...listOperations('service'),
  ...listOperations('control'),
]

const byName = new Map(
  listedOperations.map((operation) => [`${operation.document}.${operation.operationId}`, operation]),
)

/** The operation that a step's `operationId` refers to. */
export function operationNamed(reference: string): ListedOperation | undefined {
  return byName.get(reference.replace(/^\$sourceDescriptions\./, ''))
}

const patterns = listedOperations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/[.]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** The operation that a request calls, by its method and its path below the document's server. */
export function matchRequest(document: DocumentName, method: string, path: string): Matched | undefined {
  for (const { operation, pattern } of patterns) {
    if (operation.document !== document || operation.method !== method) continue
    const groups = pattern.exec(path)
    if (groups !== null) {
      const values = Object.entries(groups.groups ?? {})
      return {
        operation,
        pathValues: Object.fromEntries(values.map(([key, value]) => [key, decoded(value)])),
      }
    }
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, verbose: true })
for (const [name, { components }] of Object.entries(documents))
  ajv.addSchema(pointed({ components }, name), name)
const compiled = new Map<Schema, ValidateFunction>()

/** What in a value breaks a schema of a document; empty where nothing does. Fields beyond the schema's are lawful. */
export function faultsOf(document: DocumentName, schema: Schema, value: unknown): readonly ErrorObject[] {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(pointed(schema, document))
    compiled.set(schema, validate)
  }
  return validate(value) ? [] : (validate.errors ?? [])
}

/** A schema with references that start at its document. */
function pointed(schema: object, document: string): Schema {
  return JSON.parse(JSON.stringify(schema), (key, inner: unknown) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith('#') ? `${document}${inner}` : inner,
  )
}

/** A fault in words: the place, and what is asked for there. */
export function faultText(root: string, fault: ErrorObject): string {
  const { instancePath, keyword, params, message } = fault
  const place = instancePath
    .split('/')
    .slice(1)
    .map((step) =>
      /^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`,
    )
    .join('')
  if (keyword === 'enum') return `${root}${place} must be one of ${JSON.stringify(params.allowedValues)}`
  if (keyword === 'const') return `${root}${place} must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'additionalProperties')
    return `${root}${place} must not hold "${String(params.additionalProperty)}"`
  if (keyword === 'anyOf' || keyword === 'oneOf') return choiceText(`${root}${place}`, fault)
  return `${root}${place} ${message ?? 'is not accepted'}`
}

/** What the form lacks that was meant, of several that a value may have. */
function choiceText(place: string, { schema, data }: ErrorObject): string {
  const forms = (schema as Schema[]).map((form) =>
    typeof form.$ref === 'string' ? ajv.getSchema(form.$ref)?.schema : form,
  )
  const known = forms.filter((form) => typeof form === 'object')
  if (known.length < forms.length) return `${place} has none of the forms that it may have`
  const meant = meantForm(known as Form[], data)
  if ('fault' in meant) return `${place}${meant.fault.startsWith('.') ? '' : ' '}${meant.fault}`
  const validate = ajv.compile(meant.form)
  validate(data)
  return outermost(validate.errors ?? [])
    .map((fault) => faultText(place, fault))
    .join('; ')
}

/**
 * How a response violates its document. The contract does not show the form of refusals: a response of the service with
 * another status than 200, or without the marker of success, is not checked.
 */
export function responseViolations(operation: ListedOperation, status: number, body: unknown): string[] {
  if (status !== 200) return []
  if (body === undefined) return ['the response is not JSON']
  if (operation.response === undefined) return []
  if (operation.document === 'service' && !hasSuccess(operation, body)) return []
  return outermost(faultsOf(operation.document, operation.response, body)).map((fault) =>
    faultText('response', fault),
  )
}

/** Whether a response carries the marker of success. Contract: Resources, conventions. */
export function hasSuccess({ path }: Pick<ListedOperation, 'path'>, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (path.startsWith('/subscription/')) return Reflect.get(body, 'status') === 200
  if (Reflect.get(body, 'ok') !== true) return false
  const result: unknown = Reflect.get(body, 'result')
  const refused = typeof result === 'object' && result !== null && Reflect.get(result, 'success') === false
  // The contract states how payouts are refused, so that form is checked too.
  return !refused || path.startsWith('/payout/')
}

/** Of faults where one lies inside another, those that say most: a form that fits nowhere hides why each does not. */
export function outermost(faults: readonly ErrorObject[]): readonly ErrorObject[] {
  const forms = faults.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return faults.filter(
    (fault) => !forms.some((form) => form !== fault && fault.schemaPath.startsWith(`${form.schemaPath}/`)),
  )
}
