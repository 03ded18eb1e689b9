// One sandbox as a whole: its snapshot, going back, branching off, and its journal.

import { z } from 'zod'
import { component, openObject, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { Clock } from './clock.ts'
import { Instant, SandboxName } from './primitives.ts'
import { Sandbox } from './sandboxes.ts'

export const SnapshotText = component(
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
      'A world with its clock, schedule and outbox, as data that another process can load. Its inside is for paytwin only.',
  },
)

export const takeSnapshot = controlOperation({
  method: 'get',
  path: '/control/snapshot',
  topic: 'sandbox',
  summary: 'Take a snapshot, once every delivery under way has its outcome',
  response: SnapshotText,
})

export const restoreSnapshot = controlOperation({
  method: 'post',
  path: '/control/restore',
  topic: 'sandbox',
  summary: 'Become the world of a snapshot',
  body: SnapshotText,
  response: Clock,
})

export const resetSandbox = controlOperation({
  method: 'post',
  path: '/control/reset',
  topic: 'sandbox',
  summary: 'Begin the world anew, as it was before the first input',
  response: Clock,
})

export const forkSandbox = controlOperation({
  method: 'post',
  path: '/control/fork',
  topic: 'sandbox',
  summary: 'Make another sandbox of the world as it is now',
  body: z.strictObject({ name: SandboxName }),
  bodyExamples: { branch: { name: 'branch-settled' } },
  response: Sandbox,
})

export const JournalLine = component(
  'JournalLine',
  z.object({
    seq: z.number().int(),
    at: Instant,
    operation: text,
    method: text,
    path: text,
    body: text,
    status: z.number().int(),
    response: text,
  }),
  { description: 'An input and its answer. Secrets are taken out, long texts are cut.' },
)

export const getJournal = controlOperation({
  method: 'get',
  path: '/control/journal',
  topic: 'sandbox',
  summary: 'The latest inputs and answers, oldest first; control calls that only read are not among them',
  response: z.object({ lines: z.array(JournalLine) }),
})
