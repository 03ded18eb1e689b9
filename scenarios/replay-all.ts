// A run of `paytwin replay`: which scenarios, against which target, and where the reports go.

import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { levelOf } from '../client/simulator-target.ts'
import { controlTokenOf, readTarget } from '../client/target-file.ts'
import { UsageError } from '../core/errors.ts'
import { nextChange } from '../core/file-changes.ts'
import { valueAt } from '../core/json.ts'
import { checkOutput, checkOutputDirectory } from '../core/output-files.ts'
import { Redactor } from '../core/redaction.ts'
import { partOf, shardOf } from '../core/shard.ts'
import { singleLine, usageText } from '../core/terminal-text.ts'
import type { Harm } from '../spec/operation.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { catalogFiles, scenarioFiles } from './format/files.ts'
import { inputSchemas } from './format/scenario.ts'
import { readScenarioText } from './format/scenario-text.ts'
import { deployment, servedSimulator } from './http-targets.ts'
import { lintScenario } from './lint/lint.ts'
import {
  isDirectory,
  type OutputFlags,
  transcriptFile,
  writeReports,
  writeTranscripts,
} from './report/output.ts'
import {
  exitCodeOf,
  mergedReplays,
  scenarioLines,
  scenarioReport,
  summaryLine,
  verboseLines,
} from './report/report.ts'
import { firstDifference, transcriptOf } from './report/transcript.ts'
import { type Replay, replayScenario } from './run/replay.ts'
import { type SimulatorFlags, simulatorChoice } from './run/simulator-flags.ts'
import type { ScenarioTarget } from './targets.ts'

export interface ReplayFlags extends SimulatorFlags, SelectionFlags, OutputFlags {
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
  verify?: string
}

/** Replays scenarios and returns the exit code. Throws a UsageError for arguments that make no sense. */
export async function replayAll(paths: readonly string[], flags: ReplayFlags): Promise<number> {
  return replayFiles(selectedFiles(paths, flags), flags)
}

/** Prints and writes the report of a whole run, from the JSON reports of its shards. Returns its exit code. */
export async function mergeReplays(reports: readonly string[], flags: ReplayFlags): Promise<number> {
  for (const path of [flags.json, flags.junit]) if (path !== undefined) checkOutput(path)
  const merged = mergedReplays(reports)
  for (const scenario of merged.scenarios) for (const line of scenarioLines(scenario)) flags.print(line)
  flags.print('')
  flags.print(`${summaryLine(merged.scenarios)} (${singleLine(merged.target)})`)
  await writeReports(merged, { ...flags, shard: undefined })
  return exitCodeOf(merged.scenarios)
}

/** The same after every change of the files, until the signal. Returns the last exit code. */
export function replayOnChanges(
  paths: readonly string[],
  flags: ReplayFlags,
  signal: AbortSignal,
): Promise<number> {
  const run = async () => {
    const files = selectedFiles(paths, flags)
    return { code: await replayFiles(files, flags), files }
  }
  const also = [flags.target, flags.world, flags.assumptions].flatMap((file) => file ?? [])
  return runOnChanges({ run, also, print: flags.print, signal })
}

async function replayFiles(files: readonly string[], flags: ReplayFlags): Promise<number> {
  const { input: inputs = {}, timeout } = flags
  checkInputs(files, Object.keys(inputs))
  if (flags.verify !== undefined) checkTranscriptsExist(files, flags.verify)
  checkOutputs(files, flags)
  const target = await chosenTarget(flags)
  const targetName = new Redactor(redactionPolicy).text(target.name)
  const options = { target, inputs, ...(timeout === undefined ? {} : { timeoutMs: timeout }) }
  const replays: Replay[] = []
  for (const file of files) {
    const replay = await replayFile(file, options, flags)
    replays.push(replay)
    if (flags.bail === true && !['pass', 'not applicable'].includes(replay.verdict)) break
  }
  flags.print('')
  const left = files.length - replays.length
  const notRun = left === 0 ? '' : `, ${left} not run`
  flags.print(`${summaryLine(replays)}${notRun} (${singleLine(targetName)})`)
  const code = exitCodeOf(replays)
  try {
    await writeTranscripts(replays, flags.transcript)
    await writeReports({ target: targetName, scenarios: replays.map(scenarioReport) }, flags)
  } catch (error) {
    // A report that cannot be written does not hide a verdict.
    if (code === 0 || !(error instanceof UsageError)) throw error
    console.error(`paytwin: ${usageText(error)}`)
  }
  return code
}

async function replayFile(
  file: string,
  options: Parameters<typeof replayScenario>[1],
  flags: ReplayFlags,
): Promise<Replay> {
  const replay = await replayScenario(file, options)
  if (flags.verify !== undefined && replay.verdict === 'pass') verify(replay, flags.verify)
  for (const line of scenarioLines(replay)) flags.print(line)
  if (flags.verbose === true) for (const line of verboseLines(replay)) flags.print(line)
  return replay
}

function checkOutputs(files: readonly string[], { transcript, json, junit }: ReplayFlags): void {
  if (transcript?.endsWith('/')) checkOutputDirectory(transcript)
  const transcripts = transcript === undefined ? [] : files.map((file) => transcriptPath(file, transcript))
  for (const path of [...new Set(transcripts), json, junit]) if (path !== undefined) checkOutput(path)
}

