// Reads JSON values whose shape is not known: parses without exceptions, reads fields, and limits nesting.

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path of keys and indexes; undefined when there is none. Inherited properties do not count. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** The text of a field; empty when the value has no such field or the field is not a text. */
export function textField(value: unknown, name: string): string {
  const field = valueAt(value, name)
  return typeof field === 'string' ? field : ''
}

/** How many levels of arrays and objects a received value may have. Recursive readers overflow on much deeper ones. */
export const maxJsonDepth = 100

/** Whether a value has more levels of arrays and objects inside one another than permitted. */
export function isTooDeep(value: unknown, maxDepth = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return maxDepth === 0 || Object.values(value).some((inner) => isTooDeep(inner, maxDepth - 1))
}
