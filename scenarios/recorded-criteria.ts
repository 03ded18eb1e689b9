// The criteria of recorded steps: what the contract states of a response, and nothing of what the recorded deployment made of the
// rest, so that the scenario can be replayed against another one.

import { valueAt } from '../core/json.ts'
import type { RequirementId } from '../spec/requirements.ts'
import type { StatedError } from '../spec/stated-errors.ts'
import type { Exchange } from './connection.ts'
import type { Criterion, Step } from './document.ts'
import { textsIn } from './expressions.ts'
import { hasSuccess, type ListedOperation, schemasAt } from './operations.ts'

export function succeeded({ operation, status, response }: Exchange): boolean {
  const hasSucceeded = hasSuccess(operation, response) && valueAt(response, 'result', 'success') !== false
  return status >= 200 && status < 300 && hasSucceeded
}

/** That the body of a response matches a query. */
export const onBody = (condition: string): Criterion => ({
  context: '$response.body',
  type: 'jsonpath',
  condition,
})

/** That a response of the service is a success, or that it is a refusal, whose form the contract does not show. */
export function successCriterion({ node, refusesInResult }: ListedOperation, success: boolean): Criterion {
  const ofResult = refusesInResult ? '@.ok == true && @.result.success == true' : '@.ok == true'
  const marker = node['x-response-envelope'] === 'status-result' ? '@.status == 200' : ofResult
  return onBody(`$[?${success ? marker : `!(${marker})`}]`)
}

/** The criteria of a step. */
export function recordedCriteria(exchange: Exchange): Pick<Step, 'description' | 'successCriteria'> {
  const { operation, status, response } = exchange
  if (operation.document === 'control')
    return { successCriteria: [{ condition: `$statusCode == ${status}` }] }
  if (succeeded(exchange)) {
    const path = ['result', 'success']
    const isMarked = valueAt(response, ...path) === true && schemasAt(operation, path).length > 0
    const isStatusResult = operation.node['x-response-envelope'] === 'status-result'
    const conditions = [
      statesStatus(operation) ? `$statusCode == ${status}` : '$statusCode >= 200 && $statusCode < 300',
      isStatusResult ? '$response.body#/status == 200' : '$response.body#/ok == true',
      ...(isMarked ? ['$response.body#/result/success == true'] : []),
    ]
    return { successCriteria: conditions.map((condition) => ({ condition })) }
  }
  const texts = textsIn(response).map(({ text }) => text)
  const stated = (operation.node['x-stated-errors'] ?? []).map(errorCriteria)
  const found = stated.find(({ pattern }) => texts.some((text) => new RegExp(`^${pattern}$`).test(text)))
  if (found !== undefined) return { successCriteria: found.successCriteria }
  return {
    description:
      'Refused when it was recorded. The request does not show that every deployment must refuse it, so any response passes.',
    successCriteria: [{ condition: '$statusCode >= 200' }],
  }
}

/** True if the contract states the HTTP status of a success. It does so for one operation. */
function statesStatus({ node }: ListedOperation): boolean {
  const requirement: RequirementId = 'qr-transactions.status-200'
  return node.responses['200']['x-requirements']?.some((id) => id === requirement) ?? false
}

/** The pattern of the text of a stated error, and what the contract states of its response. */
function errorCriteria(error: StatedError): { pattern: string; successCriteria: Criterion[] } {
  const isOfPayouts = 'errorMsg' in error
  // Which row and which key are in a text is not part of its form.
  const text = (isOfPayouts ? error.errorMsg : error.message)
    .replace(/[.()]/g, '[$&]')
    .replace('{row_number}', '[0-9]+')
    .replace(/\{\w+\}/, '.+')
  if (isOfPayouts) {
    const regex = {
      context: '$response.body#/result/errorMsg',
      type: 'regex',
      condition: `^${text}$`,
    } as const
    const conditions = ['$response.body#/ok == true', '$response.body#/result/success == false']
    return { pattern: text, successCriteria: [...conditions.map((condition) => ({ condition })), regex] }
  }
  const pattern = error.followedBy === undefined ? text : `${text}.+`
  // An exchange may also fail a payment that the service has accepted. Where a refusal has code and message is not shown.
  const successCriteria = [
    onBody(`$[?@.ok == true || @..[?search(@, '${pattern}')]]`),
    onBody(`$[?@.ok == true || ({$statusCode} == ${error.code} || @..[?@ == ${error.code}])]`),
  ]
  return { pattern, successCriteria }
}
