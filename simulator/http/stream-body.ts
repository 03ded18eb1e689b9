// A response body that is sent in pieces.

/** Pieces of text are sent together up to this number of characters, and then other requests get a turn. */
const charactersPerTurn = 1 << 16

/** A stream of the pieces. The next ones are made when the earlier ones are sent. */
export function streamOf(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve))
      let text = ''
      while (text.length < charactersPerTurn) {
        const { done, value } = iterator.next()
        if (done === true) break
        text += value
      }
      if (text === '') controller.close()
      else controller.enqueue(encoder.encode(text))
    },
    cancel: () => void iterator.return?.(),
  })
}
