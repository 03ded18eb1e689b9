// The flags of a simulator that a command serves: those that `serve` and `exec` share.

import { join } from 'node:path'
import type { Command } from 'commander'
import { UsageError } from '../../core/errors.ts'
import { optionRules, type SimulatorOptions, wholeNumbers } from '../options/simulator-options.ts'
import { flagOf, numberFlag, readAutomation, readOrigin, readStart, textFlag } from './flags.ts'
import type { LogForm } from './log-lines.ts'

/** The options of a simulator, with files in place of their content. */
export interface SimulatorFlags
  extends Omit<SimulatorOptions, 'world' | 'assumptions' | 'snapshot' | 'plugins'> {
  world?: string
  assumptions?: string
  snapshot?: string
  plugin?: readonly string[]
  /** The directory of a twin, which has a world and assumptions. */
  twin?: string
}

/** The flags of a simulator, where to listen, and what to print. */
export interface ServeFlags extends SimulatorFlags {
  log: LogForm
  quiet?: boolean
  port: number
  host: string
  addressFile?: string
  data?: string
}

/** Where a command listens. */
export const portFlag = [
  '--port <number>',
  'the port to listen on; 0 takes any free port',
  numberFlag('port', wholeNumbers(0, 65535)),
] as const

export function addSimulatorFlags(command: Command): Command {
  command
    .optionsGroup('World:')
    .option('--seed <text>', 'the seed of everything random')
    .option('--start <instant>', 'the first instant of the clock, such as 2026-01-05T09:00:00Z', readStart)
    .option('--world <file>', 'a JSON file with the accounts; see "paytwin world"')
    .option('--assumptions <file>', 'a JSON file with options of unspecified behaviors')
    .option('--twin <directory>', 'the world and the assumptions that "paytwin learn" wrote')
    .option('--snapshot <file>', 'start the default sandbox with this state; see "paytwin export"')
    .option('--random-assumptions <seed>', 'draw an option for every unspecified behavior from this seed')
    .optionsGroup('Behavior:')
    .option(
      '--validation <strict|report>',
      'refuse requests that violate the contract, or report the violations and continue; strict by default',
      textFlag('validation'),
    )
    .option(
      '--clock <manual|ratio>',
      '"manual", or a multiple of real time such as 60x',
      textFlag('clock'),
      'manual',
    )
    .option(
      '--cors <origin>',
      'pages of this origin may call the service, in addition to pages of this machine; repeatable',
      readOrigin,
    )
    .option(
      '--automation <group=mode>',
      'when scheduled events happen: auto (at once), clock or manual; repeatable',
      readAutomation,
    )
    .option(
      '--plugin <file>',
      'a JavaScript module that adds routes and behavior outside the contract; repeatable',
      (file, earlier: readonly string[] = []) => [...earlier, file],
    )
    .option(
      '--return-seconds <number>',
      'seconds until the checkout page returns to the shop; 3 by default',
      numberFlag('returnSeconds', optionRules.returnSeconds),
    )
  return addServingFlags(
    command.optionsGroup('Webhooks:').option('--webhook-url <url>', 'the initial webhook of every merchant'),
  )
}

/** Adds the flags that apply to sandboxes whatever they started with. */
function addServingFlags(command: Command): Command {
  return command
    .option(
      '--webhook-timeout-ms <number>',
      'the time limit for a webhook receiver; 5000 by default',
      numberFlag('webhookTimeoutMs', optionRules.webhookTimeoutMs),
    )
    .option('--allow-any-webhook-host', 'also send webhooks to other machines')
}

/** The flags with the files of a twin in place of its directory. */
export function withTwinFiles<Flags extends SimulatorFlags>({ twin, ...flags }: Flags): Omit<Flags, 'twin'> {
  if (twin === undefined) return flags
  const other = (['world', 'assumptions', 'randomAssumptions'] as const).find(
    (name) => flags[name] !== undefined,
  )
  if (other !== undefined)
    throw new UsageError(
      `--twin and ${flagOf(other)} exclude each other.`,
      'A twin has a world and assumptions.',
      `Leave out one of them, or use --world ${twin}/world.json.`,
    )
  return { ...flags, world: join(twin, 'world.json'), assumptions: join(twin, 'assumptions.json') }
}

/** The options of a simulator, from its flags and the files that they name. */
export async function simulatorOptions(flags: SimulatorFlags): Promise<SimulatorOptions> {
  const { world, assumptions, snapshot, plugin, ...options } = withTwinFiles(flags)
  if ([world, assumptions, snapshot, plugin].every((file) => file === undefined)) return options
  const { readAssumptionsFile, readPluginFiles, readSnapshotFile, readWorldFile } = await import('./files.ts')
  return {
    ...options,
    world: world === undefined ? undefined : await readWorldFile(world),
    assumptions: assumptions === undefined ? undefined : await readAssumptionsFile(assumptions),
    plugins: plugin === undefined ? undefined : await readPluginFiles(plugin),
    snapshot: snapshot === undefined ? undefined : await readSnapshotFile(snapshot),
  }
}
