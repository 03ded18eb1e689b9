// Sandboxes side by side. These rows are served at the root only; all others are served for each sandbox.

import { z } from 'zod'
import { component, openObject, present, text } from '../../../spec/primitives.ts'
import { type AutomationGroup, automationModes } from '../../world/automation.ts'
import { controlOperation } from '../operation.ts'
import { Instant, SandboxName } from './primitives.ts'

export const Sandbox = component(
  'Sandbox',
  z.object({ name: text, baseUrl: text, controlUrl: text, now: Instant }),
  { description: 'A sandbox, where its service and its control API are, and where its clock stands.' },
)

const mode = z.enum(automationModes).optional()
const seed = z.union([text, z.number().int()])

export const SandboxOptions = component(
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
      } satisfies Record<AutomationGroup, typeof mode>)
      .optional(),
    webhookUrl: text.nullable().optional(),
    snapshot: openObject.optional(),
  }),
  {
    description:
      "What a sandbox begins with. What is left out is as the server was started. `snapshot` stands alone: it brings everything, but `webhookUrl` may replace every merchant's webhook.",
  },
)

const nameParams = z.object({ name: SandboxName })

export const listSandboxes = controlOperation({
  method: 'get',
  path: '/sandboxes',
  topic: 'sandboxes',
  summary: 'Every sandbox, the default one first',
  response: z.object({ sandboxes: z.array(Sandbox), max: z.number().int() }),
})

export const getSandbox = controlOperation({
  method: 'get',
  path: '/sandboxes/{name}',
  topic: 'sandboxes',
  summary: 'One sandbox; `default` is the one at the root',
  params: nameParams,
  response: Sandbox,
})

export const putSandbox = controlOperation({
  method: 'put',
  path: '/sandboxes/{name}',
  topic: 'sandboxes',
  summary: 'Make a sandbox of that name',
  description:
    'The same request again gives the same fresh world: a sandbox that had the name is replaced. Beyond the most there may be, the one that was not used for longest is removed.',
  params: nameParams,
  body: SandboxOptions.optional(),
  bodyExamples: {
    seeded: { seed: 7, start: '2026-01-05T09:00:00.000Z' },
    manual: { automation: { transactions: 'manual' }, webhookUrl: 'http://127.0.0.1:3000/webhook' },
  },
  response: Sandbox,
})

export const deleteSandbox = controlOperation({
  method: 'delete',
  path: '/sandboxes/{name}',
  topic: 'sandboxes',
  summary: 'Remove a sandbox and all that is in it',
  params: nameParams,
  response: z.object({ deleted: text }),
})
