// One operation of an extension: what the overlay says about it, checked and compiled when the simulator starts.

import { UsageError } from '../../core/errors.ts'
import { isObject, parseJson, valueAt } from '../../core/json.ts'
import { atPointer } from '../../core/json-pointer.ts'
import { nearest } from '../../core/nearest.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { compileTemplate, type Outputs } from '../../core/template.ts'
import type { OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { parametersAsObject } from '../../spec/openapi/reading.ts'
import { type DecryptedJson, type Opened, undecryptable } from '../encryption/decryption-outcome.ts'
import { decryptWithKeysOf, ownerOf } from '../service/decrypt-payload.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import { type Behavior, behaviors, ExtensionRefusal } from './behaviors.ts'
import { type ExtensionRequest, type Input, inputAt, textOf } from './inputs.ts'

/** The media types of request bodies that operations of extensions read. */
export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'
export const textType = 'text/plain'
const mediaTypes: readonly string[] = [jsonType, formType, textType]

/** An operation of an extension, compiled. */
export interface ExtensionOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
  /** True if a body can be a text that is not JSON. */
  readonly takesText: boolean
  readonly checkQuery: Check | undefined
  /** The check of the body, by media type. */
  readonly checkBody: Readonly<Record<string, Check | undefined>>
  readonly status: number
  readonly run: (world: World, request: ExtensionRequest) => { body: unknown } | ExtensionRefusal
}

/** Where an operation is in a document, and what is there. */
interface AddedNode {
  /** The name of the overlay in messages, such as `overlay shop.json`. */
  readonly overlay: string
  readonly method: string
  readonly path: string
  readonly node: Readonly<Record<string, unknown>>
}

const settings = ['use', 'from', 'response', 'each', 'status']

/** Compiles an operation that an overlay added. Throws a UsageError that names it. */
export function compileOperation(added: AddedNode, document: OpenApiDocument): ExtensionOperation {
  const { method, path, node, overlay } = added
  const place = `${method.toUpperCase()} ${path} of the ${overlay}`
  const bound = node['x-paytwin-behavior']
  const { use } = isObject(bound) ? bound : {}
  const behavior = typeof use === 'string' && Object.hasOwn(behaviors, use) ? behaviors[use] : undefined
  if (!isObject(bound) || behavior === undefined)
    throw new UsageError(
      use === undefined
        ? `${place} has no behavior.`
        : `Unknown behavior ${JSON.stringify(use)} of ${place}.`,
      'An operation that an overlay adds is bound to a behavior by "x-paytwin-behavior": { "use": NAME }.',
      typeof use === 'string'
        ? `Did you mean ${nearest(use, Object.keys(behaviors)).join(', ')}?`
        : `Use one of ${Object.keys(behaviors).join(', ')}.`,
    )
  checkSettings(bound, behavior, place)
  checkRequestBody(method, node.requestBody, place)
  const validator = new SchemaValidator(document)
  const check = (schema: unknown, of: string) =>
    isObject(schema) ? named(place, () => validator.compile(schema), of) : undefined
  const checkOf = (type: string) =>
    check(valueAt(node, 'requestBody', 'content', type, 'schema'), `the body in ${type}`)
  const inputs = inputsOf(bound, behavior, path, place)
  const reading = inputs.find(({ readsBody }) => readsBody)
  if (reading !== undefined && node.requestBody === undefined)
    throw new UsageError(
      `The input "${reading.name}" of ${place} is in the body, but the operation has none.`,
      'The simulator reads the body of an operation that has "requestBody", and a GET has no body.',
      `Add "requestBody": { "content": { "${jsonType}": {} } } to the operation, or another place for the input to "from".`,
    )
  return {
    operationId: typeof node.operationId === 'string' ? node.operationId : `${method.toUpperCase()} ${path}`,
    method,
    path,
    hasBody: node.requestBody !== undefined,
    takesText: valueAt(node, 'requestBody', 'content', textType) !== undefined,
    checkQuery: check(parametersAsObject(node as Pick<OperationNode, 'parameters'>, 'query'), 'the query'),
    checkBody: {
      [jsonType]: checkOf(jsonType),
      [formType]: checkOf(formType),
      [textType]: checkOf(textType),
    },
    status: typeof bound.status === 'number' ? bound.status : 200,
    run: compileRun(bound, behavior, inputs, place),
  }
}

