// A run of `paytwin replay` or `paytwin lint`: which scenarios, against which target, and where the reports go.

import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { levelOf } from '../client/simulator-target.ts'
import type { TargetFile } from '../client/target.ts'
import { controlTokenOf, readTarget, resolveTarget } from '../client/target-file.ts'
import { UsageError } from '../core/errors.ts'
import { checkOutput, checkOutputDirectory, writeOutput } from '../core/output-files.ts'
import { Redactor } from '../core/redaction.ts'
import { singleLine, usageText } from '../core/terminal-text.ts'
import type { Harm } from '../spec/operation.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import type { ScenarioTarget } from './connection.ts'
import { inputSchemas } from './document.ts'
import { scenarioFiles } from './files.ts'
import { errorLine, loadScenario } from './load.ts'
import type { SimulatorChoice } from './public-types.ts'
import { type Replay, replayScenario } from './replay.ts'
import { exitCodeOf, junitReport, scenarioLines, summaryLine } from './report.ts'
import { deployment, servedSimulator } from './targets.ts'

export interface ReplayFlags {
  seed?: string
  /** Path of a world file. */
  world?: string
  /** Path of an assumptions file. */
  assumptions?: string
  randomAssumptions?: string
  target?: string
  /** The level of a run against a deployment; as in its target file by default. */
  level?: Harm
  url?: string
  /** The time limit for each response, in milliseconds. */
  timeout?: number
  input?: Record<string, string>
  verbose?: boolean
  /** True if the run ends with the first scenario that fails. */
  bail?: boolean
  /** A file, or a directory with a file for each scenario. */
  transcript?: string
  json?: string
  junit?: string
  print: (line: string) => void
}

/** Checks scenarios, prints what is wrong, and returns the exit code: 0 if all are valid, otherwise 2. */
export function lintAll(paths: readonly string[], print: (line: string) => void): number {
  const files = scenarioFiles(paths)
  const errors = files.flatMap((file) => loadScenario(file).errors)
  for (const error of errors) print(errorLine(error))
  const scenarios = `${files.length} ${files.length === 1 ? 'scenario' : 'scenarios'}`
  const found = `${errors.length === 0 ? 'no' : errors.length} ${errors.length === 1 ? 'error' : 'errors'}`
  print(errors.length === 0 ? `${scenarios}, ${found}` : `${found} in ${scenarios}`)
  return errors.length === 0 ? 0 : 2
}

/** Replays scenarios and returns the exit code. Throws a UsageError for arguments that make no sense. */
export async function replayAll(paths: readonly string[], flags: ReplayFlags): Promise<number> {
  const { input: inputs = {}, timeout, print } = flags
  const files = scenarioFiles(paths)
  checkInputs(files, Object.keys(inputs))
  checkOutputs(files, flags)
  const target = await targetOf(flags)
  const options = { target, inputs, ...(timeout === undefined ? {} : { timeoutMs: timeout }) }
  const replays: Replay[] = []
  for (const file of files) {
    const replay = await replayScenario(file, options)
    replays.push(replay)
    for (const line of scenarioLines(replay)) print(line)
    if (flags.verbose === true) print(replay.transcript.replaceAll(/^(?=.)/gm, '  '))
    if (flags.bail === true && !['pass', 'not applicable'].includes(replay.verdict)) break
  }
  const left = files.length - replays.length
  const targetName = new Redactor(redactionPolicy).text(target.name)
  print(`\n${summaryLine(replays)}${left === 0 ? '' : `, ${left} not run`} (${singleLine(targetName)})`)
  const code = exitCodeOf(replays)
  try {
    await writeReports(replays, targetName, flags)
  } catch (error) {
    // A report that cannot be written does not hide a verdict.
    if (code === 0 || !(error instanceof UsageError)) throw error
    console.error(`paytwin: ${usageText(error)}`)
  }
  return code
}

