// Records what a client does to a simulator until it is stopped. Then it returns the scenario, its transcript and the violations of the
// contract. proxy.ts does the same in front of a deployment.

import { createServer } from 'node:http'
import { relative } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { controlClient } from '../../client/control-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { learnTarget, type Target } from '../../client/target.ts'
import { causeMessage } from '../../core/errors.ts'
import { readLimited } from '../../core/limited-body.ts'
import { type Address, closeServer, listenOn } from '../../core/listening.ts'
import { packageFile } from '../../core/package-files.ts'
import { Redactor } from '../../core/redaction.ts'
import { inSlices } from '../../core/slices.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import type { ScenarioDocument, SimulatorSetting } from '../format/scenario.ts'
import {
  accessGuard,
  accessPolicy,
  decryptPayload,
  type RecordedSetup,
  simulatorToRecord,
} from '../in-process.ts'
import { writeTranscript } from '../report/transcript.ts'
import { recordedStepNames } from './recorded-steps.ts'
import { Recording, routedPath, type Violation } from './recording.ts'
import { type DocumentUrls, recordedWorkflowId, scenarioOf } from './writing.ts'

interface Served {
  /** Origin, without a trailing slash. */
  url: string
  close: () => Promise<void>
}

/** Handles a request, whose body has been read. */
type Handler = (request: Request, body: Uint8Array) => Promise<Response>

const maxBodyBytes = 16_000_000

/** Starts serving. Throws a UsageError if the address cannot be used. */
export async function serveRequests(address: Address, handle: Handler): Promise<Served> {
  const server = createServer(
    getRequestListener(async (request) => {
      try {
        const { bytes, rest } = await readLimited(request.body, maxBodyBytes)
        if (rest === undefined) return await handle(request, bytes)
        return refused(413, {
          fact: 'The body of the request is too large.',
          detail: `The recorder keeps bodies in memory, at most ${maxBodyBytes} bytes each.`,
          remedy: 'Send a smaller body.',
        })
      } catch (error) {
        return refused(502, {
          fact: 'The recorder received no response.',
          detail: `${causeMessage(error)}.`,
          remedy: 'Send the request again.',
        })
      }
    }),
  )
  return { url: await listenOn(server, address), close: () => closeServer(server) }
}

function refused(status: number, body: { fact: string; detail: string; remedy: string }): Response {
  return Response.json(body, { status, headers: { connection: 'close' } })
}

export interface Recorded {
  scenario: ScenarioDocument
  transcript: string
  violations: Violation[]
  remarks: string[]
  /** The number of calls that have a response. */
  calls: number
}

/** A recording in progress. */
export interface Recorder {
  /** The address for clients: the origin of the simulator, or the base URL that replaces the deployment's. */
  url: string
  /** The token of the control API, if it requires one. */
  controlToken: string | undefined
  /** The record so far. Requests are served in between. */
  recorded: () => Promise<Recorded>
  /** Stops serving, and returns what has been recorded. */
  stop: () => Promise<Recorded>
}

export interface RecordOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  title: string
  /** The directory of the scenario, which refers to the documents by relative paths. */
  directory: string
  /** True if the transcript is needed; the default. */
  hasTranscript?: boolean
  /** Called when the response of a call has been recorded. */
  onResponse?: () => void
}

interface SimulatorRecording extends RecordOptions {
  /** The token of the control API; by default a random one if others can reach it. */
  controlToken?: string | undefined
  simulator?: RecordedSetup
}

