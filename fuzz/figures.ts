// Figures of a run of the fuzzer: requests, coverage of the operations, the slowest request.

import { readDocument } from '../simulator/service/compiled-document.ts'
import { listControlOperations, readControlDocument } from '../spec/control/document.ts'
import { listOperations } from '../spec/openapi/reading.ts'

interface Outcomes {
  succeeded: number
  refused: number
}

export class Figures {
  requests = 0
  /** Connections with bytes that need not be HTTP. */
  byteCases = 0
  /** By operation; `none` is for requests of no operation. */
  readonly byOperation = new Map<string, Outcomes>()
  readonly statuses = new Map<number, number>()
  slowest = { ms: 0, what: 'nothing' }

  count(operationId: string, status: number, succeeded: boolean): void {
    this.requests += 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    const outcomes = this.byOperation.get(operationId) ?? { succeeded: 0, refused: 0 }
    outcomes[succeeded ? 'succeeded' : 'refused'] += 1
    this.byOperation.set(operationId, outcomes)
  }

  countBytes(statuses: readonly number[]): void {
    this.byteCases += 1
    for (const status of statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  took(ms: number, what: string): void {
    if (ms > this.slowest.ms) this.slowest = { ms, what }
  }
}

/** Only the command line passes what writes scenarios. */
const withoutSuccess = new Set(['getScenario'])

/** Gaps of a run: each operation must have succeeded, and each that takes input must have refused a request. */
export function missingCoverage({ byOperation }: Figures): string[] {
  const listed = [...listOperations(readDocument()), ...listControlOperations(readControlDocument())]
  return listed.flatMap(({ operation }) => {
    const { operationId, parameters = [], requestBody } = operation
    const { succeeded, refused } = byOperation.get(operationId) ?? { succeeded: 0, refused: 0 }
    const takesInput = parameters.length > 0 || requestBody !== undefined || 'x-credential' in operation
    return [
      ...(succeeded === 0 && !withoutSuccess.has(operationId) ? [`${operationId} never succeeded`] : []),
      ...(refused === 0 && takesInput ? [`${operationId} never refused a request`] : []),
    ]
  })
}
