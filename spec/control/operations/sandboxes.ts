// One sandbox as a whole: snapshot, restore, reset, fork, scenario. And all of them: creating, listing and deleting, at the root only.

import { z } from 'zod'
import { component, field, integer, namedObject, openObject, present, text } from '../../primitives.ts'
import { Instant, SandboxName, WebhookUrl } from '../fields.ts'
import { del, get, list, post, put } from '../operation.ts'
import { type automationGroups, automationModes } from '../values.ts'
import { Clock } from './clock.ts'

const Snapshot = namedObject(
  'Snapshot',
  'A sandbox as data that another process can restore: its world, clock, schedule and deliveries. Its inner format is private.',
  {
    paytwin: field(z.literal('snapshot'), 'Marks a snapshot.'),
    version: field(integer, 'The version of the snapshot format.'),
    options: field(openObject, 'The options of the sandbox.'),
    data: field(openObject, 'The state of the world.'),
    plans: field(openObject, 'What is planned for later requests.'),
    digest: field(text, 'A hash of the rest, which detects changes.'),
  },
)

const Sandbox = namedObject('Sandbox', 'A sandbox.', {
  name: field(text, 'The name.'),
  baseUrl: field(text, 'The base URL of its service.'),
  controlUrl: field(text, 'The URL of its control API.'),
  now: field(Instant.nullable(), 'Its virtual time; in a list null for a stored one that is not in memory.'),
  damage: field(text.optional(), 'Why it cannot be continued. Absent if nothing is known to be wrong.'),
})

const mode = z.enum(automationModes).optional()
const seed = z.union([text, integer])
const choice = z.union([
  text,
  z.strictObject({
    use: field(text.optional(), 'The name of the option.'),
    value: field(present, 'The value, for an option that takes one.'),
  }),
])

const SandboxOptions = component(
  'SandboxOptions',
  z.strictObject({
    seed: field(seed.optional(), 'The seed of everything that is drawn.'),
    start: field(Instant.optional(), 'The virtual time at the start.'),
    assumptions: field(z.record(choice).optional(), 'Assumptions by the id of the unspecified behavior.'),
    randomAssumptions: field(seed.optional(), 'The seed that options are drawn from.'),
    world: field(openObject.optional(), 'The accounts, in the form of a world file.'),
    validation: field(
      z.enum(['strict', 'report']).optional(),
      'Whether invalid requests are refused or reported.',
    ),
    automation: field(
      z
        .strictObject({
          transactions: field(mode, 'Whether transactions complete by themselves.'),
          settlements: field(mode, 'Whether settlements happen by themselves.'),
          renewals: field(mode, 'Whether debits happen by themselves.'),
          reminders: field(mode, 'Whether reminders happen by themselves.'),
        } satisfies Record<(typeof automationGroups)[number], typeof mode>)
        .optional(),
      'Which groups of events happen by themselves.',
    ),
    webhookUrl: field(WebhookUrl.nullable().optional(), 'Where status changes are delivered, or null.'),
    snapshot: field(openObject.optional(), 'The snapshot to start from.'),
  }),
  {
    description:
      'The options of a sandbox. By default they are those of the server. `snapshot` excludes the other options, except `webhookUrl`, which then replaces the webhook of every merchant.',
  },
)

const params = z.object({ name: field(SandboxName, 'The name of the sandbox.') })

export const sandboxes = {
  takeSnapshot: get('/control/snapshot', 'Take a snapshot, after pending deliveries have finished', {
    response: Snapshot,
    isStreamed: true,
  }),
  restoreSnapshot: post('/control/restore', 'Restore a snapshot', {
    body: Snapshot,
    takesSnapshot: true,
    response: Clock,
  }),
  resetSandbox: post('/control/reset', 'Reset the world to its start', { response: Clock }),
  forkSandbox: post('/control/fork', 'Create another sandbox with the current state of this one', {
    body: z.strictObject({ name: field(SandboxName, 'The name of the new sandbox.') }),
    bodyExamples: { branch: { name: 'branch-settled' } },
    changesSandboxes: true,
    response: Sandbox,
  }),
  getScenario: get('/control/scenario', 'Get the requests since the start of the world as a scenario', {
    description: 'For a file that `paytwin replay` replays. Only `paytwin serve` has it.',
    response: z.object({
      scenario: field(openObject, 'The scenario as JSON.'),
      remarks: field(z.array(text), 'What the scenario cannot repeat, and why.'),
    }),
  }),
  listSandboxes: list(
    '/sandboxes',
    'List the sandboxes, the default one first',
    {
      sandboxes: field(z.array(Sandbox), 'The sandboxes.'),
      max: field(integer, 'How many there are at most.'),
    },
    {},
  ),
  getSandbox: get('/sandboxes/{name}', 'Get a sandbox; `default` is the one at the root', {
    params,
    response: Sandbox,
  }),
  putSandbox: put('/sandboxes/{name}', 'Create or replace a sandbox', {
    description:
      'Creates a sandbox with a fresh world, and replaces one with the same name. Beyond the maximum number of sandboxes, the least recently used one is deleted. With `--data` it leaves the memory only.',
    params,
    body: SandboxOptions.optional(),
    bodyExamples: {
      seeded: { seed: 7, start: '2026-01-05T09:00:00.000Z' },
      manual: { automation: { transactions: 'manual' }, webhookUrl: 'http://127.0.0.1:3000/webhook' },
    },
    takesSnapshot: true,
    changesSandboxes: true,
    response: Sandbox,
  }),
  deleteSandbox: del('/sandboxes/{name}', 'Delete a sandbox', {
    params,
    changesSandboxes: true,
    response: z.object({ deleted: field(text, 'The name of the deleted sandbox.') }),
  }),
}
