// What the parts of the linter give: a place in the document, and what is wrong there with what to do.

/** One thing that is wrong. */
export interface Finding {
  /** JSON pointer to where it stands. */
  pointer: string
  text: string
}
