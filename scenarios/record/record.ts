// A run of `paytwin record`: starts the recording, prints its address, and writes the scenario when it ends.

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { controlTokenOf, readTarget } from '../../client/target-file.ts'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { Redactor } from '../../core/redaction.ts'
import { shellQuoted } from '../../core/shell-words.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { type SimulatorFlags, simulatorChoice } from '../run/simulator-flags.ts'
import { Autosave } from './autosave.ts'
import { RecordedFiles } from './recorded-files.ts'
import { type Recorder, recordProxy, recordSimulator } from './recorder.ts'

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
  const target = flags.target === undefined ? '' : ` --target ${shellQuoted(flags.target)}`
  print(`Replay it with: npx paytwin replay ${shellQuoted(flags.out)}${target}`)
  return violations.length === 0 ? 0 : 1
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

async function start(flags: RecordFlags, onResponse: () => void): Promise<Recorder> {
  const { host, port, title, proxy, target, privateKey = [], start } = flags
  const options = {
    host,
    port,
    title,
    directory: dirname(resolve(flags.out)),
    hasTranscript: flags.transcript !== undefined,
    onResponse,
  }
  const simulator = { ...(await simulatorChoice(flags)), ...(start === undefined ? {} : { start }) }
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
      '--proxy cannot be combined with --seed, --start, --assumptions or --random-assumptions.',
      'They set up a simulator, and --proxy records a deployment.',
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
