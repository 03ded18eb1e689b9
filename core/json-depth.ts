// Limits of nesting in values of others. Recursive readers overflow on much deeper ones.

/** Levels of arrays and objects that a value in a request may have. */
export const maxJsonDepth = 100
/** Levels that a response or a file may have. A snapshot contains values of requests. */
export const maxReadDepth = 2 * maxJsonDepth

/** Levels that a text may have to be parsed: of two million, the parser alone takes half a second. */
export const maxParsedDepth = 100_000

/** True if a JSON text has more levels than are parsed. */
export function isTooDeepToParse(text: string): boolean {
  return text.length > maxParsedDepth && complexAt(text, maxParsedDepth) !== undefined
}

const maxContainers = 10_000_000

/**
 * True if parsing a JSON text could take all memory: it is nested deeper than permitted, or has more than ten million arrays
 * and objects. Takes a fraction of the time of parsing it.
 */
export function isTooComplex(text: string): boolean {
  return complexAt(text, maxJsonDepth, maxContainers) !== undefined
}

/** Where a JSON text becomes nested deeper than that, or has more arrays and objects than that; undefined if it does not. */
export function complexAt(
  text: string,
  maxDepth: number,
  maxContainers = Number.POSITIVE_INFINITY,
): number | undefined {
  let depth = 0
  let containers = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === 0x5d || code === 0x7d) depth -= 1
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      containers += 1
      if (depth > maxDepth || containers > maxContainers) return at
    }
  }
  return undefined
}

const quote = 0x22
const backslash = 0x5c

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); at < text.length && code !== quote; code = text.charCodeAt(at))
    at += code === backslash ? 2 : 1
  return at
}

/** True if a value has more levels of arrays and objects inside one another than permitted. */
export function isTooDeep(value: unknown, maxDepth = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return maxDepth === 0 || values.some((inner) => isTooDeep(inner, maxDepth - 1))
}
