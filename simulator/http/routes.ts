// The document as routes: what to listen for, whom to let in, and what to hold each request and answer to.

import { UsageError } from '../../core/errors.ts'
import { type Check, SchemaValidator, type ValidatorOptions } from '../../core/schema-validator.ts'
import type {
  EncryptedPayloadNote,
  HttpMethod,
  OpenApiDocument,
  OperationNode,
  Schema,
} from '../../spec/openapi/document.ts'
import { jsonOf, listOperations, parametersAsObject } from '../../spec/openapi/reading.ts'
import type { Credential } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import { handlers } from '../handlers.ts'

/** How strictly, and how, values are validated. */
export type Reading =
  /** As the document says; unknown fields are accepted. */
  | 'plain'
  /** As the document says, and no field beyond those it names. */
  | 'closed'
  /** The same two, finding every error instead of the first. */
  | 'plain, every fault'
  | 'closed, every fault'
  /** Text for numbers and the like is turned into what the document asks for. */
  | 'mending'

const validatorOptions: Readonly<Record<Reading, ValidatorOptions>> = {
  plain: { useDefaults: true },
  closed: { useDefaults: true, closed: true },
  'plain, every fault': { useDefaults: true, allErrors: true },
  'closed, every fault': { useDefaults: true, allErrors: true, closed: true },
  mending: { useDefaults: true, allErrors: true, coerceTypes: true },
}

/** The checks of what a client sends, in one reading. */
export interface RequestChecks {
  headers: Check | undefined
  query: Check | undefined
  body: Check | undefined
  payload: Check | undefined
}

/** One operation of the document, compiled. */
export interface Route {
  operationId: OperationId
  method: HttpMethod
  /** The path as the document writes it: `/invoices`, `/exchanges/payments/{exchange_name}`. */
  path: string
  credential: Credential
  encrypted: EncryptedPayloadNote | undefined
  hasBody: boolean
  /** Names of the headers that the document asks for, in lower case. */
  headerNames: readonly string[]
  response: Check
  checks: (reading: Reading) => RequestChecks
}

/** The document, compiled. */
export interface CompiledDocument {
  document: OpenApiDocument
  routes: readonly Route[]
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(handlers, id)
}

/**
 * Compiles a document; throws a UsageError when it names an operation that the simulator does not have. The schemas of the
 * committed document are compiled when they are first used; those of another one now, so that an invalid one is found.
 */
export function compileDocument(document: OpenApiDocument, committed = false): CompiledDocument {
  const validators = new Map<Reading, SchemaValidator>()
  const compiler = (reading: Reading) => {
    const validator = validators.get(reading) ?? new SchemaValidator(document, validatorOptions[reading])
    validators.set(reading, validator)
    return (schema: Schema) => (committed ? validator.check(schema) : validator.compile(schema))
  }
  const routes = listOperations(document).map(({ operationId, method, path, operation }): Route => {
    if (!isOperationId(operationId)) {
      throw new UsageError(
        `The document names an operation "${operationId}" that the simulator does not have.`,
        `It stands at ${method.toUpperCase()} ${path}.`,
        `Name one of: ${Object.keys(handlers).join(', ')}.`,
      )
    }
    const response = jsonOf(operation.responses['200'])?.schema
    if (response === undefined) {
      throw new UsageError(
        `The document shows no answer for "${operationId}".`,
        'An answer of 200 in JSON is needed to hold answers to.',
        'Add one.',
      )
    }
    const checks = new Map<Reading, RequestChecks>([['plain', requestChecks(operation, compiler('plain'))]])
    return {
      operationId,
      method,
      path,
      credential: operation['x-credential'],
      encrypted: operation['x-encrypted-payload'],
      hasBody: operation.requestBody !== undefined,
      headerNames: Object.keys(lowerCased(parametersAsObject(operation, 'header'))?.properties ?? {}),
      response: compiler('plain')(response),
      checks: (reading) => {
        const known = checks.get(reading) ?? requestChecks(operation, compiler(reading))
        checks.set(reading, known)
        return known
      },
    }
  })
  return { document, routes }
}

function requestChecks(operation: OperationNode, compile: (schema: Schema) => Check): RequestChecks {
  const check = (schema: Schema | undefined) => (schema === undefined ? undefined : compile(schema))
  return {
    headers: check(lowerCased(parametersAsObject(operation, 'header'))),
    query: check(parametersAsObject(operation, 'query')),
    body: check(jsonOf(operation.requestBody)?.schema),
    payload: check(operation['x-encrypted-payload']?.schema),
  }
}

// Names of headers are the same in any case; a request carries them in lower case.
function lowerCased(schema: Schema | undefined): Schema | undefined {
  if (schema?.properties === undefined) return undefined
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name.toLowerCase(), property]),
    ),
    required: (schema.required ?? []).map((name) => name.toLowerCase()),
  }
}