/** Throws for an input that no scenario declares: a misspelled one would have no effect and no message. */
function checkInputs(files: readonly string[], names: readonly string[]): void {
  const scenarios = names.length === 0 ? [] : files.map((file) => loadScenario(file).scenario)
  const workflows = scenarios.flatMap((scenario) => scenario?.document.workflows ?? [])
  const declared = workflows.flatMap((workflow) => Object.keys(inputSchemas(workflow)))
  const unknown = names.find((name) => !declared.includes(name))
  // The inputs of an invalid scenario are unknown; its replay reports why it is invalid.
  if (unknown === undefined || scenarios.includes(undefined)) return
  throw new UsageError(
    `No scenario has an input "${unknown}".`,
    `The inputs are: ${[...new Set(declared)].sort().join(', ') || 'none'}.`,
    'Remove it, or declare it in the inputs of a workflow.',
  )
}

function checkOutputs(files: readonly string[], { transcript, json, junit }: ReplayFlags): void {
  if (transcript?.endsWith('/')) checkOutputDirectory(transcript)
  const transcripts = transcript === undefined ? [] : files.map((file) => transcriptPath(file, transcript))
  for (const path of [...new Set(transcripts), json, junit]) if (path !== undefined) checkOutput(path)
}

function transcriptPath(scenario: string, path: string): string {
  const isDirectory = path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
  return isDirectory ? join(path, `${basename(scenario).replace(/\.(json|ya?ml)$/i, '')}.txt`) : path
}

async function writeReports(
  replays: readonly Replay[],
  target: string,
  { transcript, json, junit }: ReplayFlags,
): Promise<void> {
  const texts = new Map<string, string[]>()
  for (const { file, transcript: text } of transcript === undefined ? [] : replays) {
    const path = transcriptPath(file, transcript ?? '')
    texts.set(path, [...(texts.get(path) ?? []), text])
  }
  for (const [path, parts] of texts) await writeOutput(path, parts.join('\n'))
  const scenarios = replays.map(({ transcript: _, ...report }) => report)
  const report = { target, exitCode: exitCodeOf(replays), scenarios }
  if (json !== undefined) await writeOutput(json, `${JSON.stringify(report, null, 2)}\n`)
  if (junit !== undefined) await writeOutput(junit, junitReport(target, scenarios))
}

/** The choice by flags. Throws a UsageError if they exclude each other or a file is invalid. */
async function simulatorChoice(flags: ReplayFlags): Promise<SimulatorChoice> {
  const { seed, world, assumptions, randomAssumptions } = flags
  if (assumptions !== undefined && randomAssumptions !== undefined)
    throw new UsageError(
      '--assumptions cannot be combined with --random-assumptions.',
      'Assumptions are either chosen or drawn at random.',
      'Remove one of them.',
    )
  const choice: SimulatorChoice = {}
  if (seed !== undefined) choice.seed = seed
  if (randomAssumptions !== undefined) choice.randomAssumptions = randomAssumptions
  if (world === undefined && assumptions === undefined) return choice
  const { readAssumptionsFile, readWorldFile } = await import('./in-process.ts')
  if (world !== undefined) choice.world = await readWorldFile(world)
  if (assumptions !== undefined) choice.assumptions = await readAssumptionsFile(assumptions)
  return choice
}

async function targetOf(flags: ReplayFlags): Promise<ScenarioTarget> {
  const { target, url, level } = flags
  const choice = await simulatorChoice(flags)
  if (target === undefined && level !== undefined)
    throw new UsageError(
      '--level needs --target.',
      'A simulator may be disrupted.',
      'Remove it, or give the target file of a deployment.',
    )
  return chosenTarget({ target, url, level }, choice)
}

/** The target that a target file or its content describes, a running simulator, or by default one in this process. */
export async function chosenTarget(
  {
    target,
    url,
    level,
  }: { target?: string | TargetFile | undefined; url?: string | undefined; level?: Harm | undefined },
  choice: SimulatorChoice,
): Promise<ScenarioTarget> {
  if (target === undefined) {
    if (url !== undefined) return servedSimulator(url, choice, fetch, controlTokenOf(process.env))
    return (await import('./in-process.ts')).simulatorInProcess(choice)
  }
  if (url !== undefined || Object.values(choice).some((value) => value !== undefined))
    throw new UsageError(
      'A target cannot be combined with a url, a seed, a world or assumptions.',
      'A target file describes the target; the other options are for simulators.',
      'Remove one of them.',
    )
  const file = typeof target === 'string' ? await readTarget(target, process.env) : resolveTarget(target)
  return deployment({ ...file, level: level ?? (await levelOf(file)).level })
}
