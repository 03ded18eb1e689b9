// What `--validation report` does with a request that breaks the document: it takes what can be taken. Values of another
// type are turned into what is asked for; optional fields that cannot be are left out; the rest is refused as ever.

import { isObject, valueAt } from '../../core/json.ts'
import { pointerSteps } from '../../core/json-pointer.ts'
import type { Check } from '../../core/schema-validator.ts'

const maxRounds = 20

/** The value as the check accepts it, or undefined when it cannot be mended. `check` coerces types as it goes. */
export function mend(value: unknown, check: Check, headers: boolean): { value: unknown } | undefined {
  // A header that lacks changes nothing that a handler reads, so it is only named.
  if (headers) return { value }
  const copy: unknown = structuredClone(value)
  for (let round = 0; round < maxRounds; round += 1) {
    const faults = check(copy)
    if (faults === undefined) return { value: copy }
    const removable = faults.errors.filter(
      ({ keyword, instancePath }) => keyword !== 'required' && instancePath !== '',
    )
    const removed = removable.filter(({ instancePath }) => remove(copy, instancePath))
    if (removed.length === 0) return undefined
  }
  return undefined
}

/** Takes the field at a JSON pointer out of its object; false when there is no such field or it stands in an array. */
function remove(root: unknown, pointer: string): boolean {
  const path = pointerSteps(pointer)
  const name = path.pop()
  const holder = valueAt(root, ...path)
  if (name === undefined || !isObject(holder)) return false
  return Object.hasOwn(holder, name) && Reflect.deleteProperty(holder, name)
}
