// decimal.js with our own precision. A clone, because decimal.js is configured per constructor: changing the shared one
// would change it for every program that embeds us.

import { Decimal as SharedDecimal } from 'decimal.js'

/** Decimals of 60 significant digits: 18 decimals of a coin and a trillion units survive a product. */
export const Decimal = SharedDecimal.clone({ precision: 60, toExpNeg: -30, toExpPos: 60 })
export type Decimal = SharedDecimal
