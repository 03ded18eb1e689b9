// The form of a row: what a conforming deployment may do otherwise than the suite expects.

import type { Harm } from '../../spec/operation.ts'
import type { RequirementId } from '../../spec/requirements.ts'

/** A row that explains why the suite sends an input, tries several, or waits. Comments cite it. */
export interface PermittedInput {
  /** The sections of the contract that leave it open. */
  section: string
  /** The permitted behavior, in one sentence. */
  says: string
}

/** A row that checks ask about. */
export interface PermittedBehavior extends PermittedInput {
  /** A control request, a wait, or a field of the target file that rules it out. */
  rulesOut: string
  /** A conforming variant, and the requirement that would accuse it without the row; by default with a control API at each level. */
  provedBy: { variant: string; accused: RequirementId; setup?: 'receiver'; level?: Harm }
}
