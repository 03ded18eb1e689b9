// The verbs `replay` and `lint`: their flags, and what is done with them. It is loaded at every start of the
// program, so what costs time to load is loaded when a verb runs.

import { type Command, InvalidArgumentError } from 'commander'

interface ReplayFlags {
  target?: string
  url?: string
  seed?: string
  vary?: string
  timeout: number
  input?: Record<string, string>
  verbose?: boolean
  transcript?: string
  verify?: string
  json?: string
  junit?: string
}

const defaultTimeoutMs = 30_000

/** What `exitCodeOf` decides, as people read it. */
const replayExitCodes = `
Exit codes; the worst that happened decides:
  0  every scenario passed
  1  a scenario failed, or its transcript differs from the one that was kept
  2  wrong usage, a scenario that cannot be run as it is written, or the target does not answer
  3  paytwin itself broke
  4  nothing failed, but a scenario was not applicable to the target`

/** Adds `replay` to the program. */
export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('replay scenarios: against the simulator in process, one that is served, or a deployment')
    .argument('[scenarios...]', 'scenario files, or directories of them; scenarios/catalog by default')
    .option('--target <file>', 'a deployment, as a target file describes it')
    .option('--url <origin>', 'a simulator that is served, such as http://127.0.0.1:4020')
    .option('--seed <text>', "the simulator's seed")
    .option('--vary <seed>', 'let the simulator draw other lawful assumptions')
    .option('--timeout <milliseconds>', 'how long an answer may take', wholeMs, defaultTimeoutMs)
    .option('--input <name=value>', 'an input of the scenarios; repeatable', readInput)
    .option('--verbose', 'show every exchange, encrypted payloads in plain and as they went')
    .option('--transcript <file>', 'write the canonical transcript; into a directory, one for each scenario')
    .option('--verify <file>', 'fail where the transcript differs from that one')
    .option('--json <file>', 'write a report as JSON')
    .option('--junit <file>', 'write a report as JUnit XML')
    .addHelpText('after', replayExitCodes)
    .action(async (scenarios: string[], flags: ReplayFlags) => {
      const { replayAll } = await import('./replay-run.ts')
      process.exitCode = await replayAll(scenarios, {
        ...flags,
        input: flags.input ?? {},
        timeoutMs: flags.timeout,
        print: (line) => console.log(line),
      })
    })
}

/** Adds `lint` to the program. */
export function addLint(program: Command): void {
  program
    .command('lint')
    .description('say what is wrong with scenarios, without running them')
    .argument('<scenarios...>', 'scenario files, or directories of them')
    .action(async (scenarios: string[]) => {
      const { lintAll } = await import('./replay-run.ts')
      process.exitCode = lintAll(scenarios, (line) => console.log(line))
    })
}

function wholeMs(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new InvalidArgumentError('It takes a whole number of milliseconds above zero, such as 5000.')
}

function readInput(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
  throw new InvalidArgumentError('It takes a name and a value, such as order=o-17.')
}
