// What the steps of a recorded scenario are called, and what they check.

import { atPointer } from '../../core/json-pointer.ts'
import type { Redactor } from '../../core/redaction.ts'
import { anySuccess, type ListedOperation } from '../format/documents.ts'
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

/** Other texts can be messages, which may have secrets and quotes. */
const shortWord = /^[\w-]{1,40}$/

/** The criteria of a recorded call: its status, and the marker of success in its response. They assert no more than is stated. */
export function criteriaOf({ exchange, operation }: RecordedCall, redactor: Redactor): Criterion[] {
  const marks = ['/ok', '/result/success', ...(operation.document === 'control' ? ['/status'] : [])]
  return [
    { condition: statusCondition(exchange.status, operation) },
    ...marks.flatMap((pointer) => {
      const value = atPointer(exchange.response, pointer)
      if (typeof value !== 'boolean' && typeof value !== 'string') return []
      if (typeof value === 'string' && (!shortWord.test(value) || redactor.text(value) !== value)) return []
      return [
        { condition: `$response.body#${pointer} == ${typeof value === 'string' ? `'${value}'` : value}` },
      ]
    }),
  ]
}

/** Any success is as good as the recorded one, unless a document states its status. */
function statusCondition(status: number, operation: ListedOperation): string {
  return operation.statesStatus || status < 200 || status >= 300 ? `$statusCode == ${status}` : anySuccess
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
