// One operation of an extension: what the overlay says about it, checked and compiled when the simulator starts.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import { nearest } from '../../core/nearest.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { compileTemplate } from '../../core/template.ts'
import type { OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { parametersAsObject } from '../../spec/openapi/reading.ts'
import type { World } from '../world/world.ts'
import { type Behavior, behaviors, ExtensionRefusal } from './behaviors.ts'
import { type ExtensionRequest, inputReader } from './inputs.ts'

/** The media types of request bodies that operations of extensions read. */
export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** An operation of an extension, compiled. */
export interface ExtensionOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
  readonly checkQuery: Check | undefined
  /** The check of the body, by media type. */
  readonly checkBody: Readonly<Record<string, Check | undefined>>
  readonly status: number
  readonly run: (world: World, request: ExtensionRequest) => { body: unknown } | ExtensionRefusal
}

/** Where an operation is in a document, and what is there. */
interface AddedNode {
  readonly overlay: string
  readonly method: string
  readonly path: string
  readonly node: Readonly<Record<string, unknown>>
}

const settings = ['use', 'from', 'response', 'each', 'status']

/** Compiles an operation that an overlay added. Throws a UsageError that names it. */
export function compileOperation(added: AddedNode, document: OpenApiDocument): ExtensionOperation {
  const { method, path, node, overlay } = added
  const place = `${method.toUpperCase()} ${path} of the overlay "${overlay}"`
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
  const validator = new SchemaValidator(document)
  const check = (schema: unknown) => (isObject(schema) ? validator.compile(schema) : undefined)
  const schemaOf = (type: string) => valueAt(node, 'requestBody', 'content', type, 'schema')
  return {
    operationId: typeof node.operationId === 'string' ? node.operationId : `${method.toUpperCase()} ${path}`,
    method,
    path,
    hasBody: node.requestBody !== undefined,
    checkQuery: check(parametersAsObject(node as Pick<OperationNode, 'parameters'>, 'query')),
    checkBody: { [jsonType]: check(schemaOf(jsonType)), [formType]: check(schemaOf(formType)) },
    status: typeof bound.status === 'number' ? bound.status : 200,
    run: compileRun(bound, behavior, path, place),
  }
}

function checkSettings(bound: Record<string, unknown>, behavior: Behavior, place: string): void {
  const { from = {}, status = 200 } = bound
  const permitted = settings.filter((name) => name !== 'each' || behavior.list !== undefined)
  const unknown = Object.keys(bound).find((name) => !permitted.includes(name))
  const inputs = Object.keys(behavior.from)
  const unknownInput = isObject(from) ? Object.keys(from).find((name) => !inputs.includes(name)) : undefined
  const invalid = (detail: string, remedy: string) =>
    new UsageError(`Invalid behavior "${bound.use}" of ${place}.`, detail, remedy)
  if (unknown !== undefined)
    throw invalid(`It has no setting "${unknown}".`, `Its settings are ${permitted.join(', ')}.`)
  if (!isObject(from) || unknownInput !== undefined)
    throw invalid(
      unknownInput === undefined ? '"from" must be an object.' : `It has no input "${unknownInput}".`,
      inputs.length === 0 ? 'Remove "from".' : `Its inputs are ${inputs.join(', ')}.`,
    )
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599)
    throw invalid('"status" must be an HTTP status from 200 to 599.', 'Correct it, or remove it for 200.')
  if (bound.response === undefined && behavior.response === undefined)
    throw invalid('It has no response.', 'Add "response" with the body of the response.')
}

function compileRun(
  bound: Record<string, unknown>,
  { from, outputs, response, list, run }: Behavior,
  path: string,
  place: string,
): ExtensionOperation['run'] {
  const expressions = { ...from, ...(isObject(bound.from) ? bound.from : {}) }
  const readers = Object.entries(expressions).map(
    ([name, expression]) => [name, inputReader(expression, path, `the input "${name}" of ${place}`)] as const,
  )
  const template = compileTemplate(bound.response ?? response, outputs, `the response of ${place}`)
  const each =
    list === undefined || bound.each === undefined
      ? undefined
      : compileTemplate(bound.each, [list.element], `"each" of ${place}`)
  return (world, request) => {
    const result = run(world, Object.fromEntries(readers.map(([name, read]) => [name, read(request)])))
    if (result instanceof ExtensionRefusal) return result
    if (list === undefined || each === undefined) return { body: template(result) }
    const rows = result[list.name]
    const formed = Array.isArray(rows) ? rows.map((row) => each({ [list.element]: row })) : []
    return { body: template({ ...result, [list.name]: formed }) }
  }
}