/** Does what may throw a UsageError about a part of a place, which the error then names. */
function named<Value>(place: string, compile: () => Value, part: string): Value {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`The schema of ${part} of ${place} is invalid.`, error.detail, error.remedy)
  }
}

function checkRequestBody(method: string, requestBody: unknown, place: string): void {
  if (requestBody === undefined) return
  const content = valueAt(requestBody, 'content') ?? {}
  const unread = isObject(content) ? Object.keys(content).find((type) => !mediaTypes.includes(type)) : ''
  if (method !== 'get' && unread === undefined) return
  throw new UsageError(
    `Invalid "requestBody" of ${place}.`,
    method === 'get'
      ? 'A GET has no body.'
      : unread === ''
        ? 'Its "content" must be an object with media types.'
        : `The simulator does not read bodies of the type "${unread}".`,
    method === 'get' ? 'Remove it, or use another method.' : `Use ${mediaTypes.join(', ')}.`,
  )
}

function checkSettings(bound: Record<string, unknown>, behavior: Behavior, place: string): void {
  const { from = {}, status = 200 } = bound
  const permitted = settings.filter((name) => name !== 'each' || behavior.elements !== undefined)
  const unknown = Object.keys(bound).find((name) => !permitted.includes(name))
  const inputs = Object.keys(behavior.from)
  const unknownInput = isObject(from) ? Object.keys(from).find((name) => !inputs.includes(name)) : undefined
  const needed = inputs.find((name) => valueAt(from, name) === null && !behavior.optional.includes(name))
  const invalid = (detail: string, remedy: string) =>
    new UsageError(`Invalid behavior "${bound.use}" of ${place}.`, detail, remedy)
  if (unknown !== undefined)
    throw invalid(`It has no setting "${unknown}".`, `Its settings are ${permitted.join(', ')}.`)
  if (!isObject(from) || unknownInput !== undefined)
    throw invalid(
      unknownInput === undefined ? '"from" must be an object.' : `It has no input "${unknownInput}".`,
      inputs.length === 0 ? 'Remove "from".' : `Its inputs are ${inputs.join(', ')}.`,
    )
  if (needed !== undefined)
    throw invalid(
      `It needs the input "${needed}", which "from" sets to null.`,
      'Write where it is, or remove it.',
    )
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599)
    throw invalid('"status" must be an HTTP status from 200 to 599.', 'Correct it, or remove it for 200.')
  if (bound.response === undefined && behavior.response === undefined)
    throw invalid('It has no response.', 'Add "response" with the body of the response.')
}

/** The inputs that an operation reads: those of the overlay, and the defaults that it neither sets to null nor replaces. */
function inputsOf(
  bound: Readonly<Record<string, unknown>>,
  { from, insteadOf = {}, optional }: Behavior,
  path: string,
  place: string,
): Input[] {
  const written = isObject(bound.from) ? bound.from : {}
  const inputs = Object.entries(from).flatMap(([name, byDefault]) => {
    const isReplaced = written[name] === undefined && valueAt(written, insteadOf[name] ?? '') != null
    const expression = Object.hasOwn(written, name) ? written[name] : isReplaced ? null : byDefault
    return expression === null ? [] : [inputAt(name, expression, path, `the input "${name}" of ${place}`)]
  })
  if (
    optional.includes('clientSecret') &&
    written.clientSecret === null &&
    inputs.every(({ encrypted }) => encrypted === undefined || encrypted.scheme === 'service-key')
  )
    throw new UsageError(
      `Nothing in a request to ${place} proves who sends it.`,
      '"from" sets "clientSecret" to null, and no input is decrypted with the secret or the key of a merchant.',
      'Write where the secret is, or let "decrypt" of another input be passphrase or merchant-key.',
    )
  return inputs
}

function compileRun(
  bound: Record<string, unknown>,
  { outputs, response, elements = [], run }: Behavior,
  inputs: readonly Input[],
  place: string,
): ExtensionOperation['run'] {
  const template = compileTemplate(bound.response ?? response, outputs, `the response of ${place}`)
  const each =
    bound.each === undefined
      ? (element: Outputs) => element[elements[0] ?? '']
      : compileTemplate(bound.each, elements, `"each" of ${place}`)
  return (world, request) => {
    const identified = identify(world, request, inputs)
    if (identified instanceof ExtensionRefusal) return identified
    const result = run(world, identified.inputs, identified.merchant, each)
    return result instanceof ExtensionRefusal ? result : { body: template(result) }
  }
}

