// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import type { TopicHandlers } from '../handler-types.ts'
import { clockOf } from './clock.ts'
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
  getJournal: ({ sandbox }) => ({ lines: sandbox.journalLines() }),
}
