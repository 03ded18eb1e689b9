// A run of `paytwin record`: starts the recording, prints its address, and writes the scenario when it ends.

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { controlTokenOf, readTarget } from '../../client/target-file.ts'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { checkOutput, isReplaceable, writeOutput } from '../../core/output-files.ts'
import { Redactor } from '../../core/redaction.ts'
import { shellQuoted } from '../../core/shell-words.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { levelOfScenario } from '../run/applicability.ts'
import { type SimulatorFlags, simulatorChoice } from '../run/simulator-flags.ts'
import { recordProxy } from './proxy.ts'
import { type Recorded, type Recorder, recordSimulator } from './recorder.ts'
import { secretInputs } from './writing.ts'

interface FileFlags {
  out: string
  transcript?: string
  target?: string
  privateKey?: readonly string[]
}

type Named = [flag: string, file: string | undefined]

class RecordedFiles {
  private readonly out: string
  private readonly transcript: string | undefined
  private savedCalls = 0

  /** Throws a UsageError for a file that cannot be written, or that is also read. */
  constructor({ out, transcript, target, privateKey = [] }: FileFlags) {
    this.out = out
    this.transcript = transcript
    const read: Named[] = [['--target', target], ...privateKey.map((file): Named => ['--private-key', file])]
    refuseSameFile(['--out', out], [['--transcript', transcript], ...read])
    refuseSameFile(['--transcript', transcript], read)
    for (const [flag, file] of [['--out', out] as const, ['--transcript', transcript] as const]) {
      if (file === undefined) continue
      checkOutput(file)
      refuseContent(flag, file)
    }
  }

  /** Replaces the files. Devices and pipes, which cannot be replaced, are left for the end. */
  async save(recorded: Recorded): Promise<void> {
    await this.write(recorded, isReplaceable)
  }

  /** Writes all files at the end of the recording. Throws a UsageError that says what they have if that is not possible. */
  async saveAll(recorded: Recorded): Promise<void> {
    await this.write(recorded, () => true).catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error
      const earlier =
        this.savedCalls === 0
          ? 'No call was written before.'
          : `The scenario written before is complete up to call ${this.savedCalls} of ${recorded.calls}.`
      throw new UsageError(error.fact, `${error.detail} ${earlier}`, error.remedy)
    })
  }

  private async write(recorded: Recorded, isWritten: (path: string) => boolean): Promise<void> {
    const { scenario, transcript, calls } = recorded
    if (calls === 0) return
    if (isWritten(this.out)) {
      await writeOutput(this.out, `${JSON.stringify(scenario, null, 2)}\n`)
      this.savedCalls = calls
    }
    if (this.transcript !== undefined && isWritten(this.transcript))
      await writeOutput(this.transcript, transcript)
  }
}

function refuseSameFile([flag, file]: Named, others: readonly Named[]): void {
  if (file === undefined) return
  for (const [other, path] of others)
    if (path !== undefined && realPath(path) === realPath(file))
      throw new UsageError(
        `${flag} and ${other} are the same file.`,
        `Both are ${realPath(file)}, and the recording would replace it.`,
        `Give ${flag} another path.`,
      )
}

function refuseContent(flag: string, file: string): void {
  const existing = statSync(file, { throwIfNoEntry: false })
  if (existing === undefined || existing.size === 0 || !isReplaceable(file, existing)) return
  throw new UsageError(
    `There is a file ${file} already.`,
    'The recording would replace it.',
    `Give ${flag} another path, or remove the file.`,
  )
}

/** The absolute path of a file, of what a symbolic link leads to. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** The time between two saves is this many times as long as the one before. */
const pausePerSave = 4
const minPauseMs = 20
const pauseAfterFailureMs = 1000

export class Autosave {
  private readonly save: () => Promise<void>
  private readonly warn: (error: unknown) => void
  private readonly ended = new AbortController()
  private changes = 0
  private saved = 0
  private running: Promise<void> | undefined
  private warned = false

  /** `save` saves the current state. `warn` is called with the error of the first save that fails; later saves go on. */
  constructor(save: () => Promise<void>, warn: (error: unknown) => void) {
    this.save = save
    this.warn = warn
  }

  /** Saves soon. */
  changed(): void {
    this.changes += 1
    this.running ??= this.run()
  }

  /** Starts no further save, and waits for the one in progress. */
  async end(): Promise<void> {
    this.ended.abort()
    await this.running
  }

  private async run(): Promise<void> {
    while (this.saved < this.changes && !this.ended.signal.aborted) {
      const changes = this.changes
      const began = performance.now()
      const isSaved = await this.save().then(
        () => true,
        (error: unknown) => this.failed(error),
      )
      if (isSaved) this.saved = changes
      const pauseMs = Math.max(minPauseMs, pausePerSave * (performance.now() - began))
      await setTimeout(isSaved ? pauseMs : Math.max(pauseMs, pauseAfterFailureMs), undefined, {
        signal: this.ended.signal,
      }).catch(() => undefined)
    }
    this.running = undefined
  }