/** Serves a simulator and records what is done to it. */
export async function recordSimulator(options: SimulatorRecording): Promise<Recorder> {
  const { simulator = {} } = options
  const { world: _, webhookUrl, ...setting } = simulator
  let handle: Handler = async () => new Response(null, { status: 503 })
  const served = await serveRequests(options, (request, body) => handle(request, body))
  const { send, keys } = simulatorToRecord(simulator, served.url)
  const redactor = new Redactor(redactionPolicy, { show })
  const recording = new Recording(keys, decryptPayload, redactor, options.onResponse)
  const receivers = new Set(webhookUrl === undefined ? [] : [webhookUrl])
  const policy = accessPolicy({
    host: options.host,
    publicUrl: served.url,
    token: options.controlToken,
    control: true,
  })
  const guard = accessGuard(policy)
  handle = async (request, bytes) => {
    const refusal = guard(request)
    if (refusal !== undefined) return refusal
    const url = new URL(request.url)
    const body = new TextDecoder().decode(bytes)
    const { method } = request
    const pathname = routedPath(request)
    const document = pathname.startsWith('/control') ? 'control' : 'service'
    const headers = new Headers(request.headers)
    // A token of the control API belongs to this recording. A replay sends the one of its target.
    if (document === 'control') headers.delete('authorization')
    const path = document === 'service' ? pathname.slice('/api'.length) : pathname
    const recordResponse = /^\/(?:api\/|control)/.test(pathname)
      ? recording.request({ document, method, path, search: url.search, headers, body })
      : recording.pageRequest(method, pathname)
    const receiver = /"url":\s*"(http[^"]+)"/.exec(body)?.[1]
    if (path.endsWith('/webhook') && receiver !== undefined) receivers.add(receiver)
    const response = await send(
      new Request(request.url, { method, headers, ...(bytes.length === 0 ? {} : { body: bytes }) }),
    )
    recordResponse(response.status, await response.clone().text())
    return response
  }
  const fetch = (url: string, init: RequestInit) => send(new Request(url, init))
  const target = await readSimulatorTarget(controlClient({ url: served.url, fetch }))
  return recorderOf(served, recording, options, {
    target,
    redactor,
    receivers,
    simulator: Object.keys(setting).length === 0 ? undefined : setting,
    origin: served.url,
    controlToken: policy.token,
  })
}

/** The text in place of a secret. */
export const show = (name: string) => `{${name}}`

interface RecordedTarget {
  redactor: Redactor
  /** Undefined if nothing is known. */
  target: Target | undefined
  receivers: ReadonlySet<string>
  simulator: SimulatorSetting | undefined
  origin: string
  controlToken: string | undefined
}

/** The recorder of a recording that is served. */
export function recorderOf(
  served: Served,
  recording: Recording,
  { title, directory, hasTranscript = true }: RecordOptions,
  { target, redactor, receivers, simulator, origin, controlToken }: RecordedTarget,
): Recorder {
  if (target !== undefined) learnTarget(redactor, target)
  if (controlToken !== undefined) redactor.learn(controlToken, 'control.token')
  const documentUrls = documentUrlsFrom(directory)
  const shown = (text: string) => redactor.text(text)
  const recorded = async (): Promise<Recorded> => {
    const { calls, violations } = recording.responded()
    const scenario = await inSlices(
      scenarioOf(calls, violations, {
        title,
        description: `Recorded: ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}, in the order of their arrival.`,
        target,
        documentUrls,
        simulator,
        receivers: [...receivers],
        redactor,
      }),
    )
    for (const url of receivers) redactor.name(url, 'receiver')
    redactor.name(origin, 'origin')
    const stepIds = recordedStepNames(calls)
    const steps = calls.map(({ exchange }, index) => ({
      workflowId: recordedWorkflowId,
      stepId: stepIds[index] ?? '',
      exchange,
    }))
    const transcript = hasTranscript ? await inSlices(writeTranscript({ title, steps, redactor })) : ''
    return {
      scenario,
      transcript,
      violations: recording.violations.map((violation) => ({
        ...violation,
        message: shown(violation.message),
      })),
      remarks: [...recording.remarks, ...recording.withoutResponse()].map(shown),
      calls: calls.length,
    }
  }
  return {
    url: served.url,
    controlToken,
    recorded,
    stop: async () => {
      await served.close()
      return recorded()
    },
  }
}

/** The paths of the two documents and of the schema, relative to a scenario in that directory. */
export function documentUrlsFrom(directory: string): DocumentUrls {
  return {
    schema: pathTo(directory, 'scenarios/scenario.schema.json'),
    service: pathTo(directory, 'spec/openapi.json'),
    control: pathTo(directory, 'spec/control/openapi.json'),
  }
}

/** The path from a directory to a file of this package. */
function pathTo(directory: string, file: string): string {
  const path = relative(directory, packageFile(file)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
