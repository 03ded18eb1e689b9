// A run of the verb `record`: starts recording, tells where, and writes the scenario when it ends.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readTarget } from '../../contract-tests/target.ts'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { type Recorder, recordProxy, recordSimulator } from './recorder.ts'

export interface RecordFlags {
  out: string
  proxy?: string
  target?: string
  privateKey: readonly string[]
  transcript?: string
  title: string
  host: string
  port: number
  seed?: string
  start?: string
  vary?: string
}

/** Records until `ended`, writes the scenario, and gives the exit code: 1 where the contract was not kept. */
export async function record(
  flags: RecordFlags,
  ended: Promise<void>,
  print: (line: string) => void,
): Promise<number> {
  const recorder = await begin(flags)
  print(
    flags.proxy === undefined
      ? `Recording a simulator: the service is at ${recorder.url}/api, control at ${recorder.url}/control.`
      : `Recording: ${recorder.url} stands for ${flags.proxy}.`,
  )
  print(`Ctrl-C ends it and writes ${flags.out}.`)
  await ended
  const { scenario, transcript, deviations, remarks, calls } = await recorder.stop()
  if (calls === 0) {
    throw new UsageError(
      'Nothing was recorded.',
      `No call of an operation came to ${recorder.url}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`}.`,
      flags.proxy === undefined
        ? 'Let the shop call the addresses above.'
        : 'Let the shop use that base URL.',
    )
  }
  write(flags.out, `${JSON.stringify(scenario, null, 2)}\n`)
  if (flags.transcript !== undefined) write(flags.transcript, transcript)
  for (const remark of remarks) print(remark)
  for (const { call, operationId, by, text } of deviations)
    print(`deviation: call ${call}, ${operationId}, ${by === 'request' ? 'request' : 'response'}: ${text}`)
  print(
    `${calls} ${calls === 1 ? 'call' : 'calls'} written to ${flags.out}; ${deviations.length === 0 ? 'both sides kept to the contract' : `${deviations.length} ${deviations.length === 1 ? 'deviation' : 'deviations'} from the contract`}.`,
  )
  print(`Replay it with: paytwin replay ${flags.out}`)
  return deviations.length === 0 ? 0 : 1
}

async function begin(flags: RecordFlags): Promise<Recorder> {
  const { host, port, title, proxy, target, privateKey, seed, start, vary } = flags
  const options = { host, port, title, directory: dirname(resolve(flags.out)) }
  if (proxy === undefined) {
    if (target !== undefined || privateKey.length > 0)
      throw new UsageError(
        '--target and --private-key go with --proxy only.',
        'A simulator tells by itself who is in it.',
        'Leave them out, or give the deployment with --proxy.',
      )
    return recordSimulator({
      ...options,
      ...(seed === undefined ? {} : { seed }),
      ...(start === undefined ? {} : { start }),
      ...(vary === undefined ? {} : { vary }),
    })
  }
  if (!URL.canParse(proxy) || !/^https?:/.test(proxy))
    throw new UsageError(
      `"${proxy}" is no address.`,
      'It must be an http or https URL.',
      'Give the base URL of a deployment.',
    )
  return recordProxy({
    ...options,
    baseUrl: proxy,
    target: target === undefined ? undefined : readTarget(target, process.env),
    privateKeys: privateKey.map(readKey),
  })
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `The private key ${file} cannot be read.`,
      `${errorMessage(error)}.`,
      'Give the path of a file in PEM.',
    )
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true })
  writeFileSync(path, text)
}