/** Throws for an input that no scenario declares: a misspelled one would have no effect and no message. */
function checkInputs(files: readonly string[], names: readonly string[]): void {
  if (names.length === 0) return
  const scenarios = files.map((file) => lintScenario(file).scenario)
  // The inputs of an invalid scenario are unknown; its replay reports why it is invalid.
  if (scenarios.includes(undefined)) return
  const declared = new Set(
    scenarios.flatMap((scenario) =>
      (scenario?.document.workflows ?? []).flatMap((workflow) =>
        scenario === undefined ? [] : Object.keys(inputSchemas(scenario.document, workflow)),
      ),
    ),
  )
  const unknown = names.find((name) => !declared.has(name))
  if (unknown === undefined) return
  throw new UsageError(
    files.length === 1 ? `The scenario has no input "${unknown}".` : `No scenario has an input "${unknown}".`,
    declared.size === 0 ? 'There are no inputs.' : `The inputs are: ${[...declared].sort().join(', ')}.`,
    'Remove it, or declare it in the inputs of a workflow.',
  )
}

async function chosenTarget(flags: ReplayFlags): Promise<ScenarioTarget> {
  const { target, url } = flags
  const choice = await simulatorChoice(flags)
  if (target !== undefined) {
    if (url !== undefined || Object.keys(choice).length > 0)
      throw new UsageError(
        '--target cannot be combined with --url, --seed, --world, --assumptions or --random-assumptions.',
        'A target file describes the target; the other options are for simulators.',
        'Remove one of them.',
      )
    const file = await readTarget(target, process.env)
    return deployment({ ...file, level: flags.level ?? (await levelOf(file)).level })
  }
  if (flags.level !== undefined)
    throw new UsageError(
      '--level needs --target.',
      'A simulator may be disrupted.',
      'Remove it, or give the target file of a deployment.',
    )
  if (url !== undefined) {
    if (!URL.canParse(url))
      throw new UsageError(
        `Invalid URL "${url}".`,
        'Expected an http or https URL.',
        'Give one, such as http://127.0.0.1:4020.',
      )
    return servedSimulator(url, choice, fetch, controlTokenOf(process.env))
  }
  const { simulatorInProcess } = await import('./in-process.ts')
  return simulatorInProcess(choice)
}

/** A missing transcript is a mistake in the call, not a failure of the scenario. */
function checkTranscriptsExist(files: readonly string[], path: string): void {
  if (!isDirectory(path) && files.length > 1)
    throw new UsageError(
      `--verify ${path} is one file, and there are ${files.length} scenarios.`,
      'Each scenario has its own transcript.',
      'Give a directory of transcripts, or one scenario.',
    )
  const missing = files.map((file) => transcriptPath(file, path)).find((file) => !existsSync(file))
  if (missing === undefined) return
  throw new UsageError(
    `There is no transcript at ${missing}.`,
    '--verify compares the transcript of a replay with a file.',
    'Write it first with --transcript, or correct the path.',
  )
}

/** Compares a replay with its transcript. A difference is a failure of the scenario. */
function verify(replay: Replay, path: string): void {
  const file = transcriptPath(replay.file, path)
  const difference = firstDifference(readFileSync(file, 'utf8'), transcriptOf([replay]))
  if (difference === undefined) return
  replay.verdict = 'fail'
  replay.reasons = [`${file}: ${replay.redactor.text(difference)}`]
}

function transcriptPath(scenario: string, path: string): string {
  return isDirectory(path) ? transcriptFile(path, scenario) : path
}

interface SelectionFlags {
  /** A regular expression for the file or the title. */
  grep?: string
  /** A part of the files, such as `1/4`. */
  shard?: string
}

/** The files of a run; the shipped catalog by default. Only a shard may be empty: other selections then throw a UsageError. */
function selectedFiles(paths: readonly string[], { grep, shard }: SelectionFlags): string[] {
  const named = paths.length === 0 ? catalogFiles() : scenarioFiles(paths)
  const found = grep === undefined ? named : matching(named, grep)
  // Machines may be more than scenarios: those without one have nothing to do.
  return shard === undefined ? found : partOf(found, shardOf(shard))
}

function matching(files: readonly string[], grep: string): string[] {
  const wanted = patternOf(grep)
  const found = files.filter((file) => wanted.test(file) || wanted.test(titleOf(file)))
  if (found.length > 0) return found
  throw new UsageError(
    `No scenario matches "${grep}".`,
    `Neither the file nor the title of any of the ${files.length} scenarios does.`,
    'Correct the pattern, or omit --grep.',
  )
}

function patternOf(grep: string): RegExp {
  try {
    return new RegExp(grep, 'i')
  } catch {
    throw new UsageError(
      `Invalid value "${grep}" for --grep.`,
      'Expected a regular expression.',
      'Put \\ before special characters such as ( and +.',
    )
  }
}

function titleOf(file: string): string {
  const read = readScenarioText(file)
  return 'value' in read ? String(valueAt(read.value, 'info', 'title') ?? '') : ''
}

interface Watched {
  /** One run. Returns its exit code and the files that it read. */
  run: () => Promise<{ code: number; files: readonly string[] }>
  /** Other files that are watched, such as a target file. */
  also: readonly string[]
  print: (line: string) => void
  signal: AbortSignal
}

/** Runs now and after each change, until the signal. Returns the exit code of the last run. */
async function runOnChanges({ run, also, print, signal }: Watched): Promise<number> {
  let known: readonly string[] = []
  let last = 0
  while (!signal.aborted) {
    try {
      const { code, files } = await run()
      known = files
      last = code
    } catch (error) {
      // A scenario that is being written, or none yet. Before the first run there is nothing to watch.
      if (!(error instanceof UsageError) || known.length === 0) throw error
      print(`paytwin: ${usageText(error)}`)
      last = 2
    }
    print('')
    print('Waiting for a change. Press Ctrl-C to stop.')
    await nextChange(new Set([...known, ...also].map((file) => dirname(file))), signal)
  }
  return last
}
