// Faulty deployments of form from a table: which requirement, which place of the result, what is wrong there.

import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { type FaultyDeployment, faulty } from './graded-deployment.ts'
import { absent, spoiling } from './spoiling.ts'

/** A place below `result`, the fault's name, what is wrong, and what stands there in place of what stood there. */
type BadForm = readonly [place: string, name: string, says: string, change: (value: unknown) => unknown]

/** In place of a value: nothing. */
export const left = {
  out: (): unknown => absent,
  null: (): unknown => null,
} as const

/** One mutant for each row. */
export function badForms(
  operations: OperationId | readonly OperationId[],
  table: Partial<Record<RequirementId, readonly BadForm[]>>,
): FaultyDeployment[] {
  return (Object.keys(table) as RequirementId[]).flatMap((requirement) =>
    (table[requirement] ?? []).map(([place, name, says, change]) => {
      const path = place === '' ? 'result' : `result.${place}`
      return faulty({ requirement, name, says, response: spoiling(operations, path, change) })
    }),
  )
}
