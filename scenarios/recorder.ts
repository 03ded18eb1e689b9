// Records what a client does to a simulator, or through a proxy to a deployment, until it is stopped.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { proxy } from 'hono/proxy'
import { getPath } from 'hono/utils/url'
import { controlClient } from '../client/control-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import { learnTarget, type Target } from '../client/target.ts'
import { causeMessage } from '../core/errors.ts'
import { readLimited } from '../core/limited-body.ts'
import { type Address, closeServer, listenOn } from '../core/listening.ts'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import type { SimulatorSetting } from './document.ts'
import {
  accessGuard,
  accessPolicy,
  type DecryptionKeys,
  decryptPayload,
  type RecordedSetup,
  simulatorToRecord,
} from './in-process.ts'
import { documentsFrom, type RecordedRequest, type Rendered, renderScenario } from './render.ts'
import { transcriptOf } from './report.ts'

/** A recording in progress. */
export interface Recorder {
  /** The address for clients: the origin of the simulator, or the base URL that replaces the deployment's. */
  url: string
  /** The token of the control API, if it requires one. */
  controlToken: string | undefined
  /** The scenario of the requests so far, and its transcript. */
  recorded: () => Rendered & { transcript: string }
  /** Stops serving. */
  stop: () => Promise<void>
}

interface RecordOptions extends Address {
  title: string
  /** The directory of the scenario, which refers to the documents by relative paths. */
  directory: string
}

/** The simulator or deployment that is recorded. */
interface Recorded {
  /** The response to a request that is neither sent nor recorded. */
  refusal: (request: Request) => Response | undefined
  /** The document that has the request, and its path there; undefined for one that is not recorded. */
  locate: (request: Request) => Pick<RecordedRequest, 'document' | 'path'> | undefined
  send: (request: Request, body: Buffer) => Promise<Response>
  target: Target | undefined
  keys: DecryptionKeys
  /** The URL that transcripts show as an origin. */
  origin: string
  controlToken: string | undefined
  simulator?: SimulatorSetting
  receivers?: readonly string[]
}

/** Serves a simulator and records what is done to it. */
export function recordSimulator(
  options: RecordOptions & { controlToken?: string | undefined; simulator?: RecordedSetup },
): Promise<Recorder> {
  const { world: _, webhookUrl, ...setting } = options.simulator ?? {}
  return record(options, async (url) => {
    const { send, keys } = simulatorToRecord(options.simulator ?? {}, url)
    const fetch = (target: string, init: RequestInit) => send(new Request(target, init))
    const access = { host: options.host, publicUrl: url, token: options.controlToken, control: true }
    const policy = accessPolicy(access)
    return {
      refusal: accessGuard(policy),
      locate: (request) => {
        // Has only the escapes that the router of the simulator does not decode.
        const path = encodeURI(getPath(request)).replaceAll('%25', '%') + new URL(request.url).search
        if (path.startsWith('/api/')) return { document: 'service', path: path.slice('/api'.length) }
        // Pages are not part of a scenario, unless they change something.
        const isRecorded = path.startsWith('/control') || request.method !== 'GET'
        return isRecorded ? { document: 'control', path } : undefined
      },
      send: ({ url, method, headers }, body) => send(new Request(url, { method, headers, ...bodyOf(body) })),
      ...{ target: await readSimulatorTarget(controlClient({ url, fetch })), keys, origin: url },
      ...{ controlToken: policy.token, ...(Object.keys(setting).length === 0 ? {} : { simulator: setting }) },
      receivers: webhookUrl === undefined ? [] : [webhookUrl],
    }
  })
}

/** Forwards requests to a deployment and records them. */
export function recordProxy(
  options: RecordOptions & {
    /** The base URL of the deployment. */
    baseUrl: string
    /** The accounts of the deployment. Accounts that it does not have become inputs. */
    target: Target | undefined
    /** PEM, to decrypt what is encrypted with a merchant's public key. */
    privateKeys: readonly string[]
  },
): Promise<Recorder> {
  const { target, privateKeys, host } = options
  const clientSecrets = target?.merchants.map(({ clientSecret }) => clientSecret) ?? []
  const origin = options.baseUrl.replace(/\/+$/, '')
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
  return record(options, async (url) => {
    const guard = accessGuard(accessPolicy({ host, publicUrl: url, control: false }))
    return {
      refusal: ({ method, headers }) => guard({ method, headers, url: `${url}/api/` }),
      locate: (request) => ({ document: 'service', path: pathOf(request.url) }),
      send: ({ url, method, headers: original, signal }, body) => {
        const headers = new Headers(original)
        // The forwarded request has its own.
        for (const name of ['host', 'content-length', 'expect', 'proxy-connection']) headers.delete(name)
        const raw = new Request(url, { method, headers, signal, ...bodyOf(body) })
        return proxy(origin + pathOf(url), { raw, redirect: 'manual', strictConnectionProcessing: true })
      },
      ...{ target, keys: { clientSecrets, privateKeys }, origin, controlToken: undefined },
    }
  })
}

