// Every lawful deployment that the suite must pass.

import type { Variant } from './graded-deployment.ts'
import { responseVariants } from './variants/answers.ts'
import { deliveryVariants } from './variants/deliveries.ts'
import { refusalVariants } from './variants/refusals.ts'
import { assumptionVariants } from './variants/stand-ins.ts'

export const variants: readonly Variant[] = [
  ...assumptionVariants,
  ...responseVariants,
  ...refusalVariants,
  ...deliveryVariants,
]
