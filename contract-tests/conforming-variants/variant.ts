// The shape of a conforming variant.

import type { InProcessOptions } from '../targets/in-process.ts'

/** A conforming variant. Its name says what is different, and permitted. */
export interface Variant extends InProcessOptions {
  name: string
}
