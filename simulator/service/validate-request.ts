// Validates the parts of a request against the document. With `--validation report`, invalid values are coerced where
// possible and their validation errors reported; otherwise the refusal names the first of them.

import { copyJson, isTooDeep, isTooDeepToParse, maxParsedDepth, parseDeepJson } from '../../core/json.ts'
import { pointerInto, pointerSteps } from '../../core/json-pointer.ts'
import type { Check } from '../../core/schema-validator.ts'
import { placeName } from '../../core/validation-words.ts'
import { type Refusal, refuse } from '../resources/refusals.ts'
import { coerce } from './coercion.ts'
import type { RequestChecks } from './compiled-document.ts'
import { refuseMissingPayload, refusePayload } from './decrypt-payload.ts'
import type { IncomingRequest } from './request.ts'
import type { ServiceContext } from './service-context.ts'

type Part = Exclude<keyof RequestChecks, 'path'>
type Invalid = NonNullable<ReturnType<Check>>

export function validatePath({
  operation,
  params,
  sandbox,
  validationErrors,
}: ServiceContext): Refusal | undefined {
  const invalid = operation.checks('plain').path?.(params)
  if (invalid === undefined) return undefined
  if (sandbox.options.validation === 'strict')
    return refuse('request.invalid', `${invalid.summary('path', maxNamed)}.`)
  validationErrors.push(...invalid.messages('path'))
  return undefined
}

export function validateHeaders(context: ServiceContext): Refusal | undefined {
  const { operation, request } = context
  if (operation.headerNames.length === 0) return undefined
  const headers: Record<string, string> = {}
  for (const name of operation.headerNames) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = value
  }
  return refuseInvalid(context, 'headers', headers)
}

export function validateQuery(context: ServiceContext): Refusal | undefined {
  context.query = context.request.query
  return refuseInvalid(context, 'query', context.query)
}

/** Reads the body as JSON. */
export function parseBody(context: ServiceContext): Refusal | undefined {
  const { operation, request, sandbox, text, world } = context
  const type = request.headers['content-type']
  const from = world.assumptions.name('service.content-type')
  const isDemanded = from === 'demanded-by-all' || (from === 'demanded' && operation.hasBody)
  if (isDemanded && !isJsonType(type)) {
    const error = `Content-Type must be application/json, but it is ${type === undefined ? 'missing' : `"${type}"`}`
    if (sandbox.options.validation === 'strict') return refuse('request.invalid', `${error}.`)
    context.validationErrors.push(error)
  }
  if (!operation.hasBody) return undefined
  context.body = parseDeepJson(text)
  if (context.body !== undefined) return refuseCharset(request, text)
  const encoding = request.headers['content-encoding'] ?? (text.startsWith(gzipStart) ? 'gzip' : 'identity')
  if (encoding !== 'identity') return refuse('request.compressed', `Its Content-Encoding is "${encoding}".`)
  return refuseMissingPayload(context) ?? refuseCharset(request, text) ?? refuseNotJson(type, text)
}

/** Refuses a body that is not in UTF-8, in which names would be changed. Bytes that are not UTF-8 have been read as U+FFFD. */
function refuseCharset({ headers }: IncomingRequest, text: string): Refusal | undefined {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) return refuse('request.charset', `Its charset is "${charset}".`)
  const isWhole = !text.includes('\ufffd') || Buffer.byteLength(text) === Number(headers['content-length'])
  return isWhole ? undefined : refuse('request.charset')
}

function refuseNotJson(type: string | undefined, text: string): Refusal {
  if (isTooDeepToParse(text))
    return refuse('request.not-json', `It has more than ${maxParsedDepth} levels of arrays and objects.`)
  const isNamed = type !== undefined && !isJsonType(type)
  return refuse('request.not-json', isNamed ? `Its Content-Type is "${type}".` : undefined)
}

function isJsonType(type: string | undefined): boolean {
  return type !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
}

/** The first bytes of compressed data, read as UTF-8. */
const gzipStart = '\x1f\ufffd\b'

export function validateBody(context: ServiceContext): Refusal | undefined {
  if (!context.operation.hasBody) return undefined
  const refusal = refuseInvalid(context, 'body', context.body)
  if (refusal !== undefined) return refuseMissingPayload(context) ?? refusal
  return context.operation.encrypted === undefined ? refuseTexts(context, context.body) : undefined
}

/** Refuses texts that the document accepts. Assumptions `service.text-forms` and `limits.text-length`. */
function refuseTexts({ world: { assumptions } }: ServiceContext, value: unknown): Refusal | undefined {
  const isChecked = assumptions.is('service.text-forms', 'checked')
  const isLimited = assumptions.is('limits.text-length', 'characters')
  if (!isChecked && !isLimited) return undefined
  const max = isLimited ? assumptions.value('limits.text-length').characters : Number.POSITIVE_INFINITY
  for (const [path, text] of textsIn(value)) {
    if (text.length > max && !path.endsWith('/merchantAuth'))
      return refuse('request.invalid', `${path.slice(1)} has more than ${max} characters.`, [], namesIn(path))
    if (isChecked && textForms.some(([place, form]) => place.test(path) && !form.test(text)))
      return refuse('request.invalid', `${path.slice(1)} is "${text}".`, [], namesIn(path))
  }
  return undefined
}

const namesIn = (path: string) => path.split('/').slice(1)

