// The commands `replay` and `lint` and their flags. The code that they run is loaded when they run.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { printable, singleLine } from '../core/terminal-text.ts'
import { harmLevels } from '../spec/operation.ts'
import type { ReplayFlags } from './replay-all.ts'

/** Documents `exitCodeOf`. */
const replayExitCodes = `
Exit codes, by the worst verdict:
  0  every scenario passed
  1  a scenario failed, or its transcript differs from the one given with --verify
  2  invalid arguments, an invalid scenario, or an unreachable target
  3  a bug of paytwin
  4  no failure, but a scenario was not applicable to the target`

type CommandFlags = Omit<ReplayFlags, 'print'> & { watch?: boolean; merge?: string[] }

/** Adds `replay` to the program. */
export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('replay scenarios against the simulator or a deployment')
    .argument(
      '[scenarios...]',
      'scenario files, directories, patterns, or shipped scenarios such as @lookups; all shipped ones by default',
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
    .option('--grep <pattern>', 'only scenarios whose file or title matches this regular expression')
    .option('--shard <i/n>', 'the i-th of n parts, for machines that share a run; see --merge')
    .option(
      '--merge <reports...>',
      'print and write the report of a whole run from the --json reports of its shards; replays nothing',
    )
    .option('--bail', 'stop after the first scenario that fails')
    .option('--watch', 'replay again after each change of the files, until Ctrl-C')
    .optionsGroup('Output:')
    .option('--verbose', 'print every request and response, payloads decrypted and encrypted')
    .option('--transcript <file>', 'write the transcript; into a directory, one for each scenario')
    .option('--verify <file>', 'fail if the transcript differs from this file')
    .option('--json <file>', 'write a report as JSON')
    .option('--junit <file>', 'write a report as JUnit XML')
    .addHelpText('after', replayExitCodes)
    .action(async (scenarios: string[], { watch, merge, ...given }: CommandFlags) => {
      const { mergeReplays, replayAll, replayOnChanges } = await import('./replay-all.ts')
      const flags = { ...given, print: (text: string) => console.log(printable(text)) }
      if (merge !== undefined) process.exitCode = await mergeReplays(merge, flags)
      else
        process.exitCode =
          watch === true
            ? await replayOnChanges(scenarios, flags, untilInterrupted())
            : await replayAll(scenarios, flags)
    })
}

/** Adds `lint` to the program. */
export function addLint(program: Command): void {
  program
    .command('lint')
    .description('check scenarios without running them')
    .argument('<scenarios...>', 'scenario files, directories, patterns, or shipped scenarios')
    .addHelpText('after', '\nExit codes: 0 no errors, 2 invalid arguments or an invalid scenario')
    .action(async (scenarios: string[]) => {
      const { lintAll } = await import('./lint/lint.ts')
      process.exitCode = lintAll(scenarios, (line) => console.log(singleLine(line)))
    })
}

/** Aborts with the first interruption. The second one ends the process. */
function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort())
  return interrupted.signal
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
