// The command `verify`: its flags, the run, and the reports.

import { setTimeout } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { learnTarget } from '../../client/target.ts'
import { writeTargetTemplate } from '../../client/target-file.ts'
import { errorMessage, errorStack, UsageError } from '../../core/errors.ts'
import { checkOutput } from '../../core/output-files.ts'
import { Redactor } from '../../core/redaction.ts'
import { flagWords } from '../../core/shell-words.ts'
import { printable, singleLine, usageText } from '../../core/terminal-text.ts'
import { type Harm, harmLevels } from '../../spec/operation.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { exitCodeHelp, exitCodes } from '../judge/exit-codes.ts'
import type { FoundFailure } from '../judge/verdicts.ts'
import type { Deployment } from '../observe/deployment.ts'
import { secondsIn } from '../observe/duration.ts'
import { deploymentOf, type TargetFlags, targetWords } from '../observe/target-flags.ts'
import { saveProfileTo } from '../profile/profile.ts'
import { checkReports, reportFiles, type ScenarioWriter, writeReports } from '../report/files.ts'
import { printReport } from '../report/output.ts'
import { progressOf } from '../report/progress.ts'
import type { SuiteOptions } from './suite-options.ts'
import { defaultRuns, verify } from './verify.ts'

interface Flags extends TargetFlags, SuiteOptions {
  init?: string | true
  target?: string
  json?: boolean
  report?: string
  saveProfile?: string
}

/** Adds `verify` to a program. `scenarios` loads the writer of scenarios, which is needed only for failures. */
export function addVerifyCommand(program: Command, scenarios?: () => Promise<ScenarioWriter>): void {
  const command = program
    .command('verify')
    .description('check that a deployment conforms to the contract; the built-in simulator by default')
  addTargetOptions(command)
  addCheckOptions(command)
  addTimeOptions(command)
  command
    .optionsGroup('Reports:')
    .option('--json', 'print the report as JSON')
    .option(
      '--report <directory>',
      'write report.json, junit.xml, code-quality.json, report.html and scenarios of failures to this directory',
    )
    .option(
      '--save-profile <file>',
      'write what the run learned about the deployment; a target file can name it as profile',
    )
    .addHelpText('after', exitCodeHelp)
    .action(async (flags: Flags) => {
      if (flags.init !== undefined) initTarget(flags.init === true ? 'target.jsonc' : flags.init)
      else process.exitCode = await runVerify(flags, scenarios)
    })
}

function addTargetOptions(command: Command): void {
  command
    .optionsGroup('Target:')
    .option('--target <file>', 'a target file (client/target.schema.json)')
    .option('--init [file]', 'write a target file with comments to fill in (default: target.jsonc)')
    .option(
      '--base-url <url>',
      'the base URL of the service; overrides the target file. Without a file, the accounts of the default world are used',
    )
    .option('--control-url <url>', 'the control API of a simulator; overrides the target file')
    .option(
      '--level <level>',
      `the maximum harm of requests: ${harmLevels.join(' < ')} (default: as in the target file, else disruptive for a paytwin on this machine, and read for everything else)`,
      levelOf,
    )
}

function addCheckOptions(command: Command): void {
  command
    .optionsGroup('What is checked:')
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
    .option(
      '--strict',
      'fail on warnings: violations of inferred requirements, and answers that nothing permitted explains',
    )
}

function addTimeOptions(command: Command): void {
  command
    .option(
      '--max-duration <duration>',
      'end the run after this time: 300, 5m, 1h; what was not checked by then is inconclusive',
      secondsOf,
    )
    .option(
      '--patience <duration>',
      'how long the run may wait in real time where the target has no clock: 90m, 3h, 2d (default: no such wait)',
      secondsOf,
    )
    .option(
      '--prepare <file>',
      'begin a run in two phases: create what takes days, and write its state to this file',
    )
    .option('--resume <file>', 'continue a prepared run: judge what can be judged by now')
}

function initTarget(path: string): void {
  writeTargetTemplate(path)
  process.stdout.write(`Wrote ${path}. Fill it in, then run: npx paytwin verify --target ${path}\n`)
}

interface OpenedDeployment {
  deployment?: Deployment
}

