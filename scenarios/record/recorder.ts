// Records what is done to a simulator, or through a proxy to a deployment, until it is told to stop; then gives the scenario,
// its transcript and what did not keep to the contract.

import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { controlClient } from '../../client/control-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { secretsOf, type Target } from '../../client/target.ts'
import { openEncryptedText, simulatorToRecord } from '../in-process.ts'
import type { ScenarioDocument, SimulatorSetting } from '../scenario.ts'
import { transcriptOf } from '../transcript.ts'
import { type Deviation, Recording } from './recording.ts'
import { type Served, serveRequests } from './serving.ts'
import { recordedStepNames, scenarioOf } from './writing.ts'

/** What a recording gives when it ends. */
export interface Recorded {
  scenario: ScenarioDocument
  transcript: string
  deviations: Deviation[]
  remarks: string[]
  calls: number
}

/** A recording under way. */
export interface Recorder {
  /** What shops call: the simulator's origin, or the base URL that stands for the deployment's. */
  url: string
  stop: () => Promise<Recorded>
}

export interface RecordOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  title: string
  /** The directory in which the scenario will lie, from which it refers to the documents. */
  directory: string
}

export interface SimulatorRecording extends RecordOptions {
  seed?: string
  start?: string
  vary?: string
}

export interface ProxyRecording extends RecordOptions {
  /** Where the deployment's paths begin. */
  baseUrl: string
  /** Who is there, where a target file tells; what it does not tell becomes an input. */
  target: Target | undefined
  /** PEM, to open what is encrypted with a merchant's public key. */
  privateKeys: readonly string[]
}

/** Serves a simulator and records what is done to it. */
export async function recordSimulator(options: SimulatorRecording): Promise<Recorder> {
  const { seed, start, vary } = options
  const choice = {
    ...(seed === undefined ? {} : { seed }),
    ...(start === undefined ? {} : { start }),
    ...(vary === undefined ? {} : { vary }),
  }
  let handle: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const served = await serveRequests(options, (request) => handle(request))
  const { send, keys } = simulatorToRecord(choice, served.url)
  const recording = new Recording(keys, openEncryptedText)
  const receivers = new Set<string>()
  handle = async (request) => {
    const url = new URL(request.url)
    const body = await request.clone().text()
    const document = url.pathname.startsWith('/control') ? 'control' : 'service'
    const isApi = url.pathname.startsWith('/api/') || document === 'control'
    const path = document === 'service' ? url.pathname.slice('/api'.length) : url.pathname
    const note = isApi
      ? recording.hear({
          document,
          method: request.method,
          path,
          search: url.search,
          headers: request.headers,
          body,
        })
      : () => undefined
    const receiver = /"url":\s*"(http[^"]+)"/.exec(body)?.[1]
    if (path.endsWith('/webhook') && receiver !== undefined) receivers.add(receiver)
    const response = await send(request)
    note(response.status, await response.clone().text())
    return response
  }
  const fetch = (url: string, init: RequestInit) => send(new Request(url, init))
  const target = await readSimulatorTarget(controlClient({ url: served.url, fetch }))
  const simulator = Object.keys(choice).length === 0 ? undefined : choice
  return recorderOf(served, recording, options, { target, receivers, simulator, origin: served.url })
}

/** Passes traffic through to a deployment and records it. */
export async function recordProxy(options: ProxyRecording): Promise<Recorder> {
  const { target, privateKeys } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const clientSecrets = target?.merchants.map(({ clientSecret }) => clientSecret) ?? []
  const recording = new Recording({ clientSecrets, privateKeys }, openEncryptedText)
  const served = await serveRequests(options, async (request) => {
    const url = new URL(request.url)
    const body = await request.text()
    const note = recording.hear({
      document: 'service',
      method: request.method,
      path: url.pathname,
      search: url.search,
      headers: request.headers,
      body,
    })
    const headers = new Headers(request.headers)
    // These are of one connection only.
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name)
    const response = await fetch(`${baseUrl}${url.pathname}${url.search}`, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(body === '' ? {} : { body }),
    })
    const text = await response.text()
    note(response.status, text)
    const answered = new Headers(response.headers)
    // The text is handed on as it was read, so neither its length nor its coding are those of the wire.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
      answered.delete(name)
    return new Response(text, { status: response.status, headers: answered })
  })
  return recorderOf(served, recording, options, {
    target,
    receivers: new Set(),
    simulator: undefined,
    origin: baseUrl,
  })
}

interface Around {
  target: Target | undefined
  receivers: ReadonlySet<string>
  simulator: SimulatorSetting | undefined
  origin: string
}

function recorderOf(
  served: Served,
  recording: Recording,
  { title, directory }: RecordOptions,
  { target, receivers, simulator, origin }: Around,
): Recorder {
  return {
    url: served.url,
    stop: async () => {
      await served.close()
      const { calls, deviations, remarks } = recording
      const scenario = scenarioOf(calls, deviations, {
        title,
        description: `Recorded: ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}, in the order in which they came.`,
        target,
        documentUrls: documentUrlsFrom(directory),
        simulator,
        receivers: [...receivers],
      })
      const names = new Map([...receivers].map((url) => [url, 'receiver']))
      names.set(origin, 'origin')
      if (target !== undefined) for (const [secret, name] of secretsOf(target)) names.set(secret, name)
      const stepIds = recordedStepNames(calls)
      const steps = calls.map(({ exchange }, index) => ({
        workflowId: 'recorded',
        stepId: stepIds[index] ?? '',
        sent: true,
        failed: [],
        exchange,
        faults: [],
      }))
      const transcript = transcriptOf([
        { file: '', title, verdict: 'pass', reasons: [], steps, ms: 0, names },
      ])
      return { scenario, transcript, deviations, remarks, calls: calls.length }
    },
  }
}

/** Where the two documents lie, seen from a scenario in that directory. */
export function documentUrlsFrom(directory: string): { service: string; control: string } {
  return {
    service: pathTo(directory, 'spec/openapi.json'),
    control: pathTo(directory, 'simulator/control/openapi.json'),
  }
}

/** The path from a directory to a file of this package, whether it runs as written or as built. */
function pathTo(directory: string, file: string): string {
  const root = dirname(createRequire(import.meta.url).resolve('paytwin/package.json'))
  const path = relative(directory, join(root, file)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
