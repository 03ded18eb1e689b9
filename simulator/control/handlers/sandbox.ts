// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import type { TopicHandlers } from '../handler-types.ts'
import { clockOf } from './clock.ts'
import { page } from './page.ts'
import { sandboxEntry } from './sandboxes.ts'

export const sandbox: TopicHandlers<'sandbox'> = {
  takeSnapshot: ({ sandbox }) => sandbox.snapshot(),
  restoreSnapshot: async ({ sandbox, body }) => {
    await sandbox.restore(body)
    return clockOf(sandbox.world)
  },
  resetSandbox: async ({ sandbox }) => {
    await sandbox.reset()
    return clockOf(sandbox.world)
  },
  forkSandbox: async ({ sandbox, sandboxes, body }) => sandboxEntry(await sandboxes.fork(sandbox, body.name)),
  getJournal: async ({ sandbox, query }) => {
    const { first, lines, redact } = await sandbox.journalLines()
    // Positions are counted from the first request, also when its line is not stored any more.
    const { after = -1, limit } = query
    const { total, next, shown } = await page(lines, { after: after - first, limit }, redact)
    return { total, next: next === null ? null : next + first, lines: shown }
  },
}