/** Runs the suite, writes the report to standard output and returns the exit code. */
export async function runVerify(flags: Flags, scenarios?: () => Promise<ScenarioWriter>): Promise<number> {
  const opened: OpenedDeployment = {}
  const interrupted = new AbortController()
  const interrupts = closeOnInterrupt(opened, interrupted)
  try {
    if (flags.report !== undefined) checkReports(flags.report)
    if (flags.saveProfile !== undefined) checkOutput(flags.saveProfile)
    const deployment = await deploymentOf(flags)
    opened.deployment = deployment
    const found: FoundFailure[] = []
    const { only, report: directory, saveProfile } = flags
    const report = await verify(deployment, {
      ...flags,
      command: `npx paytwin verify${targetWords(flags)}`,
      signal: interrupted.signal,
      ...(only === undefined ? {} : { only: only.flatMap((ids) => ids.split(',')) }),
      announce: (text) => process.stderr.write(`${text}\n`),
      progress: progressOf(process.stderr),
      evidence: (failure) => found.push(failure),
    })
    if (saveProfile !== undefined) await saveProfileTo(saveProfile, deployment.profile)
    let writeCode: number = exitCodes.conforms
    if (directory !== undefined) {
      const scenario = found.length > 0 ? await scenarios?.() : undefined
      const replayTarget = { target: deployment.target, flags: replayFlags(flags, report.level) }
      // Files that cannot be written do not hide the verdict.
      writeCode = await writeReports(directory, report, found, replayTarget, scenario).then(
        () => exitCodes.conforms,
        (error: unknown) => printError(error, opened),
      )
    }
    if (flags.json === true) process.stdout.write(reportFiles['report.json'](report))
    else printReport(report, writeCode === exitCodes.conforms ? directory : undefined)
    return report.exitCode === exitCodes.conforms ? writeCode : report.exitCode
  } catch (error) {
    // A step that an interruption cuts off is no error.
    return interrupts.code() ?? printError(error, opened)
  } finally {
    interrupts.ignore()
    await close(opened)
  }
}

function printError(error: unknown, opened: OpenedDeployment): number {
  const redactor = redactorOf(opened)
  if (error instanceof UsageError) {
    process.stderr.write(`paytwin: ${redactor.text(usageText(error))}\n`)
    return exitCodes.usage
  }
  const stack = printable(redactor.text(errorStack(error))).replaceAll('\n', '\n  ')
  process.stderr.write(`paytwin: Internal error.\n  ${stack}\n  This is a bug of paytwin.\n`)
  return exitCodes.internalError
}

/** The flags of `paytwin replay` that select the target of a run; undefined if they cannot. */
function replayFlags({ target, baseUrl, controlUrl }: Flags, level: string): string | undefined {
  if (target !== undefined && baseUrl === undefined && controlUrl === undefined)
    return flagWords({ '--target': target, '--level': level })
  if (target !== undefined) return undefined
  if (baseUrl === undefined) return ''
  const { origin } = new URL(baseUrl)
  return controlUrl === `${origin}/control` && baseUrl === `${origin}/api`
    ? flagWords({ '--url': origin })
    : undefined
}

const maxCloseMs = 5000

/** The redaction of error messages: it knows the secrets of the target, once it is open. */
function redactorOf({ deployment }: OpenedDeployment): Redactor {
  const redactor = new Redactor(redactionPolicy, { show: (name) => `<${name}>` })
  if (deployment !== undefined) learnTarget(redactor, deployment.target)
  return redactor
}

/** Closes a deployment. An error, or a target that hangs, is reported and does not change the verdicts. */
async function close(opened: OpenedDeployment): Promise<void> {
  const { deployment } = opened
  if (deployment === undefined) return
  const timeout = setTimeout(maxCloseMs).then(() => {
    throw new Error(`The target did not respond within ${maxCloseMs} ms.`)
  })
  await Promise.race([deployment.close(), timeout]).catch((error: unknown) => {
    const text = singleLine(redactorOf(opened).text(errorMessage(error)))
    process.stderr.write(`paytwin: Cannot undo the setup of the target.\n  ${text}\n`)
  })
}

/** Ends the run if the process is interrupted, so that it reports what was checked; closes the deployment the second time. */
function closeOnInterrupt(opened: OpenedDeployment, interrupted: AbortController) {
  const signals = { SIGINT: 130, SIGTERM: 143 } as const
  let received: number | undefined
  const handlers = Object.entries(signals).map(([signal, code]) => {
    const handler = () => {
      received = code
      if (opened.deployment !== undefined && !interrupted.signal.aborted) interrupted.abort()
      else void close(opened).then(() => process.exit(code))
    }
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return {
    /** The exit code of the signal; undefined without one. */
    code: () => received,
    ignore: () => {
      for (const off of handlers) off()
    },
  }
}

const maxInteger = 2147483647

function integerFrom(min: number) {
  return (text: string): number => {
    const value = Number(text)
    if (Number.isSafeInteger(value) && value >= min && value <= maxInteger) return value
    throw new InvalidArgumentError(`Expected an integer from ${min} to ${maxInteger}.`)
  }
}

function secondsOf(text: string): number {
  const seconds = secondsIn(text)
  if (seconds !== undefined && seconds > 0) return seconds
  throw new InvalidArgumentError('Expected a duration of at least 1 s, such as 90, 90m, 3h or 2d.')
}

function levelOf(text: string): Harm {
  const level = harmLevels.find((one) => one === text)
  if (level !== undefined) return level
  throw new InvalidArgumentError(`Expected one of: ${harmLevels.join(', ')}.`)
}