  private failed(error: unknown): false {
    if (!this.warned) this.warn(error)
    this.warned = true
    return false
  }
}

export interface RecordFlags extends SimulatorFlags {
  out: string
  proxy?: string
  target?: string
  privateKey?: readonly string[]
  transcript?: string
  title: string
  host: string
  port: number
  start?: string
  webhookUrl?: string
}

/**
 * Records until `ended`, keeps the files up to date meanwhile, and returns the exit code: 1 if the contract was violated,
 * otherwise 0.
 */
export async function record(
  flags: RecordFlags,
  ended: Promise<void>,
  print: (line: string) => void,
): Promise<number> {
  const files = new RecordedFiles(flags)
  const recorder = await start(flags, () => autosave.changed())
  const autosave = new Autosave(
    async () => files.save(await recorder.recorded()),
    (error) => print(`warning: ${errorMessage(error)} The recording continues, and writing is tried again.`),
  )
  print(
    flags.proxy === undefined
      ? `Recording a simulator. Service: ${recorder.url}/api, control API: ${recorder.url}/control.`
      : `Recording ${new Redactor(redactionPolicy).text(flags.proxy)}. Send requests to ${recorder.url} instead.`,
  )
  if (recorder.controlToken !== undefined && controlTokenOf(process.env) === undefined)
    print(`Token of the control API: ${recorder.controlToken}.`)
  print(`Each call is written to ${flags.out}. Press Ctrl-C to stop.`)
  await ended
  await autosave.end()
  const recorded = await recorder.stop()
  const { violations, remarks, calls } = recorded
  if (calls === 0) {
    throw new UsageError(
      'Nothing was recorded.',
      `No operation was called at ${recorder.url}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`}.`,
      flags.proxy === undefined
        ? 'Send the requests of your client to the addresses above.'
        : 'Set that URL as the base URL of your client.',
    )
  }
  for (const remark of remarks) print(remark)
  for (const { call, operationId, by, message } of violations)
    print(`violation: call ${call}, ${operationId}, ${by}: ${message}`)
  await files.saveAll(recorded)
  print(
    `${count(calls, 'call')} written to ${flags.out}; ${violations.length === 0 ? 'no violations' : count(violations.length, 'violation')} of the contract.`,
  )
  const given = [
    ...(['target', 'world'] as const).flatMap((name) => {
      const file = flags[name]
      return file === undefined ? [] : [` --${name} ${shellQuoted(file)}`]
    }),
    ...(flags.target === undefined ? [] : [` --level ${levelOfScenario(recorded.scenario)}`]),
    ...secretInputs(recorded.scenario).map((name) => ` --input ${name}=…`),
  ]
  print(`Replay it with: npx paytwin replay ${shellQuoted(flags.out)}${given.join('')}`)
  return violations.length === 0 ? 0 : 1
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

async function start(flags: RecordFlags, onResponse: () => void): Promise<Recorder> {
  const { host, port, title, proxy, target, privateKey = [], start, webhookUrl } = flags
  const options = {
    host,
    port,
    title,
    directory: dirname(resolve(flags.out)),
    hasTranscript: flags.transcript !== undefined,
    onResponse,
  }
  const simulator = {
    ...(await simulatorChoice(flags)),
    ...(start === undefined ? {} : { start }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  }
  if (proxy === undefined) {
    if (target !== undefined || privateKey.length > 0)
      throw new UsageError(
        '--target and --private-key need --proxy.',
        'The accounts and keys of a simulator are known.',
        'Remove them, or give the deployment with --proxy.',
      )
    return recordSimulator({ ...options, controlToken: controlTokenOf(process.env), simulator })
  }
  if (Object.keys(simulator).length > 0)
    throw new UsageError(
      '--proxy cannot be combined with the flags of a simulator.',
      'They are --seed, --start, --world, --webhook-url, --assumptions and --random-assumptions, and --proxy records a deployment.',
      'Remove them.',
    )
  if (!URL.canParse(proxy) || !/^https?:/.test(proxy))
    throw new UsageError(
      `Invalid URL "${proxy.replace(/^.*@/s, '…@')}".`,
      'Expected an http or https URL.',
      'Give the base URL of a deployment.',
    )
  const { username, password, host: proxied } = new URL(proxy)
  if (username !== '' || password !== '')
    throw new UsageError(
      `The URL of --proxy has a user name or a password for ${proxied}.`,
      'Requests cannot be sent to such a URL.',
      'Remove them. The recorder forwards the header Authorization of the client.',
    )
  return recordProxy({
    ...options,
    baseUrl: proxy,
    target: target === undefined ? undefined : await readTarget(target, process.env),
    privateKeys: privateKey.map(readKey),
  })
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `Cannot read the private key ${file}.`,
      `${errorMessage(error)}.`,
      'Give the path of a PEM file.',
    )
  }
}
