// The journal of a sandbox: the list of its entries. The latest requests stay in memory, for whoever shows them; whoever keeps the journal
// gets every entry.

import type { Entry, RequestEntry, SentResponse } from './entry.ts'

const maxRequests = 1000
/** Characters of bodies and responses that stay in memory. */
const maxCharacters = 4_000_000

/** A request with its position among all entries, and its number among the requests. */
interface Numbered {
  readonly position: number
  readonly number: number
  readonly entry: RequestEntry
}

export class Journal {
  private next = 0
  /** In order; those before the index `dropped` are not in memory any more. */
  private requests: Numbered[] = []
  private dropped = 0
  private requestCount = 0
  private characters = 0
  /** The position from which on no request was dropped. */
  private complete = 0
  /** True while entries happen again: what follows from them is in the journal already. */
  isReplayed = false
  private readonly listeners = new Set<(entry: Entry, position: number) => void>()
  /** Resolves when everything up to now is kept; undefined when it is. Rejects with an UnavailableError. */
  kept: () => Promise<void> | undefined = () => undefined

  /** The number of entries so far. */
  get length(): number {
    return this.next
  }

  /** Calls the function with each entry that is appended; the returned function stops that. */
  onEntry(listener: (entry: Entry, position: number) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Takes an entry over, and returns its position. The response to a request may be added in the same task. */
  append(entry: Entry): number {
    if (this.isReplayed) return this.next - 1
    const position = this.next
    this.next += 1
    for (const listener of this.listeners) listener(entry, position)
    if (entry.kind === 'request') this.remember(entry, position)
    return position
  }

  /** Adds the response to a request that took its time. */
  respond(to: number, entry: RequestEntry, response: SentResponse): void {
    entry.response = response
    this.append({ kind: 'response', at: entry.at, to, response })
  }

  /** Continues with an entry of a journal that was kept. */
  continue(entry: Entry, position: number): void {
    this.next = position + 1
    if (entry.kind === 'request') this.remember(entry, position)
    if (entry.kind !== 'response') return
    const request = this.requests.find((one) => one.position === entry.to)
    if (request !== undefined) request.entry.response = entry.response
  }

  private get count(): number {
    return this.requests.length - this.dropped
  }

  private remember(entry: RequestEntry, position: number): void {
    this.requests.push({ entry, position, number: this.requestCount })
    this.requestCount += 1
    this.characters += charactersOf(entry)
    for (
      let oldest = this.requests[this.dropped];
      oldest !== undefined && (this.count > maxRequests || this.characters > maxCharacters);
      oldest = this.requests[this.dropped]
    ) {
      this.dropped += 1
      this.complete = oldest.position + 1
      this.characters -= charactersOf(oldest.entry)
    }
    if (this.dropped < maxRequests) return
    // Done for several requests at once, because it takes longer than a request.
    this.requests = this.requests.slice(this.dropped)
    this.dropped = 0
  }

  /** The latest requests, oldest first. */
  list(): readonly Numbered[] {
    return this.requests.slice(this.dropped)
  }

  /** The requests from a position on; undefined if some of them are not in memory any more. */
  from(position: number): RequestEntry[] | undefined {
    if (position < this.complete) return undefined
    return this.list().flatMap((one) => (one.position < position ? [] : [one.entry]))
  }
}

function charactersOf({ text, url }: RequestEntry): number {
  return text.length + url.length
}