/** The texts of a value with their paths. A value may be nested too deep for recursion. */
function* textsIn(value: unknown): Generator<[path: string, text: string]> {
  const open: [path: string, value: unknown][] = [['', value]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, inner] = next
    if (typeof inner === 'string') yield [path, inner]
    else for (const [key, one] of Object.entries(Object(inner))) open.push([`${path}/${key}`, one])
  }
}

const textForms = [
  [/\/(customerInfo|shippingAddress)\/email$/, /^[^\s@]+@[^\s@]+$/],
  [/\/shippingAddress\/country$/, /^[A-Za-z]{2}$/],
] as const

export function validatePayload(context: ServiceContext): Refusal | undefined {
  const { payload } = context
  if (context.operation.encrypted === undefined) return undefined
  const invalid = checkOf(context, 'payload')?.(payload)
  const [error] = invalid?.errors ?? []
  if (
    invalid === undefined ||
    error === undefined ||
    ignoreNulls(context, 'payload', payload) ||
    coercePart(context, 'payload', payload)
  )
    return refuseTexts(context, context.payload)
  const { instancePath, params } = error
  const path = instancePath.split('/').slice(1)
  const key = String(params.missingProperty ?? params.additionalProperty ?? path[1] ?? '')
  const detail = explain(context, 'payload', payload, invalid)
  const failure = { reason: 'invalid', payload, path, key } as const
  return refusePayload(context, failure, 'encryption.invalid', detail, pathOf(invalid))
}

/** Refuses a part that the document does not accept, unless it can be coerced. */
function refuseInvalid(context: ServiceContext, part: Part, value: unknown): Refusal | undefined {
  const invalid = checkOf(context, part)?.(value)
  if (invalid === undefined || ignoreNulls(context, part, value) || coercePart(context, part, value))
    return undefined
  return refuse('request.invalid', explain(context, part, value, invalid), [], pathOf(invalid))
}

/** The names and positions from a part of a request to its first error. */
function pathOf({ errors: [error] }: Invalid): string[] {
  if (error === undefined) return []
  const { instancePath, params } = error
  const name: unknown = params.missingProperty ?? params.additionalProperty
  return [...pointerSteps(instancePath), ...(name === undefined ? [] : [String(name)])]
}

/** Validation errors that a refusal names, unless the request is longer than that many characters: all of its errors take long. */
const maxNamed = 3
const maxCharactersToExplain = 100_000

/** The first validation errors of a refused part. Only a refused request is validated again, to find all of them. */
function explain(context: ServiceContext, part: Part, value: unknown, invalid: Invalid): string {
  // Copying needs a stack as deep as the value.
  const isShort = context.text.length <= maxCharactersToExplain && !isTooDeep(value)
  const all = isShort ? checkOf(context, part, 'all')?.(copyJson(value)) : undefined
  return `${(all ?? invalid).summary(part, maxNamed)}.`
}

function checkOf(
  { world, operation }: ServiceContext,
  part: Part,
  errors: 'first' | 'all' = 'first',
): Check | undefined {
  const isClosed = part !== 'headers' && world.assumptions.is('service.unknown-request-fields', 'refused')
  const found = errors === 'first' ? '' : '-all-errors'
  return operation.checks(`${isClosed ? 'closed' : 'plain'}${found}${lacking(world)}`)[part]
}

/** Assumption `encryption.required-payload-fields`. */
function lacking({ assumptions }: ServiceContext['world']): '' | '-fewest' {
  return assumptions.is('encryption.required-payload-fields', 'all') ? '' : '-fewest'
}

/** Removes the nulls that make a part invalid; false when not permitted or not enough. Assumption `service.null-values`. */
function ignoreNulls(context: ServiceContext, part: Part, value: unknown): boolean {
  if (part === 'headers' || isTooDeep(value)) return false
  if (context.world.assumptions.is('service.null-values', 'refused')) return false
  const check = checkOf(context, part, 'all')
  const coerced = check === undefined ? undefined : coerce(value, check, 'remove-nulls')
  if (coerced === undefined) return false
  context[part] = coerced.value
  return true
}

/** Coerces an invalid part, and reports its validation errors and what was changed; false when not permitted or not possible. */
function coercePart(context: ServiceContext, part: Part, value: unknown): boolean {
  const { sandbox, operation, validationErrors, world } = context
  if (sandbox.options.validation === 'strict' || isTooDeep(value)) return false
  const errors = checkOf(context, part, 'all')?.(copyJson(value))?.describe(part) ?? []
  let changes: ReadonlyMap<string, string> = new Map()
  // Headers need no coercion: handlers do not read them.
  if (part !== 'headers') {
    const check = operation.checks(`plain-all-errors${lacking(world)}`)[part]
    const coerced = check === undefined ? undefined : coerce(value, check)
    if (coerced === undefined) return false
    context[part] = coerced.value
    changes = coerced.changes
  }
  const unnamed = new Map(changes)
  const messages = errors.map(({ message, pointer, missing }) => {
    const place = missing === undefined ? pointer : pointerInto(pointer, missing)
    const change = changes.get(place)
    unnamed.delete(place)
    return change === undefined ? message : `${message} (${change})`
  })
  // A change can be the consequence of another one, and only the first 100 errors are described.
  for (const [pointer, change] of unnamed)
    messages.push(`${placeName(part, pointerSteps(pointer))} was ${change}`)
  validationErrors.push(...new Set(messages))
  return true
}
