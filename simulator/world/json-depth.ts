// How deep the values of a request may be nested. Recursive readers overflow on much deeper ones.

/** How many levels of arrays and objects a received value may have. */
export const maxJsonDepth = 100

/** Whether a value has more levels of arrays and objects inside one another than permitted. */
export function isTooDeep(value: unknown, maxDepth = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return maxDepth === 0 || Object.values(value).some((inner) => isTooDeep(inner, maxDepth - 1))
}
