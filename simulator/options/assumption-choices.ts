// The form of an assumptions file.

import { isObject } from '../../core/json.ts'
import type { AssumptionChoice, AssumptionChoices } from '../world/assumptions.ts'

/** True if a value has the form of an assumptions file; its ids and names are not checked. */
export function isChoices(value: unknown): value is AssumptionChoices {
  return isObject(value) && Object.values(value).every(isChoice)
}

/** True if a value is an option, or an option with a value. */
export function isChoice(value: unknown): value is AssumptionChoice {
  if (typeof value === 'string') return true
  if (!isObject(value) || !Object.hasOwn(value, 'value')) return false
  return value.use === undefined || typeof value.use === 'string'
}
