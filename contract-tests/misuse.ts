// The two ways in which a run cannot be what was asked for: the tool was used wrongly, or the target does not answer.
// What a deployment does wrong is no error here; it is a verdict.

/** A slip in how the suite was asked to run: fact, detail, remedy. */
export class Misuse extends Error {
  readonly fact: string
  readonly detail: string
  readonly remedy: string

  constructor(fact: string, detail: string, remedy: string) {
    super(`${fact} ${detail} ${remedy}`)
    this.name = 'Misuse'
    this.fact = fact
    this.detail = detail
    this.remedy = remedy
  }
}

/** The target gave no answer that a verdict could rest on. */
export class Unreachable extends Misuse {
  override name = 'Unreachable'
}
