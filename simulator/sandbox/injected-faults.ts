// Failures that a user planned for the next requests of an operation: another response, a delay, a dropped connection.

import type { OperationId, RefusalCode } from '../../spec/operations.ts'

/** The action of an injected fault in place of the operation, or before it. */
export type InjectedFaultAction =
  | { do: 'refuse'; code: RefusalCode }
  | { do: 'respond'; status: number; body: unknown }
  /** Real milliseconds. */
  | { do: 'delay'; delayMs: number }
  | { do: 'drop' }

/** A fault for requests of one operation. */
export interface InjectedFault {
  operationId: OperationId
  action: InjectedFaultAction
  /** Requests that it lets through first. */
  after: number
  /** Requests that it applies to. */
  times: number
}

/** The injected faults of a sandbox. */
export class InjectedFaults {
  private faults: InjectedFault[] = []

  add(fault: InjectedFault): void {
    this.faults.push({ ...fault })
  }

  /** Replaces all faults by these. */
  replace(faults: readonly InjectedFault[]): void {
    this.faults = faults.map((fault) => ({ ...fault }))
  }

  list(): readonly InjectedFault[] {
    return this.faults
  }

  /** The action for a request of this operation, if a fault applies to it. Counts the request. */
  take(operationId: OperationId): InjectedFaultAction | undefined {
    if (this.faults.length === 0) return undefined
    for (const fault of this.faults) {
      if (fault.operationId !== operationId) continue
      if (fault.after > 0) {
        fault.after -= 1
        continue
      }
      fault.times -= 1
      if (fault.times <= 0) this.faults = this.faults.filter((other) => other !== fault)
      return fault.action
    }
    return undefined
  }
}
