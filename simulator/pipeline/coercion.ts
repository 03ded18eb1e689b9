// What `--validation report` does with a value that the document does not accept: it converts types, and removes optional
// fields that cannot be converted. A value that is still invalid is refused.

import { copyJson, isObject, valueAt } from '../../core/json.ts'
import { pointerSteps } from '../../core/json-pointer.ts'
import type { Check } from '../../core/schema-validator.ts'

const maxRounds = 20

/** A copy of the value that the check accepts; undefined without one, or after too many errors. `check` converts types in place. */
export function coerce(value: unknown, check: Check): { value: unknown } | undefined {
  const copy: unknown = copyJson(value)
  for (let round = 0; round < maxRounds; round += 1) {
    const invalid = check(copy)
    if (invalid === undefined) return { value: copy }
    if (invalid.tooMany) return undefined
    const removable = invalid.errors.filter(
      ({ keyword, instancePath }) => keyword !== 'required' && instancePath !== '',
    )
    const removed = removable.filter(({ instancePath }) => remove(copy, instancePath))
    if (removed.length === 0) return undefined
  }
  return undefined
}

/** Removes the field at a JSON pointer from its object; false when there is no such field, or it is in an array. */
function remove(root: unknown, pointer: string): boolean {
  const path = pointerSteps(pointer)
  const name = path.pop()
  const parent = valueAt(root, ...path)
  if (name === undefined || !isObject(parent)) return false
  return Object.hasOwn(parent, name) && Reflect.deleteProperty(parent, name)
}
