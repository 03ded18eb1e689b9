// Records what a client does to a simulator, or through a proxy to a deployment, until it is stopped. Then it returns the
// scenario, its transcript and the violations of the contract.

import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { controlClient } from '../../client/control-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { secretsOf, type Target } from '../../client/target.ts'
import type { ScenarioDocument, SimulatorSetting } from '../format/scenario.ts'
import { accessGuard, accessPolicy, decryptPayload, simulatorToRecord } from '../in-process.ts'
import { transcriptOf } from '../report/transcript.ts'
import type { SimulatorChoice } from '../targets.ts'
import { Recording, type Violation } from './recording.ts'
import { type Served, serveRequests } from './serving.ts'
import { recordedStepNames, recordedWorkflowId, scenarioOf } from './writing.ts'

/** The result of a recording. */
interface Recorded {
  scenario: ScenarioDocument
  transcript: string
  violations: Violation[]
  remarks: string[]
  calls: number
}

/** A recording in progress. */
export interface Recorder {
  /** What clients call: the origin of the simulator, or the base URL that replaces the deployment's. */
  url: string
  /** What the control API requires; undefined if it requires nothing. */
  controlToken: string | undefined
  stop: () => Promise<Recorded>
}

interface RecordOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  title: string
  /** The directory of the scenario, which refers to the documents by relative paths. */
  directory: string
}

interface SimulatorRecording extends RecordOptions {
  /** The token of the control API; by default a random one if others can reach it. */
  controlToken?: string | undefined
  simulator?: SimulatorChoice & { start?: string }
}

interface ProxyRecording extends RecordOptions {
  /** The base URL of the deployment. */
  baseUrl: string
  /** The accounts of the deployment. Accounts that it does not have become inputs. */
  target: Target | undefined
  /** PEM, to decrypt what is encrypted with a merchant's public key. */
  privateKeys: readonly string[]
}

/** Serves a simulator and records what is done to it. */
export async function recordSimulator(options: SimulatorRecording): Promise<Recorder> {
  const { simulator = {} } = options
  let handle: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const served = await serveRequests(options, (request) => handle(request))
  const { send, keys } = simulatorToRecord(simulator, served.url)
  const recording = new Recording(keys, decryptPayload)
  const receivers = new Set<string>()
  const policy = accessPolicy({
    host: options.host,
    publicUrl: served.url,
    token: options.controlToken,
    control: true,
  })
  const guard = accessGuard(policy)
  handle = async (request) => {
    const refusal = guard(request)
    if (refusal !== undefined) return refusal
    const url = new URL(request.url)
    const body = await request.clone().text()
    const document = url.pathname.startsWith('/control') ? 'control' : 'service'
    const isApi = url.pathname.startsWith('/api/') || document === 'control'
    const headers = new Headers(request.headers)
    // A token of the control API belongs to this recording. A replay sends the one of its target.
    if (document === 'control') headers.delete('authorization')
    const path = document === 'service' ? url.pathname.slice('/api'.length) : url.pathname
    const recordResponse = isApi
      ? recording.request({
          document,
          method: request.method,
          path,
          search: url.search,
          headers,
          body,
        })
      : () => undefined
    const receiver = /"url":\s*"(http[^"]+)"/.exec(body)?.[1]
    if (path.endsWith('/webhook') && receiver !== undefined) receivers.add(receiver)
    const response = await send(request)
    recordResponse(response.status, await response.clone().text())
    return response
  }
  const fetch = (url: string, init: RequestInit) => send(new Request(url, init))
  const target = await readSimulatorTarget(controlClient({ url: served.url, fetch }))
  return recorderOf(served, recording, options, {
    target,
    receivers,
    simulator: Object.keys(simulator).length === 0 ? undefined : simulator,
    origin: served.url,
    controlToken: policy.token,
  })
}

/** Forwards requests to a deployment and records them. */
export async function recordProxy(options: ProxyRecording): Promise<Recorder> {
  const { target, privateKeys } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const clientSecrets = target?.merchants.map(({ clientSecret }) => clientSecret) ?? []
  const recording = new Recording({ clientSecrets, privateKeys }, decryptPayload)
  const served = await serveRequests(options, async (request) => {
    const url = new URL(request.url)
    const body = await request.text()
    const recordResponse = recording.request({
      document: 'service',
      method: request.method,
      path: url.pathname,
      search: url.search,
      headers: request.headers,
      body,
    })
    const headers = new Headers(request.headers)
    // These belong to one connection.
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name)
    const response = await fetch(`${baseUrl}${url.pathname}${url.search}`, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(body === '' ? {} : { body }),
    })
    const text = await response.text()
    recordResponse(response.status, text)
    const forwarded = new Headers(response.headers)
    // The text has been decoded, so neither its length nor its encoding is that of the response.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
      forwarded.delete(name)
    return new Response(text, { status: response.status, headers: forwarded })
  })
  return recorderOf(served, recording, options, {
    target,
    receivers: new Set(),
    simulator: undefined,
    origin: baseUrl,
    controlToken: undefined,
  })
}

/** What is known of the recorded target. */
interface RecordedTarget {
  /** Undefined if nothing is known. */
  target: Target | undefined
  receivers: ReadonlySet<string>
  simulator: SimulatorSetting | undefined
  origin: string
  controlToken: string | undefined
}

function recorderOf(
  served: Served,
  recording: Recording,
  { title, directory }: RecordOptions,
  { target, receivers, simulator, origin, controlToken }: RecordedTarget,
): Recorder {
  return {
    url: served.url,
    controlToken,
    stop: async () => {
      await served.close()
      const { calls, violations, remarks } = recording
      const scenario = scenarioOf(calls, violations, {
        title,
        description: `Recorded: ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}, in the order of their arrival.`,
        target,
        documentUrls: documentUrlsFrom(directory),
        simulator,
        receivers: [...receivers],
      })
      const names = new Map([...receivers].map((url) => [url, 'receiver']))
      names.set(origin, 'origin')
      if (controlToken !== undefined) names.set(controlToken, 'control.token')
      if (target !== undefined) for (const [secret, name] of secretsOf(target)) names.set(secret, name)
      const stepIds = recordedStepNames(calls)
      const steps = calls.map(({ exchange }, index) => ({
        workflowId: recordedWorkflowId,
        stepId: stepIds[index] ?? '',
        exchange,
      }))
      return {
        scenario,
        transcript: transcriptOf([{ title, steps, names }]),
        violations,
        remarks,
        calls: calls.length,
      }
    },
  }
}

/** The paths of the two documents, relative to a scenario in that directory. */
export function documentUrlsFrom(directory: string): { service: string; control: string } {
  return {
    service: pathTo(directory, 'spec/openapi.json'),
    control: pathTo(directory, 'simulator/control/openapi.json'),
  }
}

/** The path from a directory to a file of this package, whether it runs from source or built. */
function pathTo(directory: string, file: string): string {
  const root = dirname(createRequire(import.meta.url).resolve('paytwin/package.json'))
  const path = relative(directory, join(root, file)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
