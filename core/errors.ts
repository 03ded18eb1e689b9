// The errors that every module shares. A UsageError is a mistake in how paytwin was called; an InvariantError is a bug of
// paytwin itself. What the contract refuses is neither: it is a response of the service (simulator/resources/refusals.ts).

/** A mistake in a call of paytwin: what is wrong, the detail, and what to do instead. */
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

/** The result of a function whose UsageErrors then start with the place of what it reads. */
export function usageErrorsOf<Value>(place: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${place}: ${error.fact}`, error.detail, error.remedy)
  }
}

/** Something that does not exist. */
export class NotFoundError extends UsageError {
  override name = 'NotFoundError'
}

/** A request with more bytes than permitted. */
export class TooLargeError extends UsageError {
  override name = 'TooLargeError'
}

/** The state that prevented a call, for the caller. */
interface ConflictDetails {
  /** The current state. */
  state?: unknown
  /** Actions that the current state allows. */
  allowedActions?: string[]
  /** A report of the work before the call stopped. */
  report?: object
}

/** A call that the current state does not allow. The remedy says what would allow it. */
export class ConflictError extends UsageError {
  override name = 'ConflictError'
  readonly details: ConflictDetails

  constructor(fact: string, detail: string, remedy: string, details: ConflictDetails = {}) {
    super(fact, detail, remedy)
    this.details = details
  }
}

/** A call that the process cannot serve now, such as when its memory is nearly full. */
export class UnavailableError extends UsageError {
  override name = 'UnavailableError'
}

/** A broken invariant: a bug of paytwin, never of its caller. */
export class InvariantError extends Error {
  override name = 'InvariantError'

  constructor(message: string) {
    super(`${message} This is a bug of paytwin, not of the request.`)
  }
}

/** The message of a thrown value, which need not be an Error. */
export function errorMessage(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
}

/** The message of a thrown value for others than the user of this machine: without the paths of an error of the system. */
export function publicMessage(error: unknown): string {
  const { path, dest } = Object(error)
  return [path, dest].reduce<string>(
    (text, place) => (typeof place === 'string' && place !== '' ? text.replaceAll(place, '…') : text),
    errorMessage(error),
  )
}

/** Where a thrown value comes from: its stack, or else its message. */
export function errorStack(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? errorMessage(error)
}

/**
 * The message of what caused a thrown value: `fetch` says only there why it failed. The user and password of a URL are
 * removed.
 */
export function causeMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  return (cause === '' ? errorMessage(error) : cause).replace(/\/\/[^\s/?#]*@/g, '//')
}
