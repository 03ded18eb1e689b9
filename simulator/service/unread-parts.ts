// Parts of a document that the simulator does not read, or cannot do. A change of it would have no effect, so the start refuses it.

import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import { nearest } from '../../core/nearest.ts'
import type { OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { json, type ListedOperation, listOperations, listSchemas } from '../../spec/openapi/reading.ts'
import { securityOf } from '../../spec/openapi/security.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors } from '../../spec/unspecified.ts'

/** The parts that the simulator reads: all of it, or some of its keys. */
type Read = 'all' | { readonly [key: string]: Read }

const all = (...keys: string[]): Read => Object.fromEntries(keys.map((key) => [key, 'all']))
const media: Read = { content: { [json]: all('schema') } }
const operationParts: Read = {
  ...Object(all('operationId', 'parameters', 'security', 'x-credential', 'x-response-envelope')),
  requestBody: media,
  responses: { '200': media },
  'x-assumed-token': all('kind', 'kindDecidedBy', 'requirementDecidedBy', 'withoutToken'),
  'x-encrypted-payload': all(
    ...['field', 'fieldDecidedBy', 'usualField', 'scheme', 'key', 'schemeDecidedBy', 'usualFields', 'schema'],
  ),
}

/** Keys for readers, and further keys of users. */
const notes = ['info', 'tags', 'summary', 'description', 'title', 'example', 'examples', 'externalDocs']
const meaningful =
  /^x-(limits|stated-errors|credential|assumed-token|encrypted-payload|response-envelope|return-method)$/
const isNote = (key: string) =>
  [...notes, 'deprecated'].includes(key) || (key.startsWith('x-') && !meaningful.test(key))

/** Throws a UsageError for a change that the simulator does not follow. `name` is what the document is called in it. */
export function refuseUnreadParts(document: OpenApiDocument, contract: OpenApiDocument, name: string): void {
  const unread = (place: string, given: unknown, own: unknown) =>
    new UsageError(
      `The ${name} changes ${place}.`,
      `It has ${written(given)} instead of ${written(own)}, but the simulator does not read it: the change would have no effect.`,
      'Remove the change.',
    )
  const visit = (given: unknown, own: unknown, read: Read | undefined, place: string): void => {
    if (read === 'all' || isDeepStrictEqual(given, own)) return
    if (!isObject(given) || !isObject(own)) throw unread(place, given, own)
    for (const key of new Set([...Object.keys(own), ...Object.keys(given)]))
      if (!isNote(key)) visit(given[key], own[key], read?.[key], place === '' ? key : `${place}.${key}`)
  }
  const { paths, components, ...rest } = document
  const { paths: _, components: known, ...own } = contract
  visit(rest, own, undefined, '')
  for (const [scheme, contained] of Object.entries(known.securitySchemes))
    visit(components.securitySchemes?.[scheme], contained, undefined, `components.securitySchemes.${scheme}`)
  for (const [path, item] of Object.entries(paths)) {
    const other = Object.keys(item).find((key) => !['get', 'post'].includes(key) && !isNote(key))
    if (other !== undefined) throw unread(`paths.${path}.${other}`, valueAt(item, other), undefined)
  }
  const operations = listOperations(contract)
  for (const listed of listOperations(document)) {
    const same = operations.find(({ operationId }) => operationId === listed.operationId)
    if (same === undefined) continue
    visit(listed.operation, same.operation, operationParts, placeOf(listed))
    checkParameters(listed, same, name)
    for (const [key, value, permitted] of valuesOf(listed.operation))
      if (!permitted.some((one) => isDeepStrictEqual(one, value)))
        throw new UsageError(
          `The ${name} has ${written(value)} as ${key} of ${placeOf(listed)}.`,
          `The rest of the operation requires ${permitted.map(written).join(' or ')}.`,
          'Correct it, or change what belongs together: security with x-credential, a key with its scheme.',
        )
  }
  checkKeywords(document, name)
}

const placeOf = ({ method, path }: ListedOperation) => `${method.toUpperCase()} ${path}`

function written(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** The unspecified behaviors whose options all have one of these names. */
function behaviorsWith(...names: string[]): string[] {
  return Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors).flatMap(([id, { options }]) =>
    Object.keys(options).every((option) => names.includes(option)) ? [id] : [],
  )
}

/** The values of an operation that the simulator knows, by what else the operation has. */
function valuesOf(operation: OperationNode): [key: string, value: unknown, permitted: readonly unknown[]][] {
  const { 'x-credential': credential, 'x-assumed-token': token, 'x-encrypted-payload': note } = operation
  const isAssumed = credential === 'unstatedToken' || credential === 'notShown'
  const { kind, kindDecidedBy, requirementDecidedBy, withoutToken } = token ?? {}
  const kinds = [undefined, ...behaviorsWith('merchant', 'either')]
  const tokens = ['merchantToken', 'shopperToken', 'unstatedToken']
  return [
    ['x-credential', credential, [...tokens, 'merchantAuth', 'clientSecret', 'notShown']],
    ['security', operation.security, [securityOf(credential)]],
    ['x-response-envelope', operation['x-response-envelope'], ['ok-result', 'status-result']],
    ['x-assumed-token.kind', kind, isAssumed ? ['merchant', 'shopper'] : [undefined]],
    ['x-assumed-token.kindDecidedBy', kindDecidedBy, kinds],
    [
      'x-assumed-token.requirementDecidedBy',
      requirementDecidedBy,
      [undefined, ...behaviorsWith('accepted', 'demanded', 'first-merchant')],
    ],
    // Nothing else identifies the merchant of a request that has no encrypted payload.
    [
      'x-assumed-token.withoutToken',
      withoutToken,
      isAssumed && note === undefined ? ['request'] : [undefined, 'request'],
    ],
    ...(note === undefined ? [] : encryptionOf(note)),
  ]
}

function encryptionOf(
  note: NonNullable<OperationNode['x-encrypted-payload']>,
): [key: string, value: unknown, permitted: readonly unknown[]][] {
  const { field, fieldDecidedBy, usualField, scheme, key, schemeDecidedBy } = note
  const fields = ['data', 'encryptedReq']
  const keys = { rsa: 'merchantPublicKey', passphrase: 'clientSecret' }
  const schemes = ['passphrase', 'rsa', 'merchant-key', 'service-key']
  const open = (value: unknown, permitted: string[]) => (value === null ? permitted : [undefined])
  return [
    ['field', field, typeof field === 'string' ? [field] : [null]],
    ['fieldDecidedBy', fieldDecidedBy, open(field, behaviorsWith(...fields, 'any', 'bare'))],
    ['usualField', usualField, open(field, fields)],
    ['scheme', scheme, [...Object.keys(keys), null]],
    ['key', key, [scheme === null ? null : valueAt(keys, scheme)]],
    ['schemeDecidedBy', schemeDecidedBy, open(scheme, behaviorsWith(...schemes))],
  ].map(([name, value, permitted]) => [`x-encrypted-payload.${name}`, value, permitted as unknown[]])
}

/** Throws a UsageError for a parameter that is not read, and for another name of one in the path, which the simulator needs. */
function checkParameters(listed: ListedOperation, contract: ListedOperation, name: string): void {
  const parameters = listed.operation.parameters ?? []
  for (const parameter of parameters) {
    const other = Object.keys(parameter).find(
      (key) => !['name', 'in', 'required', 'schema'].includes(key) && !isNote(key),
    )
    if (other === undefined && ['path', 'query', 'header'].includes(parameter.in)) continue
    throw new UsageError(
      `The ${name} has a parameter of ${placeOf(listed)} with "${other ?? `in: ${parameter.in}`}".`,
      'The simulator reads the name, the schema and whether it is required, in the path, the query or a header.',
      'Remove it.',
    )
  }
  const inPath = ({ operation, path }: ListedOperation) => [
    (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => [one.name, one.required]),
    Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter),
  ]
  if (isDeepStrictEqual(inPath(listed), inPath(contract))) return
  throw new UsageError(
    `The ${name} has other path parameters for ${placeOf(listed)}.`,
    `The simulator needs those of ${contract.path}, and each of them is required.`,
    'Correct the path and its parameters.',
  )
}

