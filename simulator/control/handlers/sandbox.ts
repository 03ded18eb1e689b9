// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import { bearerToken } from '../../pipeline/authenticate.ts'
import { checkName } from '../../sandbox/sandbox-names.ts'
import type { TopicHandlers } from '../handler-types.ts'
import { clockOf } from './clock.ts'
import { page } from './page.ts'
import { sandboxEntry } from './sandboxes.ts'
import { scenarioOf } from './scenario.ts'

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
  forkSandbox: async ({ sandbox, sandboxes, arrived, body: { name } }) => {
    const { peers } = sandboxes
    if (peers?.isOwn(name) !== false) return sandboxEntry(await sandboxes.fork(sandbox, name, arrived))
    checkName(name)
    return peers.put(name, await sandbox.snapshot())
  },
  getScenario: ({ sandbox, writeScenario }) => scenarioOf(sandbox, writeScenario),
  getJournal: async ({ sandbox, remarksOn, query }) => {
    const { first, lines, redact } = await sandbox.journalLines(remarksOn)
    const { accounts } = sandbox.world
    const show = (line: (typeof lines)[number], position: number) => {
      const token = bearerToken(line.headers.authorization) ?? ''
      const sender = accounts.merchantWithToken(token) ?? accounts.shopperWithToken(token)
      return { ...redact(line, position), account: sender?.id ?? null }
    }
    // Positions are counted from the first request, also when its line is not stored any more.
    const { after = -1, before, limit } = query
    const positions = {
      after: after - first,
      before: before === undefined ? undefined : Math.max(0, before - first),
      limit,
    }
    const { next, previous, shown, ...rest } = await page(lines, positions, show)
    const counted = (position: number | null) => (position === null ? null : position + first)
    return {
      ...rest,
      next: counted(next),
      ...(previous === undefined ? {} : { previous: counted(previous) }),
      lines: shown,
    }
  },
}
