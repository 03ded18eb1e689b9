// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import { z } from 'zod'
import { integer, namedObject, openObject, text } from '../../primitives.ts'
import { get, post } from '../operation.ts'
import { Clock } from './clock.ts'
import { Instant, list, SandboxName } from './primitives.ts'
import { Sandbox } from './sandboxes.ts'

const SnapshotText = namedObject(
  'Snapshot',
  'A sandbox as data that another process can restore: its world, clock, schedule and deliveries. Its inner format is private.',
  {
    paytwin: z.literal('snapshot'),
    version: integer,
    options: openObject,
    data: openObject,
    plans: openObject,
    digest: text,
  },
)

const JournalLine = namedObject(
  'JournalLine',
  'A request and its response. `operation` is null when there is no such operation. `account` is the id of the merchant or the shopper whose token the request has; `headers` are those that operations name. `payload` is the decrypted payload, `events` the number of status changes when the request had been handled. `remarks` name fields of the request that the contract does not have, and say why a payout does not accept its payload. Secrets are redacted, and long texts are shortened.',
  {
    seq: integer,
    at: Instant,
    operation: text.nullable(),
    account: text.nullable(),
    actsFor: text.nullable(),
    method: text,
    path: text,
    headers: z.record(text),
    body: text.describe('The body of the request.'),
    payload: text.nullable(),
    events: integer,
    status: integer.describe(
      'The HTTP status of the response; 0 when an injected fault dropped the connection.',
    ),
    response: text.describe('The body of the response.'),
    remarks: z.array(text),
  },
)

export const sandbox = {
  takeSnapshot: get('/control/snapshot', 'Take a snapshot, after pending deliveries have finished', {
    response: SnapshotText,
    isStreamed: true,
  }),
  restoreSnapshot: post('/control/restore', 'Restore a snapshot', {
    body: SnapshotText,
    largePart: '',
    response: Clock,
  }),
  resetSandbox: post('/control/reset', 'Reset the world to its start', { response: Clock }),
  forkSandbox: post('/control/fork', 'Create another sandbox with the current state of this one', {
    body: z.strictObject({ name: SandboxName.describe('The name of the new sandbox.') }),
    bodyExamples: { branch: { name: 'branch-settled' } },
    changesSandboxes: true,
    response: Sandbox,
  }),
  getScenario: get('/control/scenario', 'Get the requests since the start of the world as a scenario', {
    description:
      'For a file that `paytwin replay` replays. `remarks` say what it lacks. Only `paytwin serve` has it.',
    response: z.object({ scenario: openObject, remarks: z.array(text) }),
  }),
  getJournal: list(
    '/control/journal',
    'List the latest requests and responses, oldest first, without GET requests of the control API',
    { lines: z.array(JournalLine) },
  ),
}
