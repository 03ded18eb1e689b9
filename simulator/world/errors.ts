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

/** A promise that the simulator itself broke. It is loud: the fault is ours, never the client's. */
export class BrokenPromise extends Error {
  constructor(message: string) {
    super(`${message} This is a fault of paytwin, not of the request.`)
    this.name = 'BrokenPromise'
  }
}
