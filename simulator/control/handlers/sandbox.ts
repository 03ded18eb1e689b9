// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import type { ControlHandler } from '../handler-types.ts'
import { clockOf } from './clock.ts'
import { sandboxEntry } from './sandboxes.ts'

export const takeSnapshot: ControlHandler<'takeSnapshot'> = ({ sandbox }) => sandbox.snapshot()

export const restoreSnapshot: ControlHandler<'restoreSnapshot'> = async ({ sandbox, body }) => {
  await sandbox.restore(body)
  return clockOf(sandbox.world)
}

export const resetSandbox: ControlHandler<'resetSandbox'> = async ({ sandbox }) => {
  await sandbox.reset()
  return clockOf(sandbox.world)
}

export const forkSandbox: ControlHandler<'forkSandbox'> = async ({ sandbox, sandboxes, body }) =>
  sandboxEntry(await sandboxes.fork(sandbox, body.name))

export const getJournal: ControlHandler<'getJournal'> = ({ sandbox }) => ({ lines: sandbox.journalLines() })