const bodyOf = (body: Buffer) => (body.length === 0 ? {} : { body })
const maxBodyBytes = 16_000_000
const tooLarge = {
  fact: 'The body of the request is too large.',
  detail: `A recorder keeps bodies in memory, at most ${maxBodyBytes} bytes each.`,
  remedy: 'Send a smaller body.',
}

/** Serves and records. Throws a UsageError if the address cannot be used. */
async function record(options: RecordOptions, open: (url: string) => Promise<Recorded>): Promise<Recorder> {
  const requests: RecordedRequest[] = []
  let advances = 0
  const app = new Hono()
  const onError = () => Response.json(tooLarge, { status: 413 })
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError }))
  app.all('*', async ({ req }) => {
    const body = Buffer.from(await req.arrayBuffer())
    const { refusal, locate, send } = await recorded
    const refused = refusal(req.raw)
    if (refused !== undefined) return refused
    const located = locate(req.raw)
    const headers = new Headers(req.raw.headers)
    // A token of the control API belongs to this recording. A replay sends the one of its target.
    if (located?.document === 'control') headers.delete('authorization')
    const request: RecordedRequest = {
      ...{ document: 'control', path: '', ...located, method: req.method, headers, body: body.toString() },
      ...{ status: 0, response: '', duringAdvance: advances > 0 },
    }
    if (located !== undefined) requests.push(request)
    const isAdvance = located?.path === '/control/clock/advance'
    if (isAdvance) advances += 1
    try {
      const response = await send(req.raw, body)
      await takeResponse(request, response)
      return response
    } catch (error) {
      const fact = 'There was no response, so the request is not recorded.'
      const remedy = 'Check that the deployment runs, and that --proxy has its base URL.'
      return Response.json({ fact, detail: `${causeMessage(error)}.`, remedy }, { status: 502 })
    } finally {
      if (isAdvance) advances -= 1
    }
  })
  const server = createServer(getRequestListener(app.fetch))
  const url = await listenOn(server, options)
  const recorded = open(url)
  const known = await recorded
  return {
    ...{ url, controlToken: known.controlToken, stop: () => closeServer(server) },
    recorded: renderer(options, requests, known),
  }
}

/** Adds a response to its request, unless it is too long. */
async function takeResponse(request: RecordedRequest, response: Response): Promise<void> {
  const { bytes, rest } = await readLimited(response.clone().body, maxBodyBytes)
  // The rest ends only when the client has read it.
  rest?.cancel().catch(() => undefined)
  if (rest !== undefined) return
  request.responseHeaders = response.headers
  request.response = new TextDecoder().decode(bytes)
  request.status = response.status
}

/** A function that renders the requests with the secrets that are known then. */
function renderer(
  { title, directory }: RecordOptions,
  requests: readonly RecordedRequest[],
  { target, keys, origin, controlToken, simulator, receivers = [] }: Recorded,
): Recorder['recorded'] {
  const decrypt = (text: string) => decryptPayload(text, keys)
  const show = (name: string) => `{${name}}`
  return () => {
    const redactor = new Redactor(redactionPolicy, { show })
    for (const secret of [...keys.clientSecrets, ...keys.privateKeys]) redactor.learn(secret)
    if (target !== undefined) learnTarget(redactor, target)
    if (controlToken !== undefined) redactor.learn(controlToken, 'control.token')
    const rendered = renderScenario(requests, {
      ...{ title, target, documents: documentsFrom(directory), simulator, receivers, redactor, decrypt },
      description: (calls) => `Recorded calls, in the order of their arrival: ${calls}.`,
    })
    for (const url of rendered.receivers) redactor.name(url, 'receiver')
    redactor.name(origin, 'origin')
    return { ...rendered, transcript: transcriptOf(title, rendered.calls, redactor) }
  }
}
