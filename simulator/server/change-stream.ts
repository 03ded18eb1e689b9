// Server-sent events that say when a sandbox has changed. They have no content: the dashboard then reads what it shows. Nothing
// is computed while no one listens.

import { type Sandbox, versionOf } from '../sandbox/sandbox.ts'

/** The interval between comparisons of a sandbox with its state before, in real milliseconds. */
const intervalMs = 200
/** A comment is sent after this many comparisons without a change, so that proxies keep the connection. */
const quietIntervals = 75

/** An event stream with an event `change` at its start and after each change. It ends when `find` returns undefined. */
export function changeStream(find: () => Sandbox | undefined): Response {
  let timer: ReturnType<typeof setInterval> | undefined
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let before: string | undefined
      let quiet = 0
      const compare = () => {
        const sandbox = find()
        if (sandbox === undefined) {
          clearInterval(timer)
          controller.close()
          return
        }
        const version = versionOf(sandbox)
        quiet = version === before ? quiet + 1 : 0
        if (version !== before) controller.enqueue(encoder.encode('event: change\ndata: {}\n\n'))
        else if (quiet % quietIntervals === quietIntervals - 1) controller.enqueue(encoder.encode(':\n\n'))
        before = version
      }
      timer = setInterval(compare, intervalMs)
      timer.unref()
      compare()
    },
    cancel: () => clearInterval(timer),
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
  return new Response(stream, { headers })
}
