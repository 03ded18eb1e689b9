// How deep the values of a request may go where their shape is open. JSON is read at any depth, but nothing that walks a
// value, its own writer included, could follow.

/** The most levels of arrays and objects inside one another. */
export const maxLevels = 100

/** Whether a value is nested deeper than that many levels. */
export function tooDeep(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => tooDeep(inner, levels - 1))
}
