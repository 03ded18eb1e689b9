// From the options that a user sets to those of a sandbox. Defaults are here.

import { UsageError } from '../../core/errors.ts'
import type { SandboxSetup, SharedOptions, Validation } from '../options/simulator-options.ts'
import type { Handlers } from '../resources/handler-types.ts'
import { handlers } from '../resources/handlers.ts'
import { parseInstant } from '../time/instants.ts'
import { checkWebhookUrl, httpTransport } from '../webhooks/http-transport.ts'
import type { OutboxOptions } from '../webhooks/outbox.ts'
import { Assumptions } from '../world/assumptions.ts'
import type { Automation } from '../world/automation.ts'
import { defaultWorld } from '../world/default-world.ts'
import type { WorldHooks } from '../world/hooks.ts'
import type { WorldOptions } from '../world/world-options.ts'
import { eventModes } from './scheduled-events.ts'

/** The options of one sandbox, complete. */
export interface SandboxOptions extends WorldOptions, OutboxOptions {
  automation: Automation
  validation: Validation
  handlers: Handlers
  returnSeconds: number
}

export const defaultStart = '2026-01-05T09:00:00.000Z'

/** Completes the options of a sandbox. Throws a UsageError for an invalid start or webhook, or contradicting assumptions. */
export function sandboxOptions(
  setup: SandboxSetup & SharedOptions,
  publicUrl: string,
  hooks?: WorldHooks,
): SandboxOptions {
  const start = parseInstant(setup.start ?? defaultStart)
  if (start === undefined)
    throw new UsageError(
      `Invalid instant "${setup.start}".`,
      'The start of a sandbox is an instant in ISO 8601 with an offset, from the years 1970 to 9999.',
      `Use one such as ${defaultStart}.`,
    )
  const { allowAnyWebhookHost = false, webhookTimeoutMs = 5000, webhookUrl = null } = setup
  if (webhookUrl !== null) checkWebhookUrl(webhookUrl, allowAnyWebhookHost)
  const automation = setup.automation === undefined ? noAutomation : withoutUndefined(setup.automation)
  return {
    file: setup.world ?? defaultWorld,
    assumptions: assumptionsOf(setup),
    seed: String(setup.seed ?? 1),
    start,
    publicUrl,
    automation,
    eventModes: eventModes(automation),
    webhookUrl,
    hooks,
    validation: setup.validation ?? 'strict',
    transport: setup.transport ?? httpTransport,
    webhookTimeoutMs,
    handlers: setup.handlers === undefined ? handlers : withReplaced(setup.handlers),
    allowAnyWebhookHost,
    returnSeconds: setup.returnSeconds ?? 3,
  }
}

function assumptionsOf({ randomAssumptions, assumptions }: SandboxSetup): Assumptions {
  if (randomAssumptions === undefined)
    return assumptions === undefined ? Assumptions.defaults : Assumptions.from(assumptions)
  if (assumptions !== undefined)
    throw new UsageError(
      'Assumptions are either set or random.',
      'Both assumptions and a seed for random assumptions were given.',
      'Use one of the two.',
    )
  return Assumptions.random(randomAssumptions)
}

/** The handlers of the simulator, with some replaced. Throws a UsageError for a name that is not an operation. */
function withReplaced(replacing: Partial<Handlers>): Handlers {
  const unknown = Object.keys(replacing).find((name) => !Object.hasOwn(handlers, name))
  if (unknown === undefined) return { ...handlers, ...replacing }
  throw new UsageError(
    `Unknown operation "${unknown}" in the option "handlers".`,
    'Handlers are named by the operation that they handle.',
    `Use one of ${Object.keys(handlers).join(', ')}.`,
  )
}

const noAutomation: Automation = {}

/** The properties that are set: an embedder may pass undefined for "the default". */
function withoutUndefined(automation: NonNullable<SandboxSetup['automation']>): Automation {
  return Object.fromEntries(Object.entries(automation).filter(([, mode]) => mode !== undefined))
}
