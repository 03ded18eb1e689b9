// The names and the assertions of the steps of a recorded scenario.

import { valueAt } from '../../core/json.ts'
import { anySuccess, hasSuccess, type ListedOperation, type StatedErrorText } from '../format/documents.ts'
import { textsIn } from '../format/expressions.ts'
import { responseMayHave } from '../format/response-places.ts'
import type { Criterion, ScenarioDocument } from '../format/scenario.ts'
import type { RecordedCall } from './recording.ts'

/** The step ids of recorded calls. */
export function recordedStepNames(calls: readonly RecordedCall[]): string[] {
  const seen = new Map<string, number>()
  return calls.map(({ operation }) => {
    const word = operation.operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
    const count = (seen.get(word) ?? 0) + 1
    seen.set(word, count)
    return count === 1 ? word : `${word}-${count}`
  })
}

/** Why a refused step asserts nothing. */
const openRefusal =
  'Refused when it was recorded. The request does not show that every deployment must refuse it, so any response passes.'

export function succeeded({ operation, exchange: { status, response } }: RecordedCall): boolean {
  const hasSucceeded = hasSuccess(operation, response) && valueAt(response, 'result', 'success') !== false
  return status >= 200 && status < 300 && hasSucceeded
}

/** The marker of a success of the service, as a JSONPath condition on the body. */
export function successOf({ envelope, refusesInResult }: ListedOperation): string {
  if (envelope === 'status-result') return '@.status == 200'
  return refusesInResult ? '@.ok == true && @.result.success == true' : '@.ok == true'
}

/**
 * The assertions of a step: what the contract states of its response, and nothing of what the recorded deployment made of the rest.
 * `isInvalid`: whether the request lacks something that the contract requires.
 */
export function assertionsOf(
  call: RecordedCall,
  isInvalid: boolean,
): { description?: string; successCriteria: Criterion[] } {
  const { exchange, operation } = call
  const { status, response } = exchange
  if (operation.document === 'control')
    return { successCriteria: [{ condition: `$statusCode == ${status}` }] }
  if (succeeded(call)) {
    const success =
      valueAt(response, 'result', 'success') === true && responseMayHave(operation, ['result', 'success'])
    const conditions = [
      operation.statesStatus ? `$statusCode == ${status}` : anySuccess,
      operation.envelope === 'status-result' ? '$response.body#/status == 200' : '$response.body#/ok == true',
      ...(success ? ['$response.body#/result/success == true'] : []),
    ]
    return { successCriteria: conditions.map((condition) => ({ condition })) }
  }
  const texts = textsIn(response).map(({ text }) => text)
  const stated = operation.statedErrors.find(({ pattern }) =>
    texts.some((text) => new RegExp(`^${pattern}$`).test(text)),
  )
  if (stated !== undefined) return { successCriteria: errorCriteria(stated) }
  if (isInvalid) return { successCriteria: [onBody(`$[?!(${successOf(operation)})]`)] }
  return { description: openRefusal, successCriteria: [{ condition: '$statusCode >= 200' }] }
}

/** An exchange may also fail a payment that the service has accepted. Where a refusal has code and message is not shown. */
function errorCriteria({ code, pattern }: StatedErrorText): Criterion[] {
  if (code === undefined)
    return [
      { condition: '$response.body#/ok == true' },
      { condition: '$response.body#/result/success == false' },
      { context: '$response.body#/result/errorMsg', type: 'regex', condition: `^${pattern}$` },
    ]
  return [
    onBody(`$[?@.ok == true || @..[?search(@, '${pattern}')]]`),
    onBody(`$[?@.ok == true || ({$statusCode} == ${code} || @..[?@ == ${code}])]`),
  ]
}

function onBody(condition: string): Criterion {
  return { context: '$response.body', type: 'jsonpath', condition }
}

/** The two documents that a recorded scenario refers to, the control document only if it is used. */
export function sourceDescriptionsOf(
  urls: { service: string; control: string },
  usesControl: boolean,
): ScenarioDocument['sourceDescriptions'] {
  const origin = 'http://127.0.0.1:4020'
  const service = {
    name: 'service',
    type: 'openapi',
    url: urls.service,
    'x-serverUrl': `${origin}/api`,
  } as const
  const control = { name: 'control', type: 'openapi', url: urls.control, 'x-serverUrl': origin } as const
  return usesControl ? [service, control] : [service]
}
