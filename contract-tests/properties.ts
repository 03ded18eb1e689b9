// Every property of the suite, noun by noun.

import { partialPayments } from './properties/partial-payments.ts'
import type { Property } from './property.ts'

export const allProperties: readonly Property[] = [...partialPayments]
