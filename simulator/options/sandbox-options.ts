// From what a person asks for to the options of a sandbox. Every default is here.

import { UsageError } from '../../core/errors.ts'
import type { Handlers } from '../call.ts'
import { handlers } from '../handlers.ts'
import type { SandboxOptions, Validation } from '../sandbox/sandbox.ts'
import { parseInstant } from '../time/instants.ts'
import { checkWebhookUrl, httpTransport, type Transport } from '../webhooks/http-transport.ts'
import { type AssumptionChoices, Assumptions } from '../world/assumptions.ts'
import type { Progress, Thing } from '../world/automation.ts'
import { defaultWorld } from '../world/default-world.ts'
import { SeededRandom } from '../world/random.ts'
import type { WorldFile } from '../world/world-file.ts'
import { defaultTimeoutMs } from './simulator-options.ts'

/** What a sandbox begins with; everything has a default. */
export interface SandboxSetup {
  seed?: string | number | undefined
  /** The first instant, ISO 8601 with its offset. */
  start?: string | undefined
  world?: WorldFile | undefined
  assumptions?: AssumptionChoices | undefined
  /** Seed of a lawful combination of assumptions, instead of choosing them. */
  vary?: string | number | undefined
  validation?: Validation | undefined
  progress?: Readonly<Partial<Record<Thing, Progress | undefined>>> | undefined
  /** Registered for every merchant at the start. */
  webhookUrl?: string | null | undefined
}

/** What is the same for all sandboxes of a simulator. */
export interface Surroundings {
  allowAnyWebhookHost?: boolean | undefined
  webhookTimeoutMs?: number | undefined
  /** How webhooks leave the simulator; over HTTP by default. */
  transport?: Transport | undefined
  /** Handlers that take the place of the simulator's own, for those who embed a service that behaves otherwise. */
  handlers?: Partial<Handlers> | undefined
}

export const defaultStart = '2026-01-05T09:00:00.000Z'

/** The options of a sandbox; throws a UsageError that says what is wrong with what was asked for. */
export function sandboxOptions(setup: SandboxSetup & Surroundings, publicUrl: string): SandboxOptions {
  const start = parseInstant(setup.start ?? defaultStart)
  if (start === undefined)
    throw new UsageError(
      `"${setup.start}" is no instant.`,
      'The start of a world is an instant in ISO 8601 with its offset.',
      `Give one, such as ${defaultStart}.`,
    )
  const { allowAnyWebhookHost = false, webhookTimeoutMs = defaultTimeoutMs } = setup
  const webhookUrl = setup.webhookUrl ?? null
  if (webhookUrl !== null) checkWebhookUrl(webhookUrl, allowAnyWebhookHost)
  return {
    file: setup.world ?? defaultWorld,
    assumptions: assumptionsOf(setup),
    seed: String(setup.seed ?? 1),
    start,
    publicUrl,
    progress: progressOf(setup.progress ?? {}),
    webhookUrl,
    validation: setup.validation ?? 'strict',
    transport: setup.transport ?? httpTransport,
    webhookTimeoutMs,
    handlers: setup.handlers === undefined ? handlers : { ...handlers, ...setup.handlers },
    allowAnyWebhookHost,
  }
}

function assumptionsOf({ vary, assumptions }: SandboxSetup): Assumptions {
  if (vary === undefined) return assumptions === undefined ? Assumptions.first : Assumptions.from(assumptions)
  if (assumptions !== undefined)
    throw new UsageError(
      'Assumptions are either chosen or varied.',
      'Both a choice of assumptions and a seed to vary them were given.',
      'Give one of the two.',
    )
  return Assumptions.vary(new SeededRandom(`vary ${vary}`))
}

function progressOf(
  written: Readonly<Partial<Record<Thing, Progress | undefined>>>,
): Partial<Record<Thing, Progress>> {
  const chosen: Partial<Record<Thing, Progress>> = {}
  for (const [thing, progress] of Object.entries(written) as [Thing, Progress | undefined][])
    if (progress !== undefined) chosen[thing] = progress
  return chosen
}
