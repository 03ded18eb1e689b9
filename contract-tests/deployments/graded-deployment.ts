// What the suite is graded on: mutants, each of which breaks one requirement and on which the suite must fail
// naming it, and variants, which are lawful and on which it must pass.
//
// A mutant in full:
//
//   faulty({
//     requirement: 'partial-payments.forced-by-default',
//     name: 'unforced unless told',
//     says: 'A closing without forceUpdate is taken as unforced.',
//     handlers: (real) => ({
//       closePartialPayment: (call) => real.closePartialPayment({ … }),
//     }),
//   })
//
// It may change a request before the simulator sees it (`request`), an answer before the suite sees it (`answer`), the
// handlers (`handlers`), each world when it begins (`world`: replace a method of it, of its clock, schedule or cast),
// deliveries (`delivery`), and how the simulator is set up (`simulator`). It is a fault only if the contract states what
// it breaks; what the contract leaves open is a variant.

import type { RequirementId } from '../../spec/requirements.ts'
import type { InProcessOptions } from '../targets/in-process.ts'

/** A deployment that breaks exactly one requirement. */
export interface FaultyDeployment extends InProcessOptions {
  requirement: RequirementId
  /** Told apart by it from the other faults of the same requirement. */
  name: string
  /** What is wrong with it, in one sentence. */
  says: string
}

/** A lawful deployment. */
export interface Variant extends InProcessOptions {
  name: string
  says: string
}

/** Declares a mutant. */
export function faulty(deployment: FaultyDeployment): FaultyDeployment {
  return deployment
}
