// The date of an answer. Whatever answers, a page or what is not there, it bears the virtual time of the sandbox that was
// asked; the machine's own clock is seen nowhere.

import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { httpDate } from '../time/instants.ts'

const named = /^[a-z]+:\/\/[^/]*\/sandboxes\/([^/?#]+)/i

// To look into an answer's headers takes as long as all the rest of answering, so those that bear a date are known by themselves.
const bearing = new WeakSet<Response>()

/** Notes that an answer was made with its date. */
export function withDate(response: Response): Response {
  bearing.add(response)
  return response
}

/** The answer to a request, dated where nothing has dated it yet. */
export function dated(response: Response, { url }: Request, sandboxes: Sandboxes): Response {
  if (bearing.has(response) || response.headers.has('date')) return response
  const name = named.exec(url)?.[1]
  const sandbox = (name === undefined ? undefined : sandboxes.get(payload(name))) ?? sandboxes.default
  response.headers.set('date', httpDate(sandbox.world.now))
  return response
}

/** A name without the escapes of a URL, where they can be read. */
function payload(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
