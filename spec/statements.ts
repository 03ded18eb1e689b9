// The shapes of a requirement and of an unspecified behavior, and of the places in the document that they concern.

/**
 * A place in the document: `<operationId>`, `<operationId>/<part>` (part: credential, headers, path, query, body, encrypted,
 * answer, refusals), `<Component>`, `<Component>.<property>`, `webhook`, or `service` for the document as a whole.
 */
export type Place = string

/** One thing that the contract states. Its id is permanent. */
export interface Requirement {
  /** The heading of the contract, and the row or sentence under it. */
  section: string
  /** What is stated, in our words. */
  statement: string
  /** What a client could observe if it were broken, or why nobody outside can observe it. */
  observable: { yes: string } | { no: string }
  places: readonly Place[]
}

/** One lawful way to act where the contract is silent. `value` is data of the assumption that a user may replace. */
export interface AssumptionOption {
  summary: string
  value?: unknown
}

/** One thing that the contract does not show. Its id is permanent; its first assumption is the simulator's default. */
export interface UnspecifiedBehavior {
  section: string
  question: string
  places: readonly Place[]
  options: Readonly<Record<string, AssumptionOption>>
  /** Why there is one lawful assumption only, where that is so. */
  soleBecause?: string
}

export type Requirements = Readonly<Record<string, Requirement>>
export type UnspecifiedBehaviors = Readonly<Record<string, UnspecifiedBehavior>>
