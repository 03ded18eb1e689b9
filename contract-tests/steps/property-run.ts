// The state of one property's run, which all its contexts share: what was checked, violated and created.

import type { SampleStyle } from '../../client/sample-requests.ts'
import type { Call, Step } from '../../client/transcript.ts'
import type { Redactor } from '../../core/redaction.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { MadeRecord } from '../invariants/foreign-parts.ts'
import type { Creation } from '../observe/creations.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { RealTime } from '../observe/real-time.ts'
import type { RunBudget } from '../observe/run-budget.ts'
import { type Because, PreconditionFailed, Unavailable, type Violation } from '../observe/violation.ts'
import type { PermittedId } from '../permitted/rows.ts'
import type { SpecialDay } from '../situations/calendar.ts'
import type { ActingAs } from '../situations/situated-deployment.ts'
import type { Timeline } from './timeline.ts'

export interface PropertyRun {
  deployment: Deployment
  budget: RunBudget
  /** Set if the property waits in real time. */
  realTime?: RealTime
  /** Every id that the run creates begins with it. */
  tag: string
  seed: number
  runs: number
  /** Permitted behaviors that the run does not take into account, to see what they hide. */
  withoutRows?: readonly PermittedId[]
  /** True if a failing input is shrunk before it is reported; a mutation run does not need that. */
  shrink: boolean
  /** Where a failing run with generated inputs starts again: the number of the loop in the property, and its path. */
  path?: { loop: number; at: string }
  /** The number of loops with generated inputs that have started. */
  loops: number
  checked: Map<RequirementId, number>
  /** The requirements that a violation of another one may have violated: nothing is proved about them. */
  doubtful: Set<RequirementId>
  /** The number of refusals by requirement and operation. They prove something only if the operation can succeed. */
  refused: Map<RequirementId, Map<OperationId, number>>
  /** The operations that succeeded at least once. */
  succeeded: Set<OperationId>
  /** The operations whose complete request succeeded in the preflight. */
  accepted: Set<OperationId>
  /** Violations that do not end the run, such as those of response schemas, by requirement and place. */
  shapeViolations: Map<string, Violation>
  /** Violations that checks found. */
  violations: Violation[]
  /** Preconditions that failed, in words, each with what it goes back to. */
  preconditions: Map<string, Because>
  /** The operations without a proper response, in words. */
  unavailable: Map<OperationId, string>
  created: Creation[]
  /** The redaction of texts in reports. It learns the credentials in response headers. */
  redactor: Redactor
  /** The number of ids that the run has created. */
  ids: { count: number }
  /** The steps in the world since it started, if the deployment isolates. */
  steps: Step[]
  timeline: Timeline
  /** The order of each id that the world has given since it started. */
  ordersOfIds: Map<string, string>
  /** The requests that made records in the world, in their order. */
  records: MadeRecord[]
  /** Set if the property runs in a situation: in the world of an earlier run. */
  situation?: RunSituation
}

/** The world and the requests of a property in a situation. */
export interface RunSituation {
  /** The situation in words. */
  words: string
  style: SampleStyle
  /** True if another merchant has an order with the id of each order. */
  sharesOrders: boolean
  /** True if the other merchant creates it last. */
  sharesLater?: boolean
  /** True if other requests arrive at the same time. */
  isAtOnce?: boolean
  /** True if a day passes before each request about an invoice or a subscription, and an accepted request comes after a refused one. */
  isLater?: boolean
  /** True if a refused request comes before each debit and closing, and before the first requests of other operations. */
  afterRefusals?: boolean
  /** True if a request that is accepted comes before each that must be refused. */
  afterAcceptances?: boolean
  /** Prepares the world. */
  begin: (run: PropertyRun) => Promise<void>
  /** The deployment as it is seen without a situation. */
  plain: Deployment
  /** The part of each party, and the values that requests have by default. */
  acting: ActingAs
  /** The special day on which it is. */
  days: readonly SpecialDay[]
}

/** A new world in which at most one thing is special. */
export interface NewWorld {
  deployment?: Deployment
  style?: SampleStyle
  sharesOrders?: boolean
  /** The instant to which the clock advances at first. */
  instant?: (now: number) => number | undefined
}

/** Starts a new world if the deployment isolates, except in a situation. Ids then start again, too. */
export async function startWorld({
  deployment,
  ids,
  steps,
  timeline,
  ordersOfIds,
  records,
  situation,
}: PropertyRun): Promise<void> {
  if (situation !== undefined) return
  await deployment.fresh()
  steps.length = 0
  records.length = 0
  Object.assign(timeline, { beganAt: undefined, elapsedMs: 0 })
  if (!deployment.isolates) return
  ids.count = 0
  ordersOfIds.clear()
}

/** Longer than services lock an account against payments that are sent twice by mistake. */
export const momentSeconds = 5

/** Waits until what may refuse a request for a moment is over. Returns false where nothing does that. */
export async function waitAMoment({
  deployment,
  budget,
  realTime,
}: Pick<PropertyRun, 'deployment' | 'budget' | 'realTime'>): Promise<boolean> {
  // A property that waits in real time has no time for another request.
  if (!deployment.remote || realTime !== undefined) return false
  await budget.pause(momentSeconds * 1000)
  return true
}

/** The starts of a property, or of an example of it, if requests of it have no proper response. */
const maxAttempts = 3

/** True if an ended property may start again: new ids make it another request, so nothing is repeated that may have taken effect. */
export function canStartAgain({ realTime, budget }: PropertyRun, error: unknown, attempt: number): boolean {
  // A property that waits in real time has no time for another attempt.
  return (
    attempt < maxAttempts &&
    error instanceof Unavailable &&
    realTime === undefined &&
    !budget.repetition.isDown(error.operationId)
  )
}

/** Records why a part of the run has no result. */
export function addPrecondition(run: PropertyRun, error: Error, last?: Call): void {
  if (error instanceof Unavailable) run.unavailable.set(error.operationId, error.message)
  else if (!run.preconditions.has(error.message))
    run.preconditions.set(error.message, {
      call: last,
      ...(error instanceof PreconditionFailed ? error.because : {}),
    })
}
