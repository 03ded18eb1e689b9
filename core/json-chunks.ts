// The JSON text of a large value in pieces, for values whose text is longer than a string can be.

const elementsPerChunk = 1000
/** Values further inside are written in one piece. */
const maxDepth = 6

/** The pieces of `JSON.stringify(value)`, in order. The value has no `toJSON`, and must not change meanwhile. */
export function* jsonChunks(value: unknown, depth = maxDepth): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* arrayChunks(value)
  else yield* objectChunks(value, depth)
}

function* arrayChunks(elements: readonly unknown[]): Generator<string> {
  yield '['
  for (let start = 0; start < elements.length; start += elementsPerChunk) {
    const chunk = JSON.stringify(elements.slice(start, start + elementsPerChunk))
    yield `${start === 0 ? '' : ','}${chunk.slice(1, -1)}`
  }
  yield ']'
}

function* objectChunks(object: object, depth: number): Generator<string> {
  let separator = '{'
  for (const key of Object.keys(object)) {
    const value: unknown = Reflect.get(object, key)
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    separator = ','
    yield* jsonChunks(value, depth - 1)
  }
  yield separator === '{' ? '{}' : '}'
}
