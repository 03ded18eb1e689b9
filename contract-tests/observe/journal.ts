// The journal of a property in real time: the instants that it read, and the responses that it got. A later run repeats the property
// from its journal, sends nothing again that may have taken effect, and goes on where the journal ends.

import { z } from 'zod'
import { PreconditionFailed } from './violation.ts'

const response = z.object({ status: z.number().int(), contentType: z.string(), text: z.string() }).strict()

/** An instant in milliseconds since 1970, and for a request its response, or why nobody knows whether it took effect. */
export const journalEntry = z
  .object({
    at: z.number(),
    request: z.string().optional(),
    response: response.optional(),
    failure: z.string().optional(),
  })
  .strict()
type Entry = z.output<typeof journalEntry>
type Outcome = { response: z.output<typeof response> } | { failure: string }

export class Journal {
  readonly entries: Entry[]
  private position = 0
  private readonly save: () => Promise<void>

  /** `save` is called before a request that must not be retried, and after it. */
  constructor(entries: readonly Entry[] = [], save = async () => {}) {
    this.entries = [...entries]
    this.save = save
  }

  /** True if an earlier run has done what comes next. */
  get isReplaying(): boolean {
    return this.position < this.entries.length
  }

  /** The instant that comes next: that of the earlier run, or else the current one. */
  instant(now: () => number): number {
    return this.next(undefined)?.at ?? this.add({ at: now() }).at
  }

  /**
   * The response that the earlier run got to the request that comes next; undefined if it is a new one. Throws a
   * PreconditionFailed if that run got none.
   */
  response(request: string): Response | undefined {
    const known = this.next(request)
    if (known?.failure !== undefined)
      throw new PreconditionFailed(
        `${request}: ${known.failure}. This request of an earlier phase may have taken effect, so it is not retried. Prepare another run.`,
      )
    if (known?.response === undefined) return undefined
    const { status, contentType, text } = known.response
    return new Response(text, { status, headers: { 'content-type': contentType } })
  }

  /**
   * Begins a new request, and returns the function that adds what became of it; undefined if it took no effect. What must not
   * be retried is added and saved first, because this process may end before the response.
   */
  async begin(at: number, request: string, mayRepeat: boolean) {
    if (mayRepeat)
      return async (outcome: Outcome | undefined) => {
        if (outcome !== undefined && 'response' in outcome) this.add({ at, request, ...outcome })
      }
    const sent = this.add({ at, request, failure: 'the run ended before the response' })
    await this.save()
    return async (outcome: Outcome | undefined) => {
      this.entries.splice(
        this.entries.indexOf(sent),
        1,
        ...(outcome === undefined ? [] : [{ at, request, ...outcome }]),
      )
      this.position = this.entries.length
      await this.save()
    }
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
