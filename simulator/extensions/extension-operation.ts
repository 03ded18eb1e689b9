// One operation of an extension: what the overlay says about it, checked and compiled when the simulator starts.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import { nearest } from '../../core/nearest.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { compileTemplate, type Outputs } from '../../core/template.ts'
import type { OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { parametersAsObject } from '../../spec/openapi/reading.ts'
import type { World } from '../world/world.ts'
import { type Behavior, behaviors, ExtensionRefusal } from './behaviors.ts'
import { identify } from './identification.ts'
import { type ExtensionRequest, type Input, inputAt } from './inputs.ts'

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
  /** Whether a body can be a text that is not JSON. */
  readonly takesText: boolean
  readonly checkQuery: Check | undefined
  /** The check of the body, by media type. */
  readonly checkBody: Readonly<Record<string, Check | undefined>>
  readonly status: number
  readonly run: (world: World, request: ExtensionRequest) => { body: unknown } | ExtensionRefusal
}

/** Where an operation is in a document, and what is there. */
interface AddedNode {
  /** What the overlay is called in messages, such as `overlay shop.json`. */
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
