// Warnings about criteria that assert more than the contract states: a conforming deployment can fail them.

import { type Condition, parseCondition } from '../format/conditions.ts'
import { kindOf } from '../format/criteria.ts'
import { anySuccess, type ListedOperation } from '../format/documents.ts'
import type { Step } from '../format/scenario.ts'
import type { Finding } from './references.ts'

/** The criteria of a valid step that assert a status which the contract does not state. */
export function assertionFindings(
  { successCriteria = [] }: Step,
  operation: ListedOperation,
  at: string,
): Finding[] {
  if (operation.statesStatus) return []
  return successCriteria.flatMap((criterion, index) =>
    kindOf(criterion) === 'simple' && assertsStatus(parseCondition(criterion.condition))
      ? [
          {
            pointer: `${at}/successCriteria/${index}`,
            message: `The contract does not state the HTTP status of ${operation.operationId}. Accept every success (${anySuccess}), and recognize a refusal by its body.`,
          },
        ]
      : [],
  )
}

/** Whether a condition requires one status. */
function assertsStatus(condition: Condition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return assertsStatus(condition.left) || assertsStatus(condition.right)
  if (condition.kind === 'not') return assertsStatus(condition.operand)
  return (
    condition.kind === 'comparison' &&
    condition.operator === '==' &&
    [condition.left, condition.right].some(
      (side) => side.kind === 'expression' && side.expression.root === 'statusCode',
    )
  )
}
