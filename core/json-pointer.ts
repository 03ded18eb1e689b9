// JSON pointers (RFC 6901): `/cart/0/name` names a place in a JSON value.

import { valueAt } from './json.ts'

/** The unescaped steps of a pointer. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The pointer to a property or element of the value at a pointer. */
export function pointerInto(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The value that a pointer names; undefined when there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  return valueAt(value, ...pointerSteps(pointer))
}
