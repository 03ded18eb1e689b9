// The commands `replay`, `lint` and `record`, and their flags. The code that they run is loaded when they run.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { printable, singleLine } from '../core/terminal-text.ts'
import { harmLevels } from '../spec/operation.ts'
import type { RecordFlags } from './record.ts'
import type { ReplayFlags } from './run.ts'

/** Documents `exitCodeOf`. */
const replayExitCodes = `
Exit codes, by the worst verdict:
  0  every scenario passed
  1  a scenario failed
  2  invalid arguments, an invalid scenario, or an unreachable target
  3  a bug of paytwin
  4  no failure, but a scenario was not applicable to the target`

/** Adds `replay` to the program. */
export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('replay scenarios against the simulator or a deployment')
    .argument(
      '[scenarios...]',
      'scenario files, directories, or shipped scenarios such as @lookups; all shipped ones by default',
    )
    .optionsGroup('Target:')
    .option('--target <file>', 'replay against the deployment that a target file describes')
    .addOption(
      new Option('--level <level>', 'what may be done to the deployment; overrides the target file').choices(
        harmLevels,
      ),
    )
    .option('--url <origin>', 'replay against a running simulator, such as http://127.0.0.1:4020')
    .optionsGroup('Built-in simulator:')
    .option('--seed <text>', "the simulator's seed")
    .option('--world <file>', 'the simulator\'s accounts; see "paytwin world"')
    .option('--assumptions <file>', "the simulator's assumptions about unspecified behaviors")
    .option('--random-assumptions <seed>', "draw the simulator's assumptions at random")
    .optionsGroup('What is replayed:')
    .option('--timeout <milliseconds>', 'the time limit for each response; 30000 by default', positiveMs)
    .option('--input <name=value>', 'set an input of the scenarios; repeatable', readInput)
    .option('--bail', 'stop after the first scenario that fails')
    .optionsGroup('Output:')
    .option('--verbose', 'print every request and response')
    .option('--transcript <file>', 'write the transcript; into a directory, one for each scenario')
    .option('--json <file>', 'write a report as JSON')
    .option('--junit <file>', 'write a report as JUnit XML')
    .addHelpText('after', replayExitCodes)
    .action(async (scenarios: string[], flags: Omit<ReplayFlags, 'print'>) => {
      const { replayAll } = await import('./run.ts')
      process.exitCode = await replayAll(scenarios, {
        ...flags,
        print: (text) => console.log(printable(text)),
      })
    })
}

/** Adds `lint` to the program. */
export function addLint(program: Command): void {
  program
    .command('lint')
    .description('check scenarios without running them')
    .argument('<scenarios...>', 'scenario files, directories, or shipped scenarios')
    .addHelpText('after', '\nExit codes: 0 no errors, 2 invalid arguments or an invalid scenario')
    .action(async (scenarios: string[]) => {
      const { lintAll } = await import('./run.ts')
      process.exitCode = lintAll(scenarios, (line) => console.log(singleLine(line)))
    })
}

/** Adds `record` to the program. */
export function addRecord(program: Command): void {
  program
    .command('record')
    .description('forward the requests of a client to a deployment, and record them as a scenario')
    .requiredOption('--out <file>', 'the scenario, which is written at the end')
    .requiredOption('--proxy <url>', 'the base URL of the deployment')
    .option('--target <file>', 'target file with the accounts of that deployment')
    .option(
      '--private-key <file>',
      "a merchant's private key (PEM) to decrypt its payloads; repeatable",
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--title <text>', "the scenario's title", 'A recording')
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--port <number>', 'the port to listen on; 0 for any free port', portNumber, 4020)
    .addHelpText(
      'after',
      '\nExit codes: 0 the scenario was written, 2 invalid arguments, nothing was recorded, or it could not be written',
    )
    .action(async (flags: RecordFlags) => {
      const { record } = await import('./record.ts')
      const ended = new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      await record(flags, ended, (line) => console.log(singleLine(line)))
    })
}

function positiveMs(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a positive whole number of milliseconds, such as 5000.')
}

function readInput(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
  throw new InvalidArgumentError('Expected a name and a value, such as order=o-17.')
}

function portNumber(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (value <= 65535) return value
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535.')
}
