// JSON texts of values that are written again and again.

const texts = new WeakMap<object, string>()

/** Notes that a value does not change any more, so that its text is kept when it is written. Returns the value. */
export function withKeptText<Value extends object>(value: Value): Value {
  if (!texts.has(value)) texts.set(value, '')
  return value
}

/** The JSON text of an object. */
export function jsonText(value: object): string {
  const kept = texts.get(value)
  if (kept === undefined) return JSON.stringify(value)
  if (kept !== '') return kept
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}
