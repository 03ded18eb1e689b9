// The built-in simulator in this process as a deployment, with a new world for every run; the only file of the suite that
// imports the simulator. Mutants and conforming variants are given as options; the simulator does not know about them.

import { controlClient } from '../../client/control-client.ts'
import type { Send } from '../../client/service-client.ts'
import { simulatorTarget } from '../../client/simulator-target.ts'
import type { Target } from '../../client/target.ts'
import { parseJson } from '../../core/json.ts'
import {
  type AssumptionChoices,
  credentialsOf,
  decryptedJson,
  decryptPassphrase,
  decryptRsa,
  type Handlers,
  type MadeRefusal,
  handlers as realHandlers,
  Simulator,
  type SimulatorOptions,
  type WebhookRequest,
  type World,
  type WorldHooks,
} from '../../simulator/internals.ts'
import { listOperations } from '../../spec/openapi/reading.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { UnspecifiedId } from '../../spec/unspecified.ts'
import { profileOf } from '../profile/profile.ts'
import { contractDocument } from './contract-document.ts'
import { ControlCapabilities } from './control-capabilities.ts'
import type { Deployment } from './deployment.ts'

export {
  type AssumptionChoices,
  BankingCalendar,
  beginSubscriptions,
  defaultWorld,
  type Handlers,
  type InvoiceState,
  readAssumptionsFile,
  readWorld,
  readWorldFile,
  refuse,
  type SubscriptionState,
  type TransactionState,
  type WebhookRequest,
  type World,
  type WorldFile,
} from '../../simulator/internals.ts'

/** A request on its way to the simulator. */
export interface WireRequest {
  operationId: OperationId
  method: string
  /** Path and query, below the base URL. */
  path: string
  headers: Record<string, string>
  body: string
}

/** A response on its way to the suite. */
export interface WireResponse {
  status: number
  headers: Record<string, string>
  json: unknown
  /** The body to send instead of the JSON. */
  text?: string
}

export type TransportSeam = (request: WireRequest, send: () => Promise<Response>) => Promise<Response>

export type ResponseSeam = (response: WireResponse, request: WireRequest, world: World) => WireResponse

/** The places at which a mutant or a conforming variant changes the deployment. All are optional. */
export interface Seams {
  /** Rewrites a request before the simulator receives it. */
  request?: (request: WireRequest, world: World) => WireRequest
  /** Rewrites a response before the suite receives it. */
  response?: ResponseSeam
  /** Stands between the suite and the simulator: sends the request, or responds, or fails in its place. */
  transport?: TransportSeam
  /** Replaces handlers of operations. */
  handlers?: (real: Handlers) => Partial<Handlers>
  /** Changes what worlds do. */
  world?: WorldHooks
  /** Rewrites a webhook delivery: returns the requests to deliver in its place. */
  delivery?: (request: WebhookRequest, world: World) => WebhookRequest[]
}

export interface InProcessOptions extends Seams {
  simulator?: SimulatorOptions
  /** The target file of such a deployment. */
  target?: (target: Target) => Target
}

const origin = 'http://127.0.0.1:4020'
const webhookBase = 'http://127.0.0.1/webhook/'

/** The ids on which an answer depends. */
export interface Basis {
  /** The assumptions that were read. */
  read: Set<UnspecifiedId>
  refusals: MadeRefusal[]
}

/** A simulator in this process, whose world can be seen. */
export interface InProcess extends Deployment {
  world: () => World
  /** The basis of what was answered since the last call. Empty unless it is followed. */
  basis: () => Basis
  /** Remembers the world; the returned function goes back to it, with other options from there on if given. */
  mark: () => Promise<(others?: AssumptionChoices) => Promise<void>>
}

/** With `isFollowed`, it reports the basis of its answers. */
export function inProcess(options: InProcessOptions = {}, isFollowed = false): InProcess {
  const received: WebhookRequest[] = []
  let basis: Basis = { read: new Set(), refusals: [] }
  const following: WorldHooks = {
    read: (id) => basis.read.add(id),
    refused: ({ code, path }) => basis.refusals.push({ code, path }),
  }
  const simulator = new Simulator(
    {
      ...options.simulator,
      ...(options.handlers === undefined ? {} : { handlers: options.handlers(realHandlers) }),
      transport: async (request) => {
        const world = simulator.defaultSandbox.world
        const sent = options.delivery?.(request, world) ?? [request]
        received.push(...sent.filter(({ url }) => url.startsWith(webhookBase)))
        return { outcome: 'accepted', httpStatus: 200, response: '' }
      },
    },
    { hooks: isFollowed ? { ...options.world, ...following } : options.world },
  )
  const sandbox = simulator.defaultSandbox
  const own = targetOf(sandbox.world)
  const target = options.target?.(own) ?? own
  const fetch: Send = (url, init) => simulator.fetch(url, init)
  const capabilities = new ControlCapabilities(controlClient({ url: simulator.publicUrl, fetch }), target)
  const settledDeliveries = async () => {
    await sandbox.settled()
    return [...received]
  }
  return {
    target,
    missing: new Map(),
    profile: profileOf(target),
    isolates: true,
    remote: false,
    send: sender(simulator, options),
    clock: capabilities,
    shopper: capabilities,
    webhooks: {
      received: settledDeliveries,
      last: async (count) => received.slice(-count),
      waitFor: async (matches) => (await settledDeliveries()).filter(matches),
    },
    fresh: async () => {
      await sandbox.reset()
      received.length = 0
      for (const [index, merchant] of sandbox.world.accounts.merchants.entries())
        sandbox.world.registerWebhook(merchant, `${webhookBase}${index}`)
    },
    close: async () => {},
    world: () => sandbox.world,
    mark: () => markOf(sandbox),
    basis: () => {
      const taken = basis
      basis = { read: new Set(), refusals: [] }
      return taken
    },
  }
}

