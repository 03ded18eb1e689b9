// A document with extensions: what of it is the contract's, possibly loosened, and what the extensions added.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { Router } from '../../spec/openapi/router.ts'
import type { Extension } from './extension.ts'
import { compileOperation, type ExtensionOperation } from './extension-operation.ts'
import { checkDefaults, isSame, meaning } from './loosening.ts'

/** Marks an operation that is not the contract's. */
const mark = 'x-outside-contract'
const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/** A document with extensions applied. */
export interface ExtendedService {
  readonly names: readonly string[]
  /** The operations of the contract; the same document if no extension changes them. */
  readonly contract: OpenApiDocument
  /** Everything, with the added operations marked. */
  readonly document: OpenApiDocument
  readonly router: Router<ExtensionOperation>
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
    const next = extension.apply(current)
    checkDefaults(extension.name, current, next)
    const known = operationsOf(current)
    const nodes = operationsOf(next)
    for (const { node, path, method } of nodes) {
      const before = known.find((one) => one.path === path && one.method === method)
      if (before === undefined)
        added.push(addedOperation({ method, path, node }, extension, next, [...known, ...added]))
      else if (node['x-paytwin-behavior'] !== undefined && !isSame(node, before.node))
        throw collision(extension, method, path, before)
    }
    for (const { operationId } of added)
      if (!origins.has(operationId)) origins.set(operationId, extension.name)
    for (const { method, path, operationId, node } of contract) {
      const now = valueAt(next, 'paths', path, method)
      if (!isObject(now) || now.operationId !== operationId)
        throw new UsageError(
          `The overlay "${extension.name}" removes the operation "${operationId}".`,
          `It is ${method.toUpperCase()} ${path} of the contract. An extension loosens or adds operations.`,
          'Remove that action.',
        )
      const before = known.find((one) => one.path === path && one.method === method)?.node ?? node
      if (!isSame(meaning(current, before), meaning(next, now)))
        addOrigin(origins, String(operationId), extension)
    }
    current = next
  }
  const changed = contract.some(({ operationId }) => origins.has(String(operationId)))
  return {
    names: extensions.map(({ name }) => name),
    contract: changed ? withoutAdded(current) : document,
    document: current,
    router: new Router(added),
    origins,
  }
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
      `Invalid path "${path}" in the overlay "${extension.name}".`,
      'A path begins with a slash and has no query.',
      'Correct it.',
    )
  const same = new Router(known).find(method.toUpperCase(), path)
  if (same !== undefined) throw collision(extension, method, path, same.operation)
  const operation = compileOperation({ overlay: extension.name, method, path, node }, document)
  if (known.some(({ operationId }) => operationId === operation.operationId))
    throw new UsageError(
      `The operationId "${operation.operationId}" of the overlay "${extension.name}" is taken.`,
      `${method.toUpperCase()} ${path} has the id of another operation.`,
      'Use another one, or none.',
    )
  node[mark] = true
  return operation
}

function collision(
  { name }: Extension,
  method: string,
  path: string,
  by: { path: string; operationId: unknown },
): UsageError {
  return new UsageError(
    `The overlay "${name}" adds ${method.toUpperCase()} ${path}, which exists.`,
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
