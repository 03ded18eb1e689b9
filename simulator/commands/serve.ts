// The verb `serve`: its flags, and what it does with them. It is loaded at every start, so what costs time to load is
// loaded when it runs.

import type { Command } from 'commander'
import { defaultTimeoutMs, sandboxBounds, timeoutBounds } from '../options/simulator-options.ts'
import type { Validation } from '../sandbox/sandbox.ts'
import type { Simulator, SimulatorOptions } from '../simulator.ts'
import {
  type Pace,
  type ProgressChoices,
  readPace,
  readProgress,
  readValidation,
  wholeNumber,
} from './flags.ts'

interface ServeFlags {
  port: number
  host: string
  seed?: string
  start?: string
  world?: string
  assumptions?: string
  vary?: string
  validation: Validation
  clock: Pace
  webhookUrl?: string
  webhookTimeout: number
  allowAnyWebhookHost?: boolean
  progress?: ProgressChoices
  control: boolean
  maxSandboxes?: number
}

/** Adds `serve` to the program. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the simulator on this machine; done when no command is named')
    .option(
      '--port <number>',
      'where to listen; 0 takes any free port',
      wholeNumber('--port', 0, 65535),
      4020,
    )
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--seed <text>', 'the same seed and the same requests give the same answers')
    .option('--start <instant>', 'where the clock stands at first, such as 2026-01-05T09:00:00Z')
    .option('--world <file>', 'who exists: see "paytwin world"')
    .option('--assumptions <file>', 'what to do about unspecified behaviors: ids with names of assumptions')
    .option('--vary <seed>', 'draw other lawful assumptions, the same for the same seed')
    .option(
      '--validation <strict|report>',
      'refuse what breaks the contract, or only say so',
      readValidation,
      'strict',
    )
    .option(
      '--clock <manual|ratio>',
      'time moves when told, or runs so many times as fast: 60x',
      readPace,
      'manual',
    )
    .option('--webhook-url <url>', 'the webhook of every merchant')
    .option(
      '--webhook-timeout <milliseconds>',
      'how long a receiver is waited for',
      wholeNumber('--webhook-timeout', ...timeoutBounds),
      defaultTimeoutMs,
    )
    .option('--allow-any-webhook-host', 'call webhooks on other machines too')
    .option('--progress <thing=how>', 'how things move on: auto, clock or manual; repeatable', readProgress)
    .option('--no-control', 'serve without the control API')
    .option(
      '--max-sandboxes <number>',
      'how many named sandboxes are kept before idle ones go',
      wholeNumber('--max-sandboxes', ...sandboxBounds),
    )
    .action(serve)
}

/** Serves until the process is told to end. */
async function serve(flags: ServeFlags): Promise<void> {
  const options = await simulatorOptions(flags)
  const [{ Simulator }, { listen }, { greeting }] = await Promise.all([
    import('../simulator.ts'),
    import('../http/listening.ts'),
    import('./greeting.ts'),
  ])
  const { host, port, clock, control, vary, assumptions } = flags
  const log = flags.validation === 'report' ? { log: (line: string) => console.log(line) } : {}
  const { simulator, url, close } = await listen(
    { host, port, ...log },
    (publicUrl) => new Simulator({ ...options, publicUrl }),
  )
  const pace = clock === 'manual' ? 'manual' : `${clock}x`
  process.stdout.write(greeting(simulator.defaultSandbox, { url, pace, control, vary, assumptions }))
  const stop = await pacing(simulator, clock)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  stop()
  await close()
}

/** Lets the clock run where a ratio was asked for; gives back what stops it. */
async function pacing({ defaultSandbox }: Simulator, clock: Pace): Promise<() => void> {
  if (clock === 'manual') return () => undefined
  const { runClock } = await import('../sandbox/running-clock.ts')
  return runClock(defaultSandbox, clock, (error) => console.error('paytwin: the clock stopped:', error))
}

async function simulatorOptions(flags: ServeFlags): Promise<SimulatorOptions> {
  const { seed, start, vary, validation, progress, allowAnyWebhookHost, webhookUrl, control } = flags
  const given: SimulatorOptions = {
    seed,
    start,
    vary,
    validation,
    progress,
    allowAnyWebhookHost,
    webhookUrl,
    webhookTimeoutMs: flags.webhookTimeout,
    control,
  }
  if (flags.maxSandboxes !== undefined) given.maxSandboxes = flags.maxSandboxes
  if (flags.world !== undefined || flags.assumptions !== undefined) {
    const { readAssumptionsFile, readWorldFile } = await import('./files.ts')
    if (flags.world !== undefined) given.world = await readWorldFile(flags.world)
    if (flags.assumptions !== undefined) given.assumptions = await readAssumptionsFile(flags.assumptions)
  }
  return given
}
