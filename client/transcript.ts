// The steps of a run of the conformance suite: calls of the service and everything else. A step contains secrets.

import type { OperationId } from '../spec/operations.ts'
import type { Target } from './target.ts'

/** A call of an operation with its response. */
export interface Call {
  operationId: OperationId
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** The payload that is encrypted in the body. */
  payload?: unknown
  /** True if the payload is encrypted in the usual way of its operation, so that a replay can encrypt it again. */
  encryptedAsUsual: boolean
  /** 0 without a response. */
  status: number
  response: string
}

/** Anything else that was done. */
export interface Action {
  did: string
  /** The control API call that does the same, if there is one. The path is relative to `/control`. */
  control?: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }
}

export type Step = Call | Action

/** The general expectation of a response: success, refusal, or that some text of it matches a regular expression. */
export type Expectation = 'success' | 'refusal' | { says: string }

/** A violated requirement, and the steps up to the one that violates it. */
export interface ViolatedRequirement {
  requirement: string
  section: string
  statement: string
  expected: string
  actual: string
  /** The command that reproduces it. */
  reproduce: string
  /** The place in the response, if it violates a schema. */
  place?: string | undefined
  /** The expectation of the last call, if it can be said in general. */
  expects?: Expectation | undefined
  steps: readonly Step[]
  target: Target
}
