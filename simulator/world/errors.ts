// The three kinds of errors, never mixed: what the contract or a stand-in refuses (`refusals.ts`), misuse of the tool,
// and a broken promise of our own.

/** Misuse of the tool: what happened, the detail, and what to do. Never the service's answer to a client. */
export class UsageError extends Error {
  readonly fact: string
  readonly detail: string
  readonly remedy: string

  constructor(fact: string, detail: string, remedy: string) {
    super(`${fact} ${detail} ${remedy}`)
    this.name = 'UsageError'
    this.fact = fact
    this.detail = detail
    this.remedy = remedy
  }
}

/** Where things stand, for whoever asked for what is not legal now. */
export interface Standing {
  /** The state now. */
  state?: unknown
  /** What is legal in it. */
  legal?: string[]
  /** What was done before it stopped. */
  report?: object
}

/** Something that is not legal now, though it may be later: the remedy says what would make it legal. */
export class NotNow extends UsageError {
  readonly standing: Standing

  constructor(fact: string, detail: string, remedy: string, standing: Standing = {}) {
    super(fact, detail, remedy)
    this.name = 'NotNow'
    this.standing = standing
  }
}

/** Something that does not exist. */
export class Unknown extends UsageError {
  constructor(fact: string, detail: string, remedy: string) {
    super(fact, detail, remedy)
    this.name = 'Unknown'
  }
}

/** A promise that the simulator itself broke. It is loud: the fault is ours, never the client's. */
export class BrokenPromise extends Error {
  constructor(message: string) {
    super(`${message} This is a fault of paytwin, not of the request.`)
    this.name = 'BrokenPromise'
  }
}
