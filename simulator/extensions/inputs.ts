// Where an input of x-paytwin-behavior is in the request. The form of the response is a template: core/template.ts.

import { UsageError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'

/** A request to an operation of an extension. */
export interface ExtensionRequest {
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  header: (name: string) => string | undefined
}

/** Reads a text from a request; undefined when it is absent or neither a text nor a number. */
type InputReader = (request: ExtensionRequest) => string | undefined

const sources = /^\$request\.(?:body#\/(.+)|query\.(.+)|path\.(.+)|header\.(.+))$/

/** The reader of an expression such as `$request.body#/clientId`. `place` is named in errors. */
export function inputReader(expression: unknown, path: string, place: string): InputReader {
  const match = typeof expression === 'string' ? sources.exec(expression) : null
  const [, pointer, query, param, header] = match ?? []
  if (pointer !== undefined) {
    const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    return ({ body }) => textOf(valueAt(body, ...steps))
  }
  if (query !== undefined) return (request) => request.query[query]
  if (header !== undefined) return (request) => request.header(header)
  if (param !== undefined && path.includes(`{${param}}`)) return ({ params }) => params[param]
  throw new UsageError(
    `Invalid expression ${JSON.stringify(expression)} for ${place}.`,
    param === undefined ? 'Expected a part of the request.' : `The path ${path} has no parameter "${param}".`,
    'Use $request.body#/POINTER, $request.query.NAME, $request.path.NAME or $request.header.NAME.',
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}
