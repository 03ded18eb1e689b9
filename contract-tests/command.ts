// The verb `verify` of the command line: which target, how much of it, and where the reports go.

import { type Command, InvalidArgumentError } from 'commander'
import { errorMessage, errorStack, UsageError } from '../core/errors.ts'
import { type Harm, harmLevels } from '../spec/operation.ts'
import { exitCodeHelp } from './engine/exit-codes.ts'
import { defaultRuns, verify } from './engine/run-properties.ts'
import type { FoundFailure } from './engine/verdicts.ts'
import { paintFor } from './report/color.ts'
import { type ScenarioWriter, writeReports } from './report/files.ts'
import { progressOf } from './report/progress.ts'
import { exitCodes } from './report/report.ts'
import { terminalReport } from './report/terminal.ts'
import type { Deployment } from './targets/deployment.ts'
import { deploymentOf, type TargetFlags, targetWords } from './targets/target-flags.ts'

interface Flags extends TargetFlags {
  level?: Harm
  seed?: number
  runs?: number
  only?: string[]
  property?: string
  path?: string
  smoke?: boolean
  acceptPartial?: boolean
  report?: string
}

/** Adds `verify` to a program. `scenarios` loads what writes failures as scenarios, once there is one. */
export function addVerifyCommand(program: Command, scenarios?: () => Promise<ScenarioWriter>): void {
  program
    .command('verify')
    .description(
      'hold a deployment to the contract; without a target, the built-in simulator in this process',
    )
    .option('--target <file>', 'a target file (client/target.schema.json)')
    .option(
      '--base-url <url>',
      'where the service answers; overrides the target file; without one, it must have the people of the built-in world',
    )
    .option('--control-url <url>', 'the control API of a simulator; overrides the target file')
    .option(
      '--level <level>',
      `the most that may be done: ${harmLevels.join(' < ')}; "read" unless the host is this machine`,
      levelOf,
    )
    .option('--seed <integer>', 'the seed of generated inputs (1)', integerFrom(-2147483648))
    .option('--runs <count>', `how many generated inputs each property gets (${defaultRuns})`, integerFrom(1))
    .option('--smoke', 'few generated inputs, for a first look')
    .option(
      '--only <ids...>',
      "requirements, by a resource of the report's table, by id, or by the part of ids before the dot",
    )
    .option('--property <words>', 'one property, by words of its title')
    .option('--path <path>', 'where a failing property begins again')
    .option('--accept-partial', 'let what is not applicable to the target not count: see exit codes')
    .option(
      '--report <directory>',
      'write report.json, junit.xml, report.html and scenarios of failures there',
    )
    .addHelpText('after', exitCodeHelp)
    .action(async (flags: Flags) => {
      process.exitCode = await runVerify(flags, scenarios)
    })
}

/** Runs the suite as the flags say; writes to standard output and gives the exit code. */
export async function runVerify(flags: Flags, scenarios?: () => Promise<ScenarioWriter>): Promise<number> {
  const opened: { deployment?: Deployment } = {}
  const interrupted = interruption(opened)
  try {
    const deployment = await deploymentOf(flags)
    opened.deployment = deployment
    const found: FoundFailure[] = []
    const { target: _, baseUrl: __, controlUrl: ___, only, report: directory, ...options } = flags
    const report = await verify(deployment, {
      ...options,
      command: `paytwin verify${targetWords(flags)}`,
      ...(only === undefined ? {} : { only: only.flatMap((ids) => ids.split(',')) }),
      progress: progressOf(process.stderr),
      evidence: (failure) => found.push(failure),
    })
    if (directory !== undefined) {
      const scenario = found.length > 0 ? await scenarios?.() : undefined
      writeReports(directory, report, found, deployment.target, scenario)
    }
    const paint = paintFor(process.stdout, process.env)
    process.stdout.write(`${terminalReport(report, { directory, paint })}\n`)
    return report.exitCode
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`paytwin: ${error.fact}\n  ${error.detail}\n  ${error.remedy}\n`)
      return exitCodes.usage
    }
    process.stderr.write(`paytwin: The suite broke.\n  ${errorStack(error)}\n  This is a fault of paytwin.\n`)
    return exitCodes.broke
  } finally {
    interrupted.ignore()
    await leave(opened.deployment)
  }
}

/** Closes a deployment; what stays behind because it cannot be closed is told, and changes no verdict. */
async function leave(deployment: Deployment | undefined): Promise<void> {
  await deployment?.close().catch((error: unknown) => {
    process.stderr.write(`paytwin: What was set up could not be taken down.\n  ${errorMessage(error)}\n`)
  })
}

/** Takes down what was set up when the run is interrupted. */
function interruption(opened: { deployment?: Deployment }) {
  const signals = { SIGINT: 130, SIGTERM: 143 } as const
  const handlers = Object.entries(signals).map(([signal, code]) => {
    const handler = () => {
      void leave(opened.deployment).then(() => process.exit(code))
    }
    process.once(signal, handler)
    return () => process.off(signal, handler)
  })
  return {
    ignore: () => {
      for (const off of handlers) off()
    },
  }
}

function integerFrom(min: number) {
  return (text: string): number => {
    const value = Number(text)
    if (Number.isSafeInteger(value) && value >= min && value <= 2147483647) return value
    throw new InvalidArgumentError(`It must be an integer from ${min} on.`)
  }
}

function levelOf(text: string): Harm {
  const level = harmLevels.find((one) => one === text)
  if (level !== undefined) return level
  throw new InvalidArgumentError(`Choose among: ${harmLevels.join(', ')}.`)
}
