// A run of the verbs `replay` and `lint`: which scenarios, against what, and where the reports go.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readTarget } from '../contract-tests/target.ts'
import { errorMessage, UsageError } from '../core/errors.ts'
import { lintScenario } from './lint.ts'
import { type Replay, replayScenario } from './replay.ts'
import { exitCodeOf, jsonReport, junitReport, scenarioLines, summaryLine, verboseLines } from './report.ts'
import { problemLine } from './scenario.ts'
import { deployment, type ScenarioTarget, servedSimulator } from './targets.ts'
import { firstDifference, transcriptOf } from './transcript.ts'

export interface RunFlags {
  target?: string
  url?: string
  seed?: string
  vary?: string
  timeoutMs: number
  input: Record<string, string>
  verbose?: boolean
  transcript?: string
  verify?: string
  json?: string
  junit?: string
  print: (line: string) => void
}

const shippedScenarios = 'scenarios/catalog'

/** Replays scenarios and gives the exit code. Throws a StoryError where the tool was asked for what cannot be done. */
export async function replayAll(named: readonly string[], flags: RunFlags): Promise<number> {
  const files = named.length === 0 ? scenarioFilesByDefault() : scenarioFiles(named)
  checkInputs(files, Object.keys(flags.input))
  if (flags.verify !== undefined) checkKept(files, flags.verify)
  const target = await chosenTarget(flags)
  const replays: Replay[] = []
  for (const file of files) {
    const replay = await replayScenario(file, {
      target,
      inputs: flags.input,
      timeoutMs: flags.timeoutMs,
    })
    if (flags.verify !== undefined && replay.verdict === 'pass') verify(replay, flags.verify)
    replays.push(replay)
    for (const line of scenarioLines(replay)) flags.print(line)
    if (flags.verbose === true) for (const line of verboseLines(replay)) flags.print(line)
  }
  flags.print('')
  flags.print(`${summaryLine(replays)} (${target.name})`)
  writeReports(replays, target.name, flags)
  return exitCodeOf(replays)
}

/** Lints scenarios and gives the exit code: 0 in order, 2 something is wrong. */
export function lintAll(named: readonly string[], print: (line: string) => void): number {
  const files = scenarioFiles(named)
  const problems = files.flatMap((file) => lintScenario(file).problems)
  for (const problem of problems) print(problemLine(problem))
  const scenarios = `${files.length} ${files.length === 1 ? 'scenario' : 'scenarios'}`
  print(
    problems.length === 0
      ? `${scenarios} in order`
      : `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${scenarios}`,
  )
  return problems.length === 0 ? 0 : 2
}

/** The scenario files that are named: files as they are, of directories every .json in them. */
export function scenarioFiles(named: readonly string[]): string[] {
  const files = named.flatMap((name) => {
    if (!existsSync(name))
      throw new UsageError(
        `There is no scenario at ${name}.`,
        'It is neither a file nor a directory.',
        'Give the path of a scenario, or of a directory that holds some.',
      )
    if (!statSync(name).isDirectory()) return [name]
    return readdirSync(name)
      .filter((entry) => entry.endsWith('.json'))
      .sort()
      .map((entry) => join(name, entry))
  })
  if (files.length > 0) return files
  throw new UsageError(
    `There are no scenarios in ${named.join(', ')}.`,
    'A scenario is a file whose name ends in .json.',
    'Give a directory that holds some.',
  )
}

/** The scenarios that replay takes when none is named. */
function scenarioFilesByDefault(): string[] {
  if (existsSync(shippedScenarios)) return scenarioFiles([shippedScenarios])
  throw new UsageError(
    'No scenario is named.',
    `Without one, replay takes those in ${shippedScenarios}, and there is no such directory here.`,
    'Name a scenario or a directory of them, or go to a clone of paytwin.',
  )
}

