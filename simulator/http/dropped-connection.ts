// What is thrown where a connection broke, or was broken on purpose.

/** A connection that is no more. In process there is none to drop, so the call fails as a broken one would. */
export class DroppedConnection extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'DroppedConnection'
  }
}
