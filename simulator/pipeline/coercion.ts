// What `--validation report` does with a value that the document does not accept: it converts types, and removes optional
// fields that cannot be converted. A value that is still invalid is refused.

import type { Check } from '../http/schemas.ts'

const maxRounds = 20

/** A copy of the value that the check accepts, or undefined. `check` converts types in place. */
export function coerce(value: unknown, check: Check): { value: unknown } | undefined {
  const copy: unknown = structuredClone(value)
  for (let round = 0; round < maxRounds; round += 1) {
    const errors = check(copy)
    if (errors === undefined) return { value: copy }
    const removable = errors.filter(
      ({ keyword, instancePath }) => keyword !== 'required' && instancePath !== '',
    )
    const removed = removable.filter(({ instancePath }) => remove(copy, instancePath))
    if (removed.length === 0) return undefined
  }
  return undefined
}

/** Removes the field at a JSON pointer from its object; false when there is no such field, or it is in an array. */
function remove(root: unknown, pointer: string): boolean {
  const path = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const name = path.pop()
  let parent: unknown = root
  for (const step of path)
    parent = typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined
  if (name === undefined || typeof parent !== 'object' || parent === null || Array.isArray(parent))
    return false
  return Object.hasOwn(parent, name) && Reflect.deleteProperty(parent, name)
}
