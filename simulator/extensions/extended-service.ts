// A document with extensions: what of it is the contract's, possibly loosened, and what the extensions added.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { Router } from '../../spec/openapi/router.ts'
import type { Extension } from '../options/extension.ts'
import { readDocument } from '../service/compiled-document.ts'
import { refuseUnreadParts } from '../service/unread-parts.ts'
import { compileOperation, type ExtensionOperation } from './extension-operation.ts'
import { checkLoosening, isSame, meaning, withDefaults } from './loosening.ts'

/** Marks an operation that is not the contract's. */
const mark = 'x-outside-contract'
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/** A document with extensions applied. */
export interface ExtendedService {
  readonly names: readonly string[]
  /** The operations of the contract; the same document if no extension changes them. */
  readonly contract: OpenApiDocument
  /** The contract with the defaults of the extensions. What they permit is converted to what it permits. */
  readonly enforced: OpenApiDocument
  /** Everything, with the added operations marked. */
  readonly document: OpenApiDocument
  readonly router: Router<ExtensionOperation>
  /** The HTTP methods of the operations that extensions added. */
  readonly methods: readonly string[]
  /** By operation, the extensions that added or changed it. */
  readonly origins: ReadonlyMap<string, string>
}

interface PlacedOperation {
  method: string
  path: string
  operationId: unknown
  node: Record<string, unknown>
}

/** Applies extensions in order. Throws a UsageError for an extension that does not fit the document. */
export function extendService(document: OpenApiDocument, extensions: readonly Extension[]): ExtendedService {
  const origins = new Map<string, string>()
  const added: ExtensionOperation[] = []
  const contract = operationsOf(document)
  let current = document
  for (const extension of extensions) {
    const next = applied(extension, current)
    checkLoosening(extension.file, document, next)
    const known = operationsOf(current)
    addOperations(added, operationsOf(next), known, extension, next)
    for (const { operationId } of added)
      if (!origins.has(operationId)) origins.set(operationId, extension.name)
    for (const operation of contract) {
      const before = at(known, operation)?.node ?? operation.node
      if (!isSame(meaning(current, before), meaning(next, kept(operation, next, extension))))
        addOrigin(origins, String(operation.operationId), extension)
    }
    current = next
    refuseUnreadParts(withoutAdded(current), readDocument(), extension.file)
  }
  const changed = contract.some(({ operationId }) => origins.has(String(operationId)))
  return {
    names: extensions.map(({ name }) => name),
    contract: changed ? withoutAdded(current) : document,
    enforced: changed ? withDefaults(document, current) : document,
    document: current,
    router: new Router(added),
    methods: added.map(({ method }) => method.toUpperCase()),
    origins,
  }
}

function at(operations: readonly PlacedOperation[], { path, method }: PlacedOperation) {
  return operations.find((one) => one.path === path && one.method === method)
}

/** Adds the operations that were not known before. */
function addOperations(
  added: ExtensionOperation[],
  operations: readonly PlacedOperation[],
  known: readonly PlacedOperation[],
  extension: Extension,
  document: OpenApiDocument,
): void {
  for (const operation of operations) {
    const before = at(known, operation)
    const { node, method, path } = operation
    if (before === undefined) added.push(addedOperation(operation, extension, document, [...known, ...added]))
    else if (node['x-paytwin-behavior'] !== undefined && !isSame(node, before.node))
      throw collision(extension, method, path, before)
  }
}

/** An operation of the contract in a document with an extension. Throws a UsageError if the extension removes it. */
function kept(
  { method, path, operationId }: PlacedOperation,
  document: OpenApiDocument,
  { file }: Extension,
) {
  const now = valueAt(document, 'paths', path, method)
  if (isObject(now) && now.operationId === operationId) return now
  throw new UsageError(
    `The ${file} removes the operation "${operationId}".`,
    `It is ${method.toUpperCase()} ${path} of the contract. An extension loosens or adds operations.`,
    'Remove that action.',
  )
}

/** The document with an extension applied, which has the form of an OpenAPI document at least as far as it is read here. */
function applied(extension: Extension, before: OpenApiDocument): OpenApiDocument {
  const after = extension.apply(before)
  const { paths, components } = after
  const wrong =
    !isObject(paths) || !Object.values(paths).every(isObject)
      ? 'paths'
      : !isObject(components) || !isObject(components.schemas)
        ? 'components.schemas'
        : undefined
  if (wrong !== undefined)
    throw new UsageError(
      `The ${extension.file} leaves no valid "${wrong}".`,
      wrong === 'paths'
        ? 'Each path must be an object with operations.'
        : 'It must be an object with schemas.',
      'Correct the action that changes it.',
    )
  for (const [path, item] of Object.entries(paths))
    checkPath(extension, path, item, Object.keys(before.paths[path] ?? {}))
  return after
}

function checkPath({ file }: Extension, path: string, item: object, known: readonly string[]): void {
  const other = Object.keys(item).find((key) => !known.includes(key) && !isPathKey(key))
  if (other !== undefined)
    throw new UsageError(
      `The ${file} adds "${other}" to the path ${path}.`,
      `The simulator serves the methods ${methods.join(', ')}, with parameters in the operation.`,
      'Correct it, or move it into an operation.',
    )
  for (const method of methods)
    if (valueAt(item, method) !== undefined && !isObject(valueAt(item, method)))
      throw new UsageError(
        `The ${file} has no operation at ${method.toUpperCase()} ${path}.`,
        `It is ${JSON.stringify(valueAt(item, method))}.`,
        'Write an object with "x-paytwin-behavior".',
      )
}

function isPathKey(key: string): boolean {
  return (
    key.startsWith('x-') || key === 'summary' || key === 'description' || methods.some((one) => one === key)
  )
}

function addOrigin(origins: Map<string, string>, operationId: string, { name }: Extension): void {
  const earlier = origins.get(operationId)
  origins.set(operationId, earlier === undefined ? name : `${earlier}, ${name}`)
}

/** Checks, marks and compiles an operation that an extension adds. */
function addedOperation(
  { method, path, node }: Omit<PlacedOperation, 'operationId'>,
  extension: Extension,
  document: OpenApiDocument,
  known: readonly { method: string; path: string; operationId: unknown }[],
): ExtensionOperation {
  if (!/^\/[^?#]*$/.test(path))
    throw new UsageError(
      `Invalid path "${path}" in the ${extension.file}.`,
      'A path begins with a slash and has no query.',
      'Correct it.',
    )
  const same = new Router(known).find(method.toUpperCase(), path)
  if (same !== undefined) throw collision(extension, method, path, same.operation)
  const operation = compileOperation({ overlay: extension.file, method, path, node }, document)
  if (known.some(({ operationId }) => operationId === operation.operationId))
    throw new UsageError(
      `The operationId "${operation.operationId}" of the ${extension.file} is taken.`,
      `${method.toUpperCase()} ${path} has the id of another operation.`,
      'Use another one, or none.',
    )
  node[mark] = true
  return operation
}

function collision(
  { file }: Extension,
  method: string,
  path: string,
  by: { path: string; operationId: unknown },
): UsageError {
  return new UsageError(
    `The ${file} adds ${method.toUpperCase()} ${path}, which exists.`,
    `It is the operation "${by.operationId}" at ${by.path}.`,
    'Use another path. To change an operation of the contract, update it without "x-paytwin-behavior".',
  )
}

function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = valueAt(item, method)
      return isObject(node) ? [{ method, path, operationId: node.operationId, node }] : []
    }),
  )
}

function withoutAdded(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([, node]) => valueAt(node, mark) !== true)
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}
