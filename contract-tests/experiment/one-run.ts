// One run of a property: its state at the beginning, and how it ends.

import type { Call } from '../../client/transcript.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Because, Violation } from '../observe/violation.ts'
import { Context } from '../steps/context.ts'
import type { Property } from '../steps/property.ts'
import { type PropertyRun, startWorld } from '../steps/property-run.ts'

/** One run of a property. */
export interface Run extends PropertyRun {
  /** Checks what must hold after any requests. It runs after each situation. */
  afterwards?: ((it: Context, run: PropertyRun) => Promise<void>) | undefined
  /** The requirements whose violation was found in the simplest situation. */
  simplified?: Set<RequirementId>
}

/** The common part of all runs of a suite. */
export type Shared = Omit<
  Run,
  | 'checked'
  | 'doubtful'
  | 'refused'
  | 'shapeViolations'
  | 'violations'
  | 'preconditions'
  | 'unavailable'
  | 'loops'
>

/** The outcome of one property. */
export interface PropertyOutcome {
  property: Property
  checked: ReadonlyMap<RequirementId, number>
  /** The number of refusals by requirement and operation. */
  refused: ReadonlyMap<RequirementId, ReadonlyMap<OperationId, number>>
  violations: readonly Violation[]
  /** Why it is not applicable to the deployment. */
  notApplicable?: string
  /** The preconditions that failed, each with what it goes back to. */
  preconditions: ReadonlyMap<string, Because>
  /** The operations without a proper response, with what happened and what to do. */
  unavailable: ReadonlyMap<OperationId, string>
  /** The internal error that it ended with. */
  error?: string
  /** Why the run ended before the property did. */
  earlyEnd?: string
  /** The duration. */
  seconds?: number
  /** A hint about the run as a whole. */
  note?: string
}

/** The outcome of a property that did not run. */
export const nothingFound = {
  checked: new Map(),
  refused: new Map(),
  violations: [],
  preconditions: new Map(),
  unavailable: new Map(),
}

/** Why the run has ended, if it has: a property that has not ended before may be cut short. */
export const cutShort = ({ budget: { earlyEnd } }: Pick<Run, 'budget'>): Pick<PropertyOutcome, 'earlyEnd'> =>
  earlyEnd === undefined ? {} : { earlyEnd: earlyEnd.reason }

/** The state that all runs of a suite share, before the first one. */
export const emptyState = () => ({
  succeeded: new Set<OperationId>(),
  accepted: new Set<OperationId>(),
  created: [],
  ids: { count: 0 },
  steps: [],
  timeline: { elapsedMs: 0, requestsAt: new Set<number>(), agesAt: [] },
  ordersOfIds: new Map<string, string>(),
  records: [],
})

/** A run that has found nothing yet. */
export const newRun = (shared: Shared): Run => ({
  ...shared,
  loops: 0,
  checked: new Map(),
  doubtful: new Set(),
  refused: new Map(),
  shapeViolations: new Map(),
  violations: [],
  preconditions: new Map(),
  unavailable: new Map(),
})

/** Runs a property once. Returns the error that it ended with, and its last request. */
export async function endOf(
  property: Property,
  run: Run,
): Promise<{ error?: unknown; last?: Call | undefined }> {
  let it: Context | undefined
  try {
    await startWorld(run)
    // In a world that all properties share, each checks its own records: they become thousands.
    if (!run.deployment.isolates) run.records.length = 0
    await run.situation?.begin(run)
    const { beganAt, elapsedMs } = run.timeline
    // In a situation, the property begins when the world is prepared.
    Object.assign(run.timeline, {
      beganAt: beganAt === undefined ? undefined : beganAt + elapsedMs,
      elapsedMs: 0,
    })
    it = new Context(run)
    await property.run(it)
    if (run.situation !== undefined) await run.afterwards?.(it, run)
    return { error: it.endOf() }
  } catch (thrown) {
    return { error: it?.endOf(thrown) ?? thrown, last: it?.lastCall }
  }
}
