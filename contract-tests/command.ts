// The command `verify`: its flags, the run, and the reports.

import { type Command, InvalidArgumentError } from 'commander'
import { errorMessage, errorStack, UsageError } from '../core/errors.ts'
import { type Harm, harmLevels } from '../spec/operation.ts'
import { exitCodeHelp } from './engine/exit-codes.ts'
import { flagWords } from './engine/reproduction.ts'
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
  strict?: boolean
  report?: string
}

/** Adds `verify` to a program. `scenarios` loads the writer of scenarios, which is needed only for failures. */
export function addVerifyCommand(program: Command, scenarios?: () => Promise<ScenarioWriter>): void {
  program
    .command('verify')
    .description('check that a deployment conforms to the contract; the built-in simulator by default')
    .option('--target <file>', 'a target file (client/target.schema.json)')
    .option(
      '--base-url <url>',
      'the base URL of the service; overrides the target file. Without a file, the accounts of the default world are used',
    )
    .option('--control-url <url>', 'the control API of a simulator; overrides the target file')
    .option(
      '--level <level>',
      `the maximum harm of requests: ${harmLevels.join(' < ')} (default: as in the target file, else disruptive on this machine and read elsewhere)`,
      levelOf,
    )
    .option('--seed <integer>', 'the seed of generated inputs (default: 1)', integerFrom(-2147483648))
    .option(
      '--runs <count>',
      `the number of generated inputs for each property (default: ${defaultRuns})`,
      integerFrom(1),
    )
    .option('--smoke', 'few generated inputs, for a quick run')
    .option('--only <ids...>', 'only these requirements, by id or by resource (partial-payments)')
    .option('--property <title>', 'only the property with this title, or with this text in its title')
    .option('--path <path>', 'run only the failing input of a property, as printed with the failure')
    .option(
      '--accept-partial',
      'ignore requirements that are not applicable to the target; see the exit codes',
    )
    .option('--strict', 'fail on violations of inferred requirements, which are warnings by default')
    .option(
      '--report <directory>',
      'write report.json, junit.xml, report.html and scenarios of failures to this directory',
    )
    .addHelpText('after', exitCodeHelp)
    .action(async (flags: Flags) => {
      process.exitCode = await runVerify(flags, scenarios)
    })
}

/** Runs the suite, writes the report to standard output and returns the exit code. */
export async function runVerify(flags: Flags, scenarios?: () => Promise<ScenarioWriter>): Promise<number> {
  const opened: { deployment?: Deployment } = {}
  const interrupts = closeOnInterrupt(opened)
  try {
    const deployment = await deploymentOf(flags)
    opened.deployment = deployment
    const found: FoundFailure[] = []
    const { target: _, baseUrl: __, controlUrl: ___, only, report: directory, ...options } = flags
    const report = await verify(deployment, {
      ...options,
      command: `npx paytwin verify${targetWords(flags)}`,
      ...(only === undefined ? {} : { only: only.flatMap((ids) => ids.split(',')) }),
      progress: progressOf(process.stderr),
      evidence: (failure) => found.push(failure),
    })
    if (directory !== undefined) {
      const scenario = found.length > 0 ? await scenarios?.() : undefined
      const replayTarget = { target: deployment.target, flags: replayFlags(flags) }
      writeReports(directory, report, found, replayTarget, scenario)
    }
    const paint = paintFor(process.stdout, process.env)
    process.stdout.write(`${terminalReport(report, { directory, paint })}\n`)
    return report.exitCode
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`paytwin: ${error.fact}\n  ${error.detail}\n  ${error.remedy}\n`)
      return exitCodes.usage
    }
    process.stderr.write(`paytwin: Internal error.\n  ${errorStack(error)}\n  This is a bug of paytwin.\n`)
    return exitCodes.internalError
  } finally {
    interrupts.ignore()
    await close(opened.deployment)
  }
}

/** The flags of `paytwin replay` for the same target. It takes the place of a deployment from a target file only. */
function replayFlags({ target, baseUrl }: Flags): string {
  return flagWords({ '--target': target ?? (baseUrl === undefined ? undefined : 'TARGET_FILE') })
}

/** Closes a deployment. An error is reported and does not change the verdicts. */
async function close(deployment: Deployment | undefined): Promise<void> {
  await deployment?.close().catch((error: unknown) => {
    process.stderr.write(`paytwin: Cannot undo the setup of the target.\n  ${errorMessage(error)}\n`)
  })
}

/** Closes the deployment if the process is interrupted. */
function closeOnInterrupt(opened: { deployment?: Deployment }) {
  const signals = { SIGINT: 130, SIGTERM: 143 } as const
  const handlers = Object.entries(signals).map(([signal, code]) => {
    const handler = () => {
      void close(opened.deployment).then(() => process.exit(code))
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
    throw new InvalidArgumentError(`Expected an integer of at least ${min}.`)
  }
}

function levelOf(text: string): Harm {
  const level = harmLevels.find((one) => one === text)
  if (level !== undefined) return level
  throw new InvalidArgumentError(`Expected one of: ${harmLevels.join(', ')}.`)
}
