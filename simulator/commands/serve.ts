// The command `serve`. It is loaded at every start, so modules that take time to load are imported when it runs.

import type { Command } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import { optionRules, type SimulatorOptions, wholeNumbers } from '../options/simulator-options.ts'
import { numberFlag, readAutomation, textFlag } from './flags.ts'

/** The options of a simulator, with files in place of their content, and where to listen. */
interface ServeFlags extends Omit<SimulatorOptions, 'world' | 'assumptions'> {
  port: number
  host: string
  world?: string
  assumptions?: string
}

/** Adds `serve` to the program. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the simulator on this machine (default command)')
    .option(
      '--port <number>',
      'the port to listen on; 0 takes any free port',
      numberFlag('port', wholeNumbers(0, 65535)),
      4020,
    )
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option(
      '--public-url <url>',
      'where others reach the simulator; links in responses start with it',
      textFlag('publicUrl'),
    )
    .option('--seed <text>', 'the seed of everything random')
    .option('--start <instant>', 'the first instant of the clock, such as 2026-01-05T09:00:00Z')
    .option('--world <file>', 'a JSON file with the accounts; see "paytwin world"')
    .option('--assumptions <file>', 'a JSON file with options of unspecified behaviors')
    .option('--random-assumptions <seed>', 'draw an option for every unspecified behavior from this seed')
    .option(
      '--validation <strict|report>',
      'refuse requests that violate the contract, or report the violations and continue',
      textFlag('validation'),
      'strict',
    )
    .option(
      '--clock <manual|ratio>',
      '"manual", or a multiple of real time such as 60x',
      textFlag('clock'),
      'manual',
    )
    .option('--webhook-url <url>', 'the initial webhook of every merchant')
    .option(
      '--webhook-timeout-ms <number>',
      'the time limit for a webhook receiver; 5000 by default',
      numberFlag('webhookTimeoutMs', optionRules.webhookTimeoutMs),
    )
    .option('--allow-any-webhook-host', 'also send webhooks to other machines')
    .option(
      '--automation <group=mode>',
      'when scheduled events happen: auto (at once), clock or manual; repeatable',
      readAutomation,
    )
    .option('--no-control', 'serve without the control API')
    .option(
      '--max-sandboxes <number>',
      'the maximum number of named sandboxes; 256 by default',
      numberFlag('maxSandboxes', optionRules.maxSandboxes),
    )
    .action(serve)
}

/** Serves until the process is signaled to end. */
async function serve(flags: ServeFlags): Promise<void> {
  const { host, port, world: _world, assumptions, ...rest } = flags
  const options: SimulatorOptions = { ...rest, ...(await readFiles(flags)) }
  const [{ Simulator }, { listen }, { greeting, tokenVariable }] = await Promise.all([
    import('../simulator.ts'),
    import('../http/listening.ts'),
    import('./greeting.ts'),
  ])
  const log = options.validation === 'report' ? { log: printLogLine } : {}
  const chosenToken = process.env.PAYTWIN_CONTROL_TOKEN || undefined
  const { simulator, url, controlToken, close } = await listen(
    { host, port, controlToken: chosenToken, ...log },
    (url) => new Simulator({ ...options, publicUrl: options.publicUrl ?? url }),
  )
  const { clock = 'manual', control = true, randomAssumptions } = options
  process.stdout.write(
    greeting(simulator.defaultSandbox, {
      url,
      publicUrl: simulator.publicUrl,
      clock,
      control,
      // A token that the user chose is not printed.
      controlToken: controlToken !== undefined && chosenToken !== undefined ? tokenVariable : controlToken,
      randomAssumptions,
      assumptions,
    }),
  )
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  simulator.close()
  await close()
}

/** Log lines that a stalled reader has not taken yet; further ones are dropped. */
const maxBufferedLogBytes = 1 << 20

function printLogLine(line: string): void {
  if (process.stdout.writableLength < maxBufferedLogBytes) console.log(singleLine(line))
}

/** The options that are read from files. */
async function readFiles({ world, assumptions }: ServeFlags): Promise<SimulatorOptions> {
  if (world === undefined && assumptions === undefined) return { world: undefined, assumptions: undefined }
  const { readAssumptionsFile, readWorldFile } = await import('./files.ts')
  return {
    world: world === undefined ? undefined : await readWorldFile(world),
    assumptions: assumptions === undefined ? undefined : await readAssumptionsFile(assumptions),
  }
}
