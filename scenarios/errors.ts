// What stops a replay that is neither a story's failure nor a fault of paytwin: the tool was asked for something that
// cannot be done. It is told as fact, detail and remedy.

/** A slip in how replaying, recording or linting was asked for. */
export class StoryError extends Error {
  readonly fact: string
  readonly detail: string
  readonly remedy: string

  constructor(fact: string, detail: string, remedy: string) {
    super([fact, detail, remedy].join(' '))
    this.name = 'StoryError'
    this.fact = fact
    this.detail = detail
    this.remedy = remedy
  }
}
