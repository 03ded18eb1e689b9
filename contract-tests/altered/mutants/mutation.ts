// A mutation is one fault of a deployment. A mutant is the built-in simulator with one mutation, which breaks one
// requirement: the suite must fail on it and name that requirement. Behavior that the contract leaves open is not a fault.

import type { OperationId } from '../../../spec/operations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { InProcessOptions } from '../../observe/in-process.ts'

/** One fault, as changes at the seams of the deployment. */
export interface Mutation extends InProcessOptions {
  /** Operator and place; or a sentence about the fault, if it is written by hand. */
  name: string
  /** The operations that it changes; all that the requirement is about if absent. */
  operations?: readonly OperationId[]
  /** The place in responses that it changes, such as `result.check.*.id`. */
  path?: string
  /** True if it refuses what must be accepted. */
  refuses?: true
}

/** A way to make mutations of places that are read off the document. */
export interface Operator<Place> {
  (place: Place): Mutation
  /** Where it applies: in responses, or in requests. */
  to: Place extends { operations: unknown } ? 'response' : 'request'
  /** True if it makes a fault of a place. */
  fits: (place: Place) => boolean
  /** True if it also applies to everything inside a marked object. */
  deep?: boolean
}

export interface Mutant extends Mutation {
  /** The requirement and the name of the mutation; unique. */
  id: string
  requirement: RequirementId
  /** True if it is in the fixed list. The others are in the grid of conditional mutants only. */
  isFixed: boolean
}

/** Declares a mutation that no operator makes, by a sentence without its full stop. */
export const byHand = (sentence: string, seams: InProcessOptions): Mutation => ({ name: sentence, ...seams })

/** Marks a mutation written by hand that refuses what must be accepted. */
export const refusing = (mutation: Mutation): Mutation => ({ ...mutation, refuses: true })
