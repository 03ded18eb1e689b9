// The document that drives the service, compiled: its operations by method and path, and what their requests and responses
// are validated against.

import { readFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import { componentName } from '../../core/json-schema.ts'
import { type Check, SchemaValidator, type ValidatorOptions } from '../../core/schema-validator.ts'
import type { EncryptedPayloadNote, OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { jsonOf, listOperations, parametersAsObject } from '../../spec/openapi/reading.ts'
import { Router } from '../../spec/openapi/router.ts'
import type { Schema } from '../../spec/openapi/schema.ts'
import type { AssumedToken, Credential, Envelope } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { OptionName } from '../../spec/unspecified.ts'
import { handlers } from '../resources/handlers.ts'

/**
 * The strictness of validation. Plain: as in the document, so that unknown fields are valid; closed: they are not. The first
 * error ends the validation, or all are found. Fewest: most fields of encrypted payloads may be absent.
 */
type Reading = `${'plain' | 'closed'}${'' | '-all-errors'}${'' | '-fewest'}`

function validatorOptions(reading: Reading): ValidatorOptions {
  return {
    useDefaults: true,
    ...(reading.startsWith('closed') ? { closed: true } : {}),
    ...(reading.includes('-all-errors') ? { allErrors: true } : {}),
  }
}

/** The checks of the parts of a request. A part without a check is not in the document. */
export interface RequestChecks {
  path: Check | undefined
  headers: Check | undefined
  query: Check | undefined
  body: Check | undefined
  payload: Check | undefined
}

/** One operation of the document, compiled. */
export interface CompiledOperation {
  operationId: OperationId
  method: string
  /** As in the document: `/invoices`, `/exchanges/payments/{exchange_name}`. */
  path: string
  credential: Credential
  assumedToken: AssumedToken | undefined
  encrypted: EncryptedPayloadNote | undefined
  envelope: Envelope
  hasBody: boolean
  /** The headers of the document, in lower case. */
  headerNames: readonly string[]
  response: Check
  checks: (reading: Reading) => RequestChecks
}

export interface CompiledDocument {
  document: OpenApiDocument
  router: Router<CompiledOperation>
  operations: ReadonlyMap<string, CompiledOperation>
}

/** Reads `spec/openapi.json`, the document that drives the simulator by default. */
export function readDocument(): OpenApiDocument {
  return JSON.parse(readFileSync(new URL('../../spec/openapi.json', import.meta.url), 'utf8'))
}

/**
 * Compiles a document; its schemas when they are first used. Throws a UsageError for an operation that the simulator does not
 * have.
 */
export function compileDocument(document: OpenApiDocument): CompiledDocument {
  const enforced = withUsualFields(document)
  const validators = new Map<Reading, SchemaValidator>()
  const compiler = (reading: Reading) => {
    const validator =
      validators.get(reading) ??
      new SchemaValidator(
        reading.endsWith('-fewest') ? withUsualFields(document, 'fewest') : enforced,
        validatorOptions(reading),
      )
    validators.set(reading, validator)
    return (schema: Schema) => validator.check(schema)
  }
  const operations = listOperations(document).map(
    ({ operationId, method, path, operation }): CompiledOperation => {
      if (!isOperationId(operationId))
        throw new UsageError(
          `Unknown operation "${operationId}" in the document.`,
          `It is at ${method.toUpperCase()} ${path}.`,
          `Use one of: ${Object.keys(handlers).join(', ')}.`,
        )
      const response = jsonOf(operation.responses['200'])?.schema
      if (response === undefined)
        throw new UsageError(
          `The operation "${operationId}" of the document has no response.`,
          'Responses are validated against the JSON schema of status 200.',
          'Add it.',
        )
      const checks = new Map<Reading, RequestChecks>([['plain', requestChecks(operation, compiler('plain'))]])
      return {
        operationId,
        method,
        path,
        credential: operation['x-credential'],
        assumedToken: operation['x-assumed-token'],
        encrypted: operation['x-encrypted-payload'],
        envelope: operation['x-response-envelope'],
        hasBody: operation.requestBody !== undefined,
        headerNames: Object.keys(headerSchema(operation)?.properties ?? {}),
        response: compiler('plain')(response),
        checks: (reading) => {
          const known = checks.get(reading) ?? requestChecks(operation, compiler(reading))
          checks.set(reading, known)
          return known
        },
      }
    },
  )
  return {
    document,
    router: new Router(operations),
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
  }
}

/** Values of absent fields of an encrypted payload, where the operation can do without them. */
const defaults: Readonly<Record<string, unknown>> = {
  ...{ cart: [], shippingAddress: null, savepassword: false, merchantStoreCurrency: 'USD' },
  ...{ confirmation: 'false', code2fa: '', hostedPageId: '' },
  ...{ id: '', fname: '', lname: '', label: '', businessname: '', descriptor: '' },
}

/** The document with encrypted payloads that require their usual fields: `encryption.required-payload-fields`. */
export function withUsualFields(
  document: OpenApiDocument,
  required: OptionName<'encryption.required-payload-fields'> = 'all',
): OpenApiDocument {
  const schemas = { ...document.components.schemas }
  for (const { operation } of listOperations(document)) {
    const { schema, usualFields = [] } = operation['x-encrypted-payload'] ?? {}
    const payload = componentName(schema?.$ref ?? '')
    const name = componentName(schemas[payload]?.items?.$ref ?? payload)
    const { properties = {}, required: stated = [], ...rest } = schemas[name] ?? {}
    const mayLack = (field: string) =>
      required === 'fewest' && Object.hasOwn(defaults, field) && !stated.includes(field)
    const usual = usualFields.filter((field) => Object.hasOwn(properties, field))
    if (usual.length === 0) continue
    schemas[name] = {
      ...rest,
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, schema]) => [
          field,
          mayLack(field) ? { ...schema, default: defaults[field] } : schema,
        ]),
      ),
      required: [...new Set([...usual, ...stated])].filter((field) => !mayLack(field)),
    }
  }
  return { ...document, components: { ...document.components, schemas } }
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(handlers, id)
}

function requestChecks(operation: OperationNode, compile: (schema: Schema) => Check): RequestChecks {
  const check = (schema: Schema | undefined) => (schema === undefined ? undefined : compile(schema))
  return {
    path: check(parametersAsObject(operation, 'path')),
    headers: check(headerSchema(operation)),
    query: check(parametersAsObject(operation, 'query')),
    body: check(jsonOf(operation.requestBody)?.schema),
    payload: check(operation['x-encrypted-payload']?.schema),
  }
}

/** The headers as one object. Names are in lower case, as requests have them. */
function headerSchema(operation: OperationNode): Schema | undefined {
  const schema = parametersAsObject(operation, 'header')
  if (schema?.properties === undefined) return undefined
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name.toLowerCase(), property]),
    ),
    required: (schema.required ?? []).map((name) => name.toLowerCase()),
  }
}
