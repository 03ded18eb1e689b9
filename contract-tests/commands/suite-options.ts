// The options of a run that code can choose, too: the flags of `verify` in camelCase.

import type { Harm } from '../../spec/operation.ts'

/** The scope of a run of the suite, and its duration. */
export interface SuiteOptions {
  /** The seed of generated inputs; 1 by default. */
  seed?: number
  /** The number of generated inputs for each property; 20 by default. */
  runs?: number
  /** Ids of requirements, or resources; all requirements by default. */
  only?: readonly string[]
  /** The title of the only property to run, or a part of it. */
  property?: string
  /** Few generated inputs, for a quick run. */
  smoke?: boolean
  /** The maximum harm of requests; by default as in the target file. */
  level?: Harm
  /** Where a run with generated inputs starts again: the property's loop and its path, as in `1/3:0:2`. */
  path?: string
  /** True if requirements that are not applicable to the target are ignored in the outcome. */
  acceptPartial?: boolean
  /** True if a violation of an inferred requirement is a failure instead of a warning. */
  strict?: boolean
  /** The maximum duration of the run in seconds. What is not checked by then is inconclusive. */
  maxDuration?: number
  /**
   * Real time that the run may wait, in seconds, where the target has no clock; none by default. Time must pass
   * at the target as it does here.
   */
  patience?: number
  /** Begins a run in two phases, and writes what it did to this file. */
  prepare?: string
  /** Goes on with the run in this file: judges what the time since then makes judgeable. */
  resume?: string
  /** Interrupts the run. The report has what was checked by then. */
  signal?: AbortSignal
}
