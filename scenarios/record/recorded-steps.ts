// What the steps of a recorded scenario are called, and what they check.

import { atPointer, pointerInto } from '../../core/json-pointer.ts'
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

/** Other texts may have secrets and quotes. */
const shortWord = /^[\w-]{1,40}$/

const maxStates = 10

/**
 * The criteria of a recorded call: its status, the marker of success in its response, the message if the contract states it, and
 * the states of what it shows.
 */
export function criteriaOf({ exchange, operation }: RecordedCall, redactor: Redactor): Criterion[] {
  const { response } = exchange
  const literals = ['/ok', '/result/success', ...statesIn(response).slice(0, maxStates)].flatMap(
    (pointer) => {
      const value = atPointer(response, pointer)
      if (typeof value === 'boolean' || typeof value === 'number') return [[pointer, String(value)]]
      const isShown = typeof value === 'string' && shortWord.test(value) && redactor.text(value) === value
      return isShown ? [[pointer, `'${value}'`]] : []
    },
  )
  const messages = messagePlaces.flatMap((pointer) => {
    const value = atPointer(response, pointer)
    if (typeof value !== 'string' || !operation.statedMessages.has(value)) return []
    return [[pointer, `'${value.replaceAll("'", "''")}'`]]
  })
  return [
    { condition: statusCondition(exchange.status, operation) },
    ...[...literals, ...messages].map(([pointer, literal]) => ({
      condition: `$response.body#${pointer} == ${literal}`,
    })),
  ]
}

/** Where a refusal may have its message. */
const messagePlaces = ['/message', '/error', '/errorMsg', '/result/errorMsg', '/result/message']

/** The places of all fields `status`, in their order. */
function statesIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = pointerInto(pointer, name)
    return name === 'status' && typeof inner !== 'object' ? [at] : statesIn(inner, at)
  })
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
