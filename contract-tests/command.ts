// The verb `verify` of the command line: which target, how much of it, and where the reports go.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Control } from './control-capabilities.ts'
import type { Deployment } from './deployment.ts'
import { defaultRuns, verify } from './engine.ts'
import { Misuse } from './misuse.ts'
import { overHttp } from './over-http.ts'
import { htmlReport } from './report/html.ts'
import { junitReport } from './report/junit.ts'
import { exitCodes, type Report } from './report/report.ts'
import { terminalReport } from './report/terminal.ts'
import { type Level, levels, readTarget, resolveTarget, type Target } from './target.ts'

interface Flags {
  target?: string
  baseUrl?: string
  controlUrl?: string
  level?: string
  seed?: string
  runs?: string
  path?: string
  only?: string[]
  smoke?: boolean
  report?: string
}

/** Adds `verify` to a program. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'hold a deployment to the contract; without a target, the built-in simulator in this process',
    )
    .option('--target <file>', 'a target file (contract-tests/target.schema.json)')
    .option('--base-url <url>', 'where the service answers; overrides the target file')
    .option('--control-url <url>', 'the control API of a simulator; overrides the target file')
    .option('--level <level>', `the most that may be done: ${levels.join(', ')}`)
    .option('--seed <integer>', 'the seed of generated inputs (1)')
    .option('--runs <count>', `how many generated inputs each property gets (${defaultRuns})`)
    .option('--path <path>', 'where a failing property begins again')
    .option('--only <ids...>', 'requirements, by id or by the part before the dot')
    .option('--smoke', 'few generated inputs, for a first look')
    .option('--report <directory>', 'write report.json, junit.xml and report.html there')
    .action(async (flags: Flags) => {
      process.exitCode = await runVerify(flags)
    })
}

/** Runs the suite as the flags say; writes to standard output, gives the exit code, and never throws. */
export async function runVerify(flags: Flags): Promise<number> {
  let deployment: Deployment | undefined
  try {
    const options = optionsOf(flags)
    deployment = await deploymentOf(flags)
    const report = await verify(deployment, { ...options, progress: progress() })
    process.stdout.write(`${terminalReport(report)}\n`)
    if (flags.report !== undefined) writeReports(flags.report, report)
    return report.exitCode
  } catch (error) {
    if (error instanceof Misuse) {
      process.stderr.write(`${error.fact}\n${error.detail}\n${error.remedy}\n`)
      return exitCodes.usage
    }
    process.stderr.write(
      `The suite broke: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
    )
    return exitCodes.broke
  } finally {
    await deployment?.close()
  }
}

async function deploymentOf(flags: Flags): Promise<Deployment> {
  if (flags.target === undefined && flags.baseUrl === undefined) {
    if (flags.controlUrl !== undefined)
      throw new Misuse(
        '--control-url stands alone.',
        'It is the control API of a target, and no target is given.',
        'Give --target or --base-url too.',
      )
    const { inProcess } = await import('./in-process.ts')
    return inProcess()
  }
  return overHttp(await targetOf(flags))
}

async function targetOf({ target: path, baseUrl, controlUrl }: Flags): Promise<Target> {
  const control = controlUrl === undefined ? undefined : { url: controlUrl, ownSandbox: true }
  if (path !== undefined) {
    const target = readTarget(path, process.env)
    return {
      ...target,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(control === undefined ? {} : { capabilities: { ...target.capabilities, control } }),
    }
  }
  // Without a file nothing is known but the built-in world, which is what a simulator on this machine has.
  const { inProcess } = await import('./in-process.ts')
  const { target } = inProcess(controlUrl === undefined ? {} : { simulator: await standInsOf(controlUrl) })
  return resolveTarget(
    { ...target, name: baseUrl, baseUrl, capabilities: control === undefined ? {} : { control } },
    process.env,
    '--base-url',
  )
}

/** The stand-ins of a simulator that serves the built-in world, so that what follows from them is known here too. */
async function standInsOf(controlUrl: string) {
  const answer = await new Control(controlUrl, fetch, []).ask('GET', '/stand-ins')
  const { standIns } = answer as { standIns: { id: string; standIn: string }[] }
  return { standIns: Object.fromEntries(standIns.map(({ id, standIn }) => [id, standIn])) }
}

function optionsOf(flags: Flags) {
  const integer = (name: string, text: string | undefined, least: number) => {
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < least)
      throw new Misuse(
        `--${name} ${text} is not possible.`,
        `It must be an integer from ${least} on.`,
        `Give --${name} ${Math.max(least, 1)}, say.`,
      )
    return value
  }
  const seed = integer('seed', flags.seed, -2147483648)
  const runs = integer('runs', flags.runs, 1)
  if (flags.level !== undefined && !levels.some((level) => level === flags.level))
    throw new Misuse(
      `There is no level "${flags.level}".`,
      'A level says the most that may be done.',
      `Choose among: ${levels.join(', ')}.`,
    )
  const command = [
    'paytwin verify',
    flags.target === undefined ? '' : `--target ${flags.target}`,
    flags.baseUrl === undefined ? '' : `--base-url ${flags.baseUrl}`,
    flags.controlUrl === undefined ? '' : `--control-url ${flags.controlUrl}`,
  ]
    .filter(Boolean)
    .join(' ')
  return {
    command,
    ...(seed === undefined ? {} : { seed }),
    ...(runs === undefined ? {} : { runs }),
    ...(flags.level === undefined ? {} : { level: flags.level as Level }),
    ...(flags.path === undefined ? {} : { path: flags.path }),
    ...(flags.only === undefined ? {} : { only: flags.only.flatMap((ids) => ids.split(',')) }),
    ...(flags.smoke === true ? { smoke: true } : {}),
  }
}

function writeReports(directory: string, report: Report): void {
  try {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
    writeFileSync(join(directory, 'junit.xml'), junitReport(report))
    writeFileSync(join(directory, 'report.html'), htmlReport(report))
  } catch (error) {
    throw new Misuse(
      `The reports cannot be written to ${directory}.`,
      `${error instanceof Error ? error.message : error}.`,
      'Give a directory that can be written.',
    )
  }
}

/** Tells now and then how far a long run is, where someone is looking. */
function progress() {
  if (!process.stderr.isTTY) return () => {}
  let told = performance.now()
  return (done: number, all: number) => {
    if (performance.now() - told < 2000) return
    told = performance.now()
    process.stderr.write(`  ${done} of ${all} properties\n`)
  }
}