async function markOf(sandbox: Simulator['defaultSandbox']): ReturnType<InProcess['mark']> {
  const snapshot = await sandbox.snapshot()
  const { assumptions } = snapshot.options
  return (others) => {
    snapshot.options.assumptions = { ...assumptions, ...others }
    return sandbox.restore(snapshot)
  }
}

function sender(simulator: Simulator, { transport, request: rewrite, response }: Seams): Deployment['send'] {
  if (transport === undefined && rewrite === undefined && response === undefined)
    return (url, init) => simulator.fetch(url, init)
  return (url, init) => {
    const path = url.slice(`${origin}/api`.length)
    const method = init.method ?? 'GET'
    const operationId = operationAt(method, path)
    if (operationId === undefined) return simulator.fetch(url, init)
    const headers = { ...(init.headers as Record<string, string> | undefined) }
    const request: WireRequest = { operationId, method, path, headers, body: String(init.body ?? '') }
    const { world } = simulator.defaultSandbox
    const send = () => sendRewritten(simulator, rewrite?.(request, world) ?? request, response)
    return transport === undefined ? send() : transport(request, send)
  }
}

async function sendRewritten(
  simulator: Simulator,
  request: WireRequest,
  rewriteResponse: ResponseSeam | undefined,
): Promise<Response> {
  const { world } = simulator.defaultSandbox
  const { method, path, headers, body } = request
  const response = await simulator.fetch(`${origin}/api${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  })
  if (rewriteResponse === undefined) return response
  const { status } = response
  const json: unknown = JSON.parse(await response.text())
  const rewritten = rewriteResponse(
    { status, headers: Object.fromEntries(response.headers), json },
    request,
    world,
  )
  return new Response(rewritten.text ?? JSON.stringify(rewritten.json), {
    status: rewritten.status,
    headers: rewritten.headers,
  })
}

const paths = listOperations(contractDocument).map(({ operationId, method, path }) => ({
  operationId: operationId as OperationId,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]*')}(\\?|$)`),
}))

/** The operation of a method and a path below the base URL. */
export function operationAt(method: string, path: string): OperationId | undefined {
  return paths.find((row) => row.method === method && row.pattern.test(path))?.operationId
}

const passphraseOperations: readonly OperationId[] = ['closePartialPayment', 'createTransfers', 'addPayees']
const payloads = new Map<string, ReadPayload | undefined>()
const maxPayloads = 5000

interface ReadPayload {
  value: unknown
  /** The merchant whose key or secret decrypts it; none if it is not encrypted. */
  merchant?: string
}

/** The payload of a request: decrypted with the key or the secret of some merchant, or not encrypted; undefined if there is none. */
export function readPayload({ operationId, body }: WireRequest, world: World): ReadPayload | undefined {
  const given: unknown = parseJson(body)
  const text =
    typeof given === 'object' &&
    given !== null &&
    Object.entries(given).find(
      ([key, value]) => (key === 'data' || key === 'encryptedReq') && typeof value === 'string',
    )?.[1]
  if (typeof text !== 'string') return undefined
  if (payloads.has(text)) return payloads.get(text)
  if (payloads.size > maxPayloads) payloads.clear()
  const { accounts } = world
  for (const merchant of accounts.merchants) {
    const decrypted = decryptedJson(
      passphraseOperations.includes(operationId)
        ? decryptPassphrase(text, merchant.clientSecret)
        : decryptRsa(text, accounts.keysOf(merchant).privateKey, 'both'),
    )
    if (!decrypted.ok) continue
    const read = { value: decrypted.value, merchant: merchant.id }
    payloads.set(text, read)
    return read
  }
  const value = parseJson(text) ?? parseJson(Buffer.from(text, 'base64').toString())
  const read = value === undefined ? undefined : { value }
  payloads.set(text, read)
  return read
}

/** The target of a world. Nobody's money: amounts may be large enough for a thousands separator. */
export function targetOf(world: World): Target {
  const target = simulatorTarget(credentialsOf(world), { assumptions: world.assumptions.list() })
  return {
    ...target,
    name: 'the built-in simulator',
    limits: { ...target.limits, requests: 1_000_000, amount: '10000.00', coinAmount: '1000.00' },
  }
}