/** Throws for an input that no scenario has: a misspelt one would otherwise change nothing, without a word. */
function checkInputs(files: readonly string[], given: readonly string[]): void {
  if (given.length === 0) return
  const scenarios = files.map((file) => lintScenario(file).scenario)
  // What a broken scenario has is not known; that it is broken is told when its turn comes.
  if (scenarios.includes(undefined)) return
  const known = new Set(
    scenarios
      .flatMap((scenario) => scenario?.document.workflows ?? [])
      .flatMap(({ inputs }) => Object.keys(inputs?.properties ?? {})),
  )
  const strange = given.find((name) => !known.has(name))
  if (strange === undefined) return
  throw new UsageError(
    files.length === 1
      ? `The scenario has no input "${strange}".`
      : `None of the scenarios has an input "${strange}".`,
    known.size === 0 ? 'There are none at all.' : `There are: ${[...known].sort().join(', ')}.`,
    'Leave it out, or declare it among the inputs of a workflow.',
  )
}

async function chosenTarget({ target, url, seed, vary }: RunFlags): Promise<ScenarioTarget> {
  const choice = { ...(seed === undefined ? {} : { seed }), ...(vary === undefined ? {} : { vary }) }
  if (target !== undefined && (url !== undefined || seed !== undefined || vary !== undefined))
    throw new UsageError(
      '--target goes with none of --url, --seed and --vary.',
      'A target file says what is replayed against; the others are for simulators that the runner sets up.',
      'Leave one of them out.',
    )
  if (target !== undefined) return deployment(readTarget(target, process.env))
  if (url !== undefined) {
    if (!URL.canParse(url))
      throw new UsageError(
        `"${url}" is no address.`,
        'It must be an http or https URL.',
        'Give one, such as http://127.0.0.1:4020.',
      )
    return servedSimulator(url, choice)
  }
  const { simulatorInProcess } = await import('./in-process.ts')
  return simulatorInProcess(choice)
}

/** Throws where there is no transcript to hold a scenario to: that is a slip of whoever asks, and no failure of the scenario. */
function checkKept(files: readonly string[], kept: string): void {
  if (!isDirectory(kept) && files.length > 1)
    throw new UsageError(
      `--verify ${kept} is one file, and there are ${files.length} scenarios.`,
      'Each scenario has a transcript of its own.',
      'Give a directory of transcripts, or one scenario.',
    )
  const missing = files.map((file) => keptFor(file, kept)).find((path) => !existsSync(path))
  if (missing === undefined) return
  throw new UsageError(
    `There is no transcript at ${missing}.`,
    '--verify holds a scenario to the transcript that was kept of it.',
    'Give the path of one, or write it first with --transcript.',
  )
}

/** Holds a replay to the transcript that was kept of it; a difference is a failure of the scenario. */
function verify(replay: Replay, kept: string): void {
  const file = keptFor(replay.file, kept)
  const difference = firstDifference(readFileSync(file, 'utf8'), transcriptOf([replay]))
  if (difference === undefined) return
  replay.verdict = 'fail'
  replay.reasons = [`${file}: ${difference}`]
}

function keptFor(scenario: string, kept: string): string {
  return isDirectory(kept) ? transcriptFile(kept, scenario) : kept
}

function isDirectory(path: string): boolean {
  return path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
}

/** The transcript of a scenario inside a directory of them. */
export function transcriptFile(directory: string, scenario: string): string {
  return join(directory, `${basename(scenario, '.json')}.txt`)
}

function writeReports(replays: readonly Replay[], target: string, flags: RunFlags): void {
  const { transcript, json, junit } = flags
  if (transcript !== undefined && isDirectory(transcript))
    for (const replay of replays) write(transcriptFile(transcript, replay.file), transcriptOf([replay]))
  else if (transcript !== undefined) write(transcript, transcriptOf(replays))
  if (json !== undefined) write(json, jsonReport(target, replays))
  if (junit !== undefined) write(junit, junitReport(target, replays))
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(
      `${path} cannot be written.`,
      `${errorMessage(error)}.`,
      'Give a path that you may write to.',
    )
  }
}
