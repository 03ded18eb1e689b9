// The one door to the simulator: a deployment in this process, with a world of its own for every run. What makes it a
// mutant or a variant is given as options; the simulator itself knows nothing of faults.

import { controlClient } from '../../client/control-client.ts'
import type { Send } from '../../client/service-client.ts'
import { simulatorTarget } from '../../client/simulator-target.ts'
import type { Target } from '../../client/target.ts'
import { credentialsOf } from '../../simulator/control/handlers/credentials.ts'
import type { Handlers } from '../../simulator/resources/handler-types.ts'
import { handlers as realHandlers } from '../../simulator/resources/handlers.ts'
import type { Sandbox } from '../../simulator/sandbox/sandbox.ts'
import { Simulator, type SimulatorOptions } from '../../simulator/simulator.ts'
import type { WebhookRequest } from '../../simulator/webhooks/delivery.ts'
import type { World } from '../../simulator/world/world.ts'
import { listOperations } from '../../spec/openapi/reading.ts'
import type { OperationId } from '../../spec/operations.ts'
import { contractDocument } from '../checks/contract-document.ts'
import { ControlCapabilities } from './control-capabilities.ts'
import type { Deployment } from './deployment.ts'

export type { Handlers } from '../../simulator/resources/handler-types.ts'
export { Refusal, refuse } from '../../simulator/resources/refusals.ts'
export { beginSubscriptions } from '../../simulator/resources/subscriptions.ts'
export type { WebhookRequest } from '../../simulator/webhooks/delivery.ts'
export type { InvoiceState, SubscriptionState, TransactionState } from '../../simulator/world/state.ts'
export type { World } from '../../simulator/world/world.ts'
export type { SimulatorOptions }

/** A request on its way to the simulator. */
export interface WireRequest {
  operationId: OperationId
  method: string
  /** Path and query, below the base URL. */
  path: string
  headers: Record<string, string>
  body: string
}

/** An answer on its way back. */
export interface WireResponse {
  status: number
  headers: Record<string, string>
  /** The body read as JSON. */
  json: unknown
  /** The body as it stands, in place of the JSON. */
  text?: string
}

/** What stands between the suite and the simulator, or inside it. Every part may be left out. */
export interface Wrapping {
  /** Changes a request before the simulator sees it. */
  request?: (request: WireRequest, world: World) => WireRequest
  /** Changes an answer before the suite sees it. */
  response?: (response: WireResponse, request: WireRequest, world: World) => WireResponse
  /** Handlers in place of the real ones. */
  handlers?: (real: Handlers) => Partial<Handlers>
  /** Changes each world when it begins: its methods may be replaced. */
  world?: (world: World) => void
  /** What becomes of a delivery: nothing, itself, another, or several. */
  delivery?: (request: WebhookRequest, world: World) => WebhookRequest[]
}

export interface InProcessOptions extends Wrapping {
  simulator?: SimulatorOptions
}

const origin = 'http://127.0.0.1:4020'
const webhookBase = 'http://127.0.0.1/webhook/'

/** A simulator in this process as a deployment. */
export function inProcess(options: InProcessOptions = {}): Deployment {
  const received: WebhookRequest[] = []
  const simulator = new Simulator({
    ...options.simulator,
    ...(options.handlers === undefined ? {} : { handlers: options.handlers(realHandlers) }),
    transport: async (request) => {
      const world = simulator.defaultSandbox.world
      const sent = options.delivery?.(request, world) ?? [request]
      received.push(...sent.filter(({ url }) => url.startsWith(webhookBase)))
      return { outcome: 'accepted', httpStatus: 200, response: '' }
    },
  })
  const sandbox = simulator.defaultSandbox
  const target = targetOf(sandbox)
  const fetch: Send = (url, init) => simulator.fetch(url, init)
  const capabilities = new ControlCapabilities(controlClient({ url: simulator.publicUrl, fetch }), target)
  const settledDeliveries = async () => {
    await sandbox.settled()
    return [...received]
  }
  return {
    target,
    isolates: true,
    remote: false,
    send: sender(simulator, options),
    clock: capabilities,
    shopper: capabilities,
    webhooks: {
      received: settledDeliveries,
      waitFor: async (matches) => (await settledDeliveries()).filter(matches),
    },
    fresh: async () => {
      await sandbox.reset()
      received.length = 0
      for (const [index, merchant] of sandbox.world.accounts.merchants.entries())
        sandbox.world.registerWebhook(merchant, `${webhookBase}${index}`)
      options.world?.(sandbox.world)
    },
    close: async () => {},
  }
}

/** Sends to the simulator, through what stands before it. */
function sender(simulator: Simulator, { request: change, response: spoil }: Wrapping): Deployment['send'] {
  if (change === undefined && spoil === undefined) return (url, init) => simulator.fetch(url, init)
  return async (url, init) => {
    const { world } = simulator.defaultSandbox
    const base = `${origin}/api`
    const path = url.slice(base.length)
    const method = init.method ?? 'GET'
    const operationId = operationAt(method, path)
    if (operationId === undefined) return simulator.fetch(url, init)
    const asked: WireRequest = {
      operationId,
      method,
      path,
      headers: { ...(init.headers as Record<string, string> | undefined) },
      body: String(init.body ?? ''),
    }
    const sent = change?.(asked, world) ?? asked
    const response = await simulator.fetch(`${base}${sent.path}`, {
      method: sent.method,
      headers: sent.headers,
      ...(sent.method === 'GET' ? {} : { body: sent.body }),
    })
    if (spoil === undefined) return response
    const text = await response.text()
    const actual = spoil(
      { status: response.status, headers: Object.fromEntries(response.headers), json: JSON.parse(text) },
      sent,
      world,
    )
    return new Response(actual.text ?? JSON.stringify(actual.json), {
      status: actual.status,
      headers: actual.headers,
    })
  }
}

const paths = listOperations(contractDocument).map(({ operationId, method, path }) => ({
  operationId: operationId as OperationId,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]*')}(\\?|$)`),
}))

/** The operation that a method and a path (below the base URL) ask for. */
export function operationAt(method: string, path: string): OperationId | undefined {
  return paths.find((row) => row.method === method && row.pattern.test(path))?.operationId
}

/** The target that a sandbox is. Nobody's money: amounts may be large enough for a thousands separator. */
function targetOf({ world }: Sandbox): Target {
  const target = simulatorTarget(credentialsOf(world), { assumptions: world.assumptions.list() })
  return {
    ...target,
    name: 'the built-in simulator',
    limits: { ...target.limits, requests: 1_000_000, amount: '10000.00', coinAmount: '1000.00' },
  }
}
