// Warnings about criteria that read a field of a response which its schema does not have: they cannot pass, or pass by chance.

import { pointerSteps } from '../../core/json-pointer.ts'
import { parseCriterion } from '../format/criteria.ts'
import type { ListedOperation } from '../format/documents.ts'
import { responseMayHave } from '../format/response-places.ts'
import type { Step } from '../format/scenario.ts'
import type { Finding } from './references.ts'

/** The criteria of a valid step that read a field which a successful response does not have. */
export function absentFieldFindings(
  { successCriteria = [] }: Step,
  operation: ListedOperation,
  at: string,
): Finding[] {
  return successCriteria.flatMap((criterion, index) =>
    parseCriterion(criterion)
      .expressions.filter(({ root, names }) => root === 'response' && names.join('.') === 'body')
      .filter(({ pointer = '' }) => !responseMayHave(operation, pointerSteps(pointer)))
      .map(({ text }) => ({
        pointer: `${at}/successCriteria/${index}`,
        message: `The response of ${operation.operationId} has no ${text}. Check the spelling against the document.`,
      })),
  )
}
