// JSON values with placeholders: `{name}` and `{name.field}` stand for values that are inserted later.

import { UsageError } from './errors.ts'
import { isObject, valueAt } from './json.ts'

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
        names.length === 0 ? 'There are no values to insert.' : `There are the values ${names.join(', ')}.`,
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
