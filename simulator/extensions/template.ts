// The two small languages of x-paytwin-behavior: where an input is in the request, and the form of the response.

import { UsageError } from '../../core/errors.ts'
import { isObject, valueAt } from '../../core/json.ts'

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

/** The values that a template may name. */
export type Outputs = Readonly<Record<string, unknown>>
/** Fills a template. */
type Template = (outputs: Outputs) => unknown

const placeholder = /\{([A-Za-z]\w*)((?:\.\w+)*)\}/g
const onlyPlaceholder = new RegExp(`^${placeholder.source}$`)

/**
 * Compiles a JSON value in which `{name}` or `{name.field}` stands for an output. A text that is only a placeholder becomes the
 * value itself. Throws a UsageError for a name that is not among `names`.
 */
export function compileTemplate(value: unknown, names: readonly string[], place: string): Template {
  if (typeof value === 'string') return textTemplate(value, names, place)
  if (Array.isArray(value)) {
    const elements = value.map((element) => compileTemplate(element, names, place))
    return (outputs) => elements.map((element) => element(outputs))
  }
  if (!isObject(value)) return () => value
  const fields = Object.entries(value).map(
    ([key, field]) => [key, compileTemplate(field, names, place)] as const,
  )
  return (outputs) => Object.fromEntries(fields.map(([key, field]) => [key, field(outputs)]))
}

function textTemplate(text: string, names: readonly string[], place: string): Template {
  for (const [whole, name = ''] of text.matchAll(placeholder))
    if (!names.includes(name))
      throw new UsageError(
        `Unknown placeholder ${whole} in ${place}.`,
        names.length === 0
          ? 'This behavior has no values to insert.'
          : `The behavior has the values ${names.join(', ')}.`,
        'Correct or remove it.',
      )
  const [, only, onlyPath = ''] = onlyPlaceholder.exec(text) ?? []
  if (only !== undefined) return (outputs) => outputAt(outputs, only, onlyPath)
  return (outputs) =>
    text.replace(placeholder, (_, name: string, path: string) => inText(outputAt(outputs, name, path)))
}

function outputAt(outputs: Outputs, name: string, path: string): unknown {
  return valueAt(outputs, name, ...path.split('.').slice(1)) ?? null
}

function inText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
