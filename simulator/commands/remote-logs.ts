// The entries of `paytwin logs`: the requests and the status changes of the current world, in the order in which they happened.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlClient, ControlResponse } from '../../client/control-client.ts'

type Line = ControlResponse<'getJournal'>['lines'][number]
type StatusEvent = ControlResponse<'redeliver'>
/** A request or a status change. */
export type LogEntry = Line | StatusEvent

/** The position after which the last page is. */
export const lastPage = Number.MAX_SAFE_INTEGER
/** The pause after a sandbox could not be watched. */
const unwatchedMs = 200

/** True if the events after a request are those of another world. */
const startsWorld = ({ operation, status }: Line) =>
  status === 200 && (operation === 'resetSandbox' || operation === 'restoreSnapshot')

/** Reads what has not been read, each time. */
export class LogReader {
  private readonly control: ControlClient
  private line: number | undefined
  private event: number | undefined

  constructor(control: ControlClient) {
    this.control = control
  }

  /** The last entries; of fewer than there are, the latest. */
  async last(count: number): Promise<LogEntry[]> {
    const query = { before: lastPage, limit: count }
    const { events } = await this.control.listEvents({ query })
    const { lines } = await this.control.getJournal({ query })
    this.line = lines.at(-1)?.seq
    this.event = events.at(-1)?.seq
    const entries: LogEntry[] = []
    for await (const entry of merged(ofLastWorld(lines), events)) entries.push(entry)
    return entries.slice(-count)
  }

  /** The next entries. Before the first request was read, those of earlier worlds are left out. */
  async *next(): AsyncGenerator<LogEntry> {
    // In this order, so that no event comes before its request.
    const first = await this.control.listEvents({ query: pageAfter(this.event) })
    const lines = await this.newLines()
    const current = ofLastWorld(lines)
    const [start] = current
    const isOther = start !== undefined && startsWorld(start)
    if (isOther && this.line !== undefined) yield* lines.slice(0, -current.length)
    this.line = lines.at(-1)?.seq ?? this.line
    if (isOther) this.event = undefined
    for await (const entry of merged(current, this.newEvents(isOther ? undefined : first))) {
      if ('delivery' in entry) this.event = entry.seq
      yield entry
    }
  }

  private async newLines(): Promise<Line[]> {
    const all: Line[] = []
    for (let after = this.line; ; ) {
      const { lines, next } = await this.control.getJournal({ query: pageAfter(after) })
      all.push(...lines)
      if (next === null) return all
      after = next
    }
  }

  private async *newEvents(first: ControlResponse<'listEvents'> | undefined): AsyncGenerator<StatusEvent> {
    let page = first ?? (await this.control.listEvents())
    for (;;) {
      yield* page.events
      if (page.next === null) return
      page = await this.control.listEvents({ query: pageAfter(page.next) })
    }
  }
}

/** The lines since the last start of a world, with the one that started it. */
function ofLastWorld(lines: readonly Line[]): readonly Line[] {
  return lines.slice(Math.max(0, lines.findLastIndex(startsWorld)))
}

/** Both in order of virtual time, which never goes back in a world. At one instant, the events of a request come after it. */
async function* merged(
  lines: readonly Line[],
  events: Iterable<StatusEvent> | AsyncIterable<StatusEvent>,
): AsyncGenerator<LogEntry> {
  let [at, counted] = [0, 0]
  for await (const event of events) {
    for (let line = lines[at]; line !== undefined; line = lines[at]) {
      if (event.at < line.at || (event.at === line.at && event.seq < counted)) break
      yield line
      at += 1
      counted = line.events
    }
    yield event
  }
  yield* lines.slice(at)
}

const pageAfter = (after: number | undefined) => (after === undefined ? {} : { after })

/** A function that resolves when the sandbox may have changed. It sends one request for all changes. */
export function changesOf({ url, token }: { url: string; token: string | undefined }): () => Promise<void> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  let reader: ReadableStreamDefaultReader<unknown> | undefined
  return async () => {
    const isWatched = async () => {
      reader ??= (await fetch(`${url}/control/stream`, { headers })).body?.getReader()
      return (await reader?.read())?.done === false
    }
    if (await isWatched().catch(() => false)) return
    // A proxy may not pass the stream on.
    reader = undefined
    await sleep(unwatchedMs)
  }
}
