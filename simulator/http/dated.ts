// The date of an answer. Whatever answers, a page or what is not there, it bears the virtual time of the sandbox that was
// asked; the machine's own clock is seen nowhere.

import type { Sandboxes } from '../sandboxes.ts'
import { httpDate } from '../time/instants.ts'

const named = /^[a-z]+:\/\/[^/]*\/sandboxes\/([^/?#]+)/i

// To look into an answer's headers takes as long as all the rest of answering, so those that bear a date are known by themselves.
const bearing = new WeakSet<Response>()

/** Notes that an answer was made with its date. */
export function withDate(answer: Response): Response {
  bearing.add(answer)
  return answer
}

/** The answer to a request, dated where nothing has dated it yet. */
export function dated(answer: Response, { url }: Request, sandboxes: Sandboxes): Response {
  if (bearing.has(answer) || answer.headers.has('date')) return answer
  const name = named.exec(url)?.[1]
  const sandbox = (name === undefined ? undefined : sandboxes.get(plain(name))) ?? sandboxes.default
  answer.headers.set('date', httpDate(sandbox.world.now))
  return answer
}

/** A name without the escapes of a URL, where they can be read. */
function plain(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
