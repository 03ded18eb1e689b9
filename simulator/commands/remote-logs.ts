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

/** A function that reads what it has not read, or only the latest entries. */
export function logReader(control: ControlClient): (latest?: number) => Promise<LogEntry[]> {
  const readLines = (after?: number, latest?: number) =>
    pages(after, latest, async (query) => {
      const { lines, next } = await control.getJournal({ query })
      return { entries: lines, next }
    })
  const readEvents = (after?: number, latest?: number) =>
    pages(after, latest, async (query) => {
      const { events, next } = await control.listEvents({ query })
      return { entries: events, next }
    })
  let line: number | undefined
  let event: number | undefined
  let eventCount = 0
  return async (latest) => {
    // In this order, so that no event comes before its request.
    let events = await readEvents(event, latest)
    const lines = await readLines(line, latest)
    const start = lines.findLastIndex(startsWorld)
    // Entries of earlier worlds are shown only to those who follow them.
    const earlier = line === undefined ? [] : lines.slice(0, Math.max(0, start))
    if (start >= 0) {
      event = undefined
      eventCount = 0
      events = await readEvents(undefined, latest)
    }
    const current = inOrder(lines.slice(Math.max(0, start)), events, eventCount)
    line = lines.at(-1)?.seq ?? line
    event = events.at(-1)?.seq ?? event
    eventCount = lines.at(-1)?.events ?? eventCount
    return [...earlier, ...current].slice(-(latest ?? 0))
  }
}

interface Query {
  after?: number
  before?: number
  limit?: number
}

/** The entries after a position, or only the latest ones. */
async function pages<Entry>(
  from: number | undefined,
  latest: number | undefined,
  read: (query: Query) => Promise<{ entries: Entry[]; next: number | null }>,
): Promise<Entry[]> {
  if (latest !== undefined) return (await read({ before: lastPage, limit: latest })).entries
  const found: Entry[] = []
  for (let after: number | null | undefined = from; after !== null; ) {
    const { entries, next } = await read(after === undefined ? {} : { after })
    found.push(...entries)
    after = next
  }
  return found
}

/** Both in order of virtual time. At one instant, the events of a request come after it. */
function inOrder(lines: readonly Line[], events: readonly StatusEvent[], eventCount: number): LogEntry[] {
  const counts = [eventCount, ...lines.map((line) => line.events)]
  const rows = [
    ...lines.map((entry, index) => ({ entry, order: (counts[index] ?? 0) - 0.5 })),
    ...events.map((entry) => ({ entry, order: entry.seq })),
  ]
  rows.sort((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at) || a.order - b.order)
  return rows.map(({ entry }) => entry)
}

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
