// A run of `paytwin record`: starts the recording, prints its address, writes the scenario at the end, and says how to replay it.

import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readTarget } from '../client/target-file.ts'
import { errorMessage, UsageError } from '../core/errors.ts'
import { checkOutput, writeOutput } from '../core/output-files.ts'
import { Redactor } from '../core/redaction.ts'
import { flagWords, shellQuoted } from '../core/shell-words.ts'
import { harmLevels } from '../spec/operation.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { type Recorder, recordProxy } from './recorder.ts'
import type { Rendered } from './render.ts'

export interface RecordFlags {
  out: string
  proxy: string
  target?: string
  privateKey?: readonly string[]
  title: string
  host: string
  port: number
}

/** Records until `ended`. */
export async function record(
  flags: RecordFlags,
  ended: Promise<void>,
  print: (line: string) => void,
): Promise<void> {
  const { out, proxy } = flags
  checkFile(out)
  const recorder = await start(flags)
  const { url } = recorder
  print(`Recording ${new Redactor(redactionPolicy).text(proxy)}. Send requests to ${url} instead.`)
  print(`Press Ctrl-C to stop. The recording is then written to ${out}.`)
  await ended
  await recorder.stop()
  const recorded = recorder.recorded()
  const { scenario, remarks, calls } = recorded
  if (calls.length === 0)
    throw new UsageError(
      'Nothing was recorded.',
      [`No operation was called at ${url}.`, ...remarks].join(' '),
      remedy,
    )
  for (const remark of remarks) print(remark)
  await writeOutput(out, `${JSON.stringify(scenario, null, 2)}\n`)
  print(`${calls.length} ${calls.length === 1 ? 'call' : 'calls'} written to ${out}.`)
  print(`Replay it with: ${replayCommand(recorded, flags)}`)
}

const remedy = 'Set this address as the base URL of your client.'

function replayCommand({ calls, secrets }: Rendered, { out, target }: RecordFlags): string {
  const level = harmLevels.findLast((one) => calls.some(({ exchange }) => exchange.operation.harm === one))
  const flags = { '--target': target, '--level': target === undefined ? undefined : level }
  const inputs = secrets.map((name) => ` --input ${name}=…`).join('')
  return `npx paytwin replay ${shellQuoted(out)}${flagWords(flags)}${inputs}`
}

/** Throws a UsageError for a file that cannot be written, or that has something. */
function checkFile(file: string): void {
  checkOutput(file)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new UsageError(
      `There is a file ${file} already.`,
      'The recording would replace it.',
      'Give another path, or remove the file.',
    )
}

async function start(flags: RecordFlags): Promise<Recorder> {
  const { host, port, title, proxy, target, privateKey = [] } = flags
  const { protocol, username, password } = URL.canParse(proxy) ? new URL(proxy) : Object({})
  if (!/^https?:$/.test(protocol ?? '') || username !== '' || password !== '')
    throw new UsageError(
      `Invalid URL "${proxy.replace(/^.*@/s, '…@')}".`,
      'Expected an http or https URL without a user name and a password.',
      'Give the base URL of a deployment. The recorder forwards the header Authorization of the client.',
    )
  const accounts = target === undefined ? undefined : await readTarget(target, process.env)
  return recordProxy({
    ...{ host, port, title, directory: dirname(resolve(flags.out)) },
    ...{ baseUrl: proxy, target: accounts, privateKeys: privateKey.map(readKey) },
  })
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const detail = `${errorMessage(error)}.`
    throw new UsageError(`Cannot read the private key ${file}.`, detail, 'Give the path of a PEM file.')
  }
}