type Values = Record<string, string | undefined>

/** A request as a behavior gets it. */
interface Identified {
  readonly inputs: Readonly<Values>
  /** Undefined if nothing in the request identifies it. */
  readonly merchant: Merchant | undefined
}

/** Reads and decrypts the inputs. The merchant follows from a token, from a client id, from the key that decrypts an input, or else from a uuid. */
function identify(
  world: World,
  request: ExtensionRequest,
  inputs: readonly Input[],
): Identified | ExtensionRefusal {
  const values: Values = {}
  for (const { name, read, encrypted } of inputs) if (encrypted === undefined) values[name] = read(request)
  const token = values.token?.replace(/^Bearer +/i, '').trim() ?? ''
  const named = token === '' ? byClientId(world, values.clientId) : byToken(world, token)
  if (named instanceof ExtensionRefusal) return named
  const merchant = decryptInto(values, world, request, inputs, named)
  if (merchant instanceof ExtensionRefusal) return merchant
  const client = byClientId(world, values.clientId)
  if (client instanceof ExtensionRefusal) return client
  if (client !== undefined && merchant !== undefined && client !== merchant)
    return new ExtensionRefusal('credentials', 'The client id is that of another merchant.')
  return { inputs: values, merchant: merchant ?? client ?? withoutToken(world, values, inputs) }
}

function byToken(world: World, token: string): Merchant | ExtensionRefusal {
  const merchant = world.accounts.merchantWithToken(token)
  return merchant !== undefined && world.tokenValid(token)
    ? merchant
    : new ExtensionRefusal('credentials', 'The access token is not a valid token of a merchant.')
}

function byClientId({ accounts }: World, id: string | undefined): Merchant | ExtensionRefusal | undefined {
  if (id === undefined) return undefined
  return (
    accounts.merchantWithClientId(id) ??
    accounts.merchant(id) ??
    new ExtensionRefusal('credentials', 'The client id is not that of a merchant.')
  )
}

/** An operation without the input `token` needs none: the invoice has a merchant, or the world has only one. */
function withoutToken(
  { accounts, invoices }: World,
  { uuid = '' }: Values,
  inputs: readonly Input[],
): Merchant | undefined {
  if (inputs.some(({ name }) => name === 'token')) return undefined
  const [only, second] = accounts.merchants
  return accounts.merchant(invoices.get(uuid)?.merchant ?? '') ?? (second === undefined ? only : undefined)
}

/** Decrypts inputs that are in the request into `values`. Returns the merchant whose key or secret did it, or `known`. */
function decryptInto(
  values: Values,
  world: World,
  request: ExtensionRequest,
  inputs: readonly Input[],
  known: Merchant | undefined,
): Merchant | ExtensionRefusal | undefined {
  // Several inputs are often in one payload, and decrypting takes time.
  const opened = new Map<string, unknown>()
  let merchant = known
  const sent = inputs.flatMap(({ name, encrypted, read }) =>
    encrypted === undefined ? [] : [{ name, ...encrypted, text: read(request) }],
  )
  for (const { name, scheme, at, text } of sent) {
    if (text === undefined) continue
    const key = `${scheme} ${text}`
    if (!opened.has(key)) {
      const candidates = merchant === undefined ? world.accounts.merchants : [merchant]
      const decrypted = decryptWithKeysOf(world, candidates, scheme, text, jsonOrText)
      if (!decrypted.ok) return new ExtensionRefusal('invalid', decrypted.message)
      opened.set(key, decrypted.value)
      merchant ??= ownerOf(world, undefined, decrypted.merchant, scheme, decrypted.value)
    }
    const value = opened.get(key)
    values[name] = textOf(at === undefined ? value : atPointer(value, at))
  }
  return merchant
}

/** A decrypted text, which need not be JSON: some clients encrypt an id alone. Control characters show that the key was wrong. */
function jsonOrText(opened: Opened): DecryptedJson {
  if (!opened.ok) return opened
  const value = parseJson(opened.text)
  // A number of many digits keeps them as text.
  if (typeof value === 'object' || typeof value === 'string') return { ok: true, value }
  return /\p{Cc}/u.test(opened.text)
    ? undecryptable('not-json', 'The encrypted payload opened, but not to a text.')
    : { ok: true, value: opened.text }
}