const keywords = [
  ...['type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxContains'],
  ...['minContains', 'maxProperties', 'minProperties', 'required', 'dependentRequired', 'default'],
  ...['nullable', '$ref'],
]
const schemaMaps = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const inner = [
  ...['items', 'contains', 'not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'unevaluatedItems', 'unevaluatedProperties', ...schemaMaps],
]
const annotations = ['readOnly', 'writeOnly', '$comment', 'discriminator', 'xml']

/** The schemas below a keyword, with the step to each. */
function schemasIn(key: string, value: unknown): [step: string, schema: unknown][] {
  if (!inner.includes(key)) return []
  return Array.isArray(value) || schemaMaps.includes(key) ? Object.entries(Object(value)) : [['', value]]
}

function uncheckedKeyword(name: string, key: string, place: string): UsageError {
  return new UsageError(
    `The ${name} has the keyword "${key}" in the schema ${place}.`,
    'The simulator does not check it.',
    key === 'format'
      ? 'Remove it, or use "pattern".'
      : `Did you mean ${nearest(key, [...keywords, ...inner]).join(', ')}?`,
  )
}

/** Throws a UsageError for a keyword that is not checked. */
function checkKeywords(document: OpenApiDocument, name: string): void {
  const visit = (schema: unknown, place: string): void => {
    if (!isObject(schema)) return
    for (const [key, value] of Object.entries(schema)) {
      if (![...keywords, ...inner, ...annotations].includes(key) && !isNote(key))
        throw uncheckedKeyword(name, key, place)
      for (const [step, one] of schemasIn(key, value)) visit(one, [place, key, step].join('.'))
    }
  }
  for (const [place, schema] of Object.entries(listSchemas(document))) visit(schema, place)
}
