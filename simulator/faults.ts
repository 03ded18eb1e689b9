// Faults that a person plans for the next calls of an operation: another answer, a wait, a dropped connection.

import type { OperationId } from '../spec/operations.ts'

/** What a planned fault does instead of, or before, the real thing. */
export type FaultAction =
  | { do: 'refuse'; code: string }
  | { do: 'answer'; status: number; body: unknown }
  | { do: 'hang'; ms: number }
  | { do: 'drop' }

/** A fault for the calls of one operation. */
export interface PlannedFault {
  operationId: OperationId
  action: FaultAction
  /** How many calls go through before it strikes. */
  after: number
  /** How many calls it strikes. */
  times: number
}

export class FaultPlan {
  private planned: PlannedFault[] = []

  add(fault: PlannedFault): void {
    this.planned.push({ ...fault })
  }

  clear(): void {
    this.planned = []
  }

  /** Plans these in place of all that were. */
  replace(faults: readonly PlannedFault[]): void {
    this.planned = faults.map((fault) => ({ ...fault }))
  }

  list(): readonly PlannedFault[] {
    return this.planned
  }

  /** The fault that strikes this call, if one does; counts the call. */
  strike(operationId: OperationId): FaultAction | undefined {
    if (this.planned.length === 0) return undefined
    for (const fault of this.planned) {
      if (fault.operationId !== operationId) continue
      if (fault.after > 0) {
        fault.after -= 1
        continue
      }
      fault.times -= 1
      if (fault.times <= 0) this.planned = this.planned.filter((other) => other !== fault)
      return fault.action
    }
    return undefined
  }
}
