// What a property did in real time: the instants that it read, and the responses that it got. A later run repeats the property
// from its journal, sends nothing that was sent before, and goes on where the journal ends.

import { z } from 'zod'
import { PreconditionFailed } from '../engine/violation.ts'

const response = z.object({ status: z.number().int(), contentType: z.string(), text: z.string() }).strict()

/** The schema of an entry: an instant in milliseconds since 1970, and for a request its response. */
export const journalEntry = z
  .object({ at: z.number(), request: z.string().optional(), response: response.optional() })
  .strict()
type Entry = z.output<typeof journalEntry>

export class Journal {
  readonly entries: Entry[]
  private position = 0

  constructor(entries: readonly Entry[] = []) {
    this.entries = [...entries]
  }

  /** Whether an earlier run has done what comes next. */
  get isReplaying(): boolean {
    return this.position < this.entries.length
  }

  /** The instant that comes next: that of the earlier run, or else the current one. */
  instant(now: () => number): number {
    return this.next(undefined)?.at ?? this.add({ at: now() }).at
  }

  /** The response that the earlier run got to the request that comes next; undefined if it is a new one. */
  response(request: string): Response | undefined {
    const known = this.next(request)?.response
    if (known === undefined) return undefined
    const { status, contentType, text } = known
    return new Response(text, { status, headers: { 'content-type': contentType } })
  }

  /** Adds a request with its response. */
  async addResponse(at: number, request: string, received: Response): Promise<void> {
    const contentType = received.headers.get('content-type') ?? ''
    const text = await received.clone().text()
    this.add({ at, request, response: { status: received.status, contentType, text } })
  }

  private next(request: string | undefined): Entry | undefined {
    const entry = this.entries[this.position]
    if (entry === undefined) return undefined
    if (entry.request !== request)
      throw new PreconditionFailed('the prepared run is of another version of the suite; prepare again')
    this.position += 1
    return entry
  }

  private add(entry: Entry): Entry {
    this.entries.push(entry)
    this.position += 1
    return entry
  }
}
