// Creating, listing and deleting sandboxes. These operations are served at the root only, all others for each sandbox.

import { z } from 'zod'
import { component, integer, namedObject, openObject, present, text } from '../../primitives.ts'
import { del, get, put } from '../operation.ts'
import { type automationGroups, automationModes } from '../values.ts'
import { Instant, list, SandboxName, WebhookUrl } from './primitives.ts'

export const Sandbox = namedObject(
  'Sandbox',
  'A sandbox with the URLs of its service and its control API, and its virtual time. In a list the time is null for a stored sandbox that this process does not have in memory, and `damage` says why one cannot be continued.',
  { name: text, baseUrl: text, controlUrl: text, now: Instant.nullable(), damage: text.optional() },
)

const mode = z.enum(automationModes).optional()
const seed = z.union([text, integer])

const SandboxOptions = component(
  'SandboxOptions',
  z.strictObject({
    seed: seed.optional(),
    start: Instant.optional(),
    assumptions: z
      .record(z.union([text, z.strictObject({ use: text.optional(), value: present })]))
      .optional(),
    randomAssumptions: seed.optional(),
    world: openObject.optional(),
    validation: z.enum(['strict', 'report']).optional(),
    automation: z
      .strictObject({
        transactions: mode,
        settlements: mode,
        renewals: mode,
        reminders: mode,
      } satisfies Record<(typeof automationGroups)[number], typeof mode>)
      .optional(),
    webhookUrl: WebhookUrl.nullable().optional(),
    snapshot: openObject.optional(),
  }),
  {
    description:
      'The options of a sandbox. By default they are those of the server. `snapshot` excludes the other options, except `webhookUrl`, which then replaces the webhook of every merchant.',
  },
)

const params = z.object({ name: SandboxName })

export const sandboxes = {
  listSandboxes: list('/sandboxes', 'List the sandboxes, the default one first', {
    sandboxes: z.array(Sandbox),
    max: integer,
  }),
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
    largePart: '/snapshot',
    changesSandboxes: true,
    response: Sandbox,
  }),
  deleteSandbox: del('/sandboxes/{name}', 'Delete a sandbox', {
    params,
    changesSandboxes: true,
    response: z.object({ deleted: text }),
  }),
}
