// Failures that a user planned for the next requests of the service: another response, a delay, a dropped connection.

import type { OperationId, RefusalCode } from '../../spec/operations.ts'
import type { Instant } from '../time/instants.ts'

/** The action of an injected fault in place of the operation, or before it. */
export type InjectedFaultAction =
  | { do: 'refuse'; code: RefusalCode }
  /** The body as JSON, or a text as it is. */
  | {
      do: 'respond'
      status: number
      body?: unknown
      text?: string | undefined
      headers?: Record<string, string> | undefined
    }
  /** Real milliseconds. */
  | { do: 'delay'; delayMs: number }
  | { do: 'drop' }

/** A fault for requests of one operation, at one path, or for all. */
export interface InjectedFault {
  operationId?: OperationId | undefined
  path?: string | undefined
  action: InjectedFaultAction
  /** Requests that it lets through first. */
  after: number
  /** Requests that it applies to; all of them when absent. */
  times?: number | undefined
  /** The virtual time at which it ends. */
  until?: Instant | undefined
}

/** A request that a fault may apply to. */
interface FaultyRequest {
  /** Null for a path that the service does not have. */
  operationId: OperationId | null
  path: string
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

  /** Removes the faults whose time is over. */
  expire(now: Instant): void {
    this.faults = this.faults.filter(({ until }) => until === undefined || now < until)
  }

  /** The action for a request, if a fault applies to it. Counts the request. */
  take({ operationId, path }: FaultyRequest, now: Instant): InjectedFaultAction | undefined {
    if (this.faults.length === 0) return undefined
    this.expire(now)
    for (const fault of this.faults) {
      if (fault.operationId !== undefined && fault.operationId !== operationId) continue
      if (fault.path !== undefined && fault.path !== path) continue
      if (fault.after > 0) {
        fault.after -= 1
        continue
      }
      if (fault.times === undefined) return fault.action
      fault.times -= 1
      if (fault.times <= 0) this.faults = this.faults.filter((other) => other !== fault)
      return fault.action
    }
    return undefined
  }
}
