// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import { z } from 'zod'
import { component, openObject, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { Clock } from './clock.ts'
import { Instant, SandboxName } from './primitives.ts'
import { Sandbox } from './sandboxes.ts'

const SnapshotText = component(
  'Snapshot',
  z.object({
    paytwin: z.literal('snapshot'),
    version: z.literal(3),
    options: openObject,
    data: openObject,
    plans: openObject,
    digest: text,
  }),
  {
    description:
      'A sandbox as data that another process can restore: its world, clock, schedule and deliveries. Its inner format is private.',
  },
)

export const takeSnapshot = controlOperation({
  method: 'get',
  path: '/control/snapshot',
  topic: 'sandbox',
  summary: 'Take a snapshot, after pending deliveries have finished',
  response: SnapshotText,
})

export const restoreSnapshot = controlOperation({
  method: 'post',
  path: '/control/restore',
  topic: 'sandbox',
  summary: 'Restore a snapshot',
  body: SnapshotText,
  response: Clock,
})

export const resetSandbox = controlOperation({
  method: 'post',
  path: '/control/reset',
  topic: 'sandbox',
  summary: 'Reset the world to its start',
  response: Clock,
})

export const forkSandbox = controlOperation({
  method: 'post',
  path: '/control/fork',
  topic: 'sandbox',
  summary: 'Create another sandbox with the current state of this one',
  body: z.strictObject({ name: SandboxName }),
  bodyExamples: { branch: { name: 'branch-settled' } },
  response: Sandbox,
})

const JournalLine = component(
  'JournalLine',
  z.object({
    seq: z.number().int(),
    at: Instant,
    operation: text.nullable(),
    method: text,
    path: text,
    body: text,
    status: z.number().int(),
    response: text,
  }),
  {
    description:
      'A request and its response. `operation` is null when there is no such operation. Secrets are redacted, and long texts are shortened.',
  },
)

export const getJournal = controlOperation({
  method: 'get',
  path: '/control/journal',
  topic: 'sandbox',
  summary: 'List the latest requests and responses, oldest first, without GET requests of the control API',
  response: z.object({ lines: z.array(JournalLine) }),
})
