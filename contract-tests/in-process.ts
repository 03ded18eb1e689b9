// The built-in simulator in this process as a deployment, with a new world for every run; the only file of the suite that
// imports the simulator. Mutants and conforming variants are given as options; the simulator does not know about them.

import type { Handlers } from '../simulator/call.ts'
import { handlers as realHandlers } from '../simulator/handlers.ts'
import type { Sandbox } from '../simulator/sandbox.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import type { WebhookRequest } from '../simulator/webhooks/delivery.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'
import type { World } from '../simulator/world/world.ts'
import type { WorldFile } from '../simulator/world/world-file.ts'
import { listOperations } from '../spec/openapi/reading.ts'
import type { OperationId } from '../spec/operations.ts'
import { contractDocument } from './contract-document.ts'
import { Control, tokensOf } from './control-capabilities.ts'
import type { Delivery } from './deliveries.ts'
import type { Deployment } from './deployment.ts'
import { encryptRsa, type RandomBytes } from './encryption.ts'
import { resolveTarget, type Target } from './target.ts'

export type { Handlers } from '../simulator/call.ts'
export { refuse } from '../simulator/refusals.ts'
export { beginSubscriptions } from '../simulator/resources/subscriptions.ts'
export type { WebhookRequest } from '../simulator/webhooks/delivery.ts'
export type { InvoiceState, SubscriptionState, TransactionState } from '../simulator/world/state.ts'
export type { World } from '../simulator/world/world.ts'

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
  /** The parsed body. */
  json: unknown
  /** The body to send instead of the JSON. */
  text?: string
}

/** The places at which a mutant or a conforming variant changes the deployment. All are optional. */
export interface Seams {
  /** Rewrites a request before the simulator receives it. */
  request?: (request: WireRequest, world: World) => WireRequest
  /** Rewrites a response before the suite receives it. */
  response?: (response: WireResponse, request: WireRequest, world: World) => WireResponse
  /** Replaces handlers of operations. */
  handlers?: (real: Handlers) => Partial<Handlers>
  /** Changes each new world. */
  world?: (world: World) => void
  /** Rewrites a webhook delivery: returns the requests to deliver in its place. */
  delivery?: (request: WebhookRequest, world: World) => WebhookRequest[]
}

export interface InProcessOptions extends Seams {
  simulator?: SimulatorOptions
}

const origin = 'http://127.0.0.1:4020'
const receiverUrl = (merchant: number) => `http://127.0.0.1/webhook/${merchant}`

/** A new simulator in this process as a deployment. */
export function inProcess(options: InProcessOptions = {}): Deployment {
  let kept: Delivery[] = []
  const simulator = new Simulator({
    ...options.simulator,
    ...(options.handlers === undefined ? {} : { handlers: options.handlers(realHandlers) }),
    transport: async (request) => {
      const world = simulator.defaultSandbox.world
      for (const sent of options.delivery?.(request, world) ?? [request]) {
        const merchant = /^http:\/\/127\.0\.0\.1\/webhook\/(\d+)/.exec(sent.url)?.[1]
        if (merchant !== undefined) kept.push({ ...sent, merchant: Number(merchant) })
      }
      return { outcome: 'accepted', httpStatus: 200, response: '' }
    },
  })
  const sandbox = simulator.defaultSandbox
  const target = targetOf(sandbox, options.simulator?.world ?? defaultWorld)
  const tokens = target.known.tokensExpire ? tokensOf(target) : []
  const control = new Control(`${origin}/control`, (url, init) => simulator.fetch(url, init), tokens)
  const received = async () => {
    await sandbox.settled()
    return kept
  }
  return {
    target,
    isolates: true,
    remote: false,
    send: sender(simulator, options),
    clock: control,
    shopper: control,
    webhooks: {
      received,
      waitFor: async (holds) => (await received()).filter(holds),
    },
    fresh: async () => {
      await sandbox.reset()
      kept = []
      for (const [index, merchant] of sandbox.world.accounts.merchants.entries())
        sandbox.world.registerWebhook(merchant, receiverUrl(index))
      options.world?.(sandbox.world)
    },
    close: async () => {},
  }
}

/** Sends to the simulator through the request and response seams. */
function sender(
  simulator: Simulator,
  { request: rewrite, response: rewriteResponse }: Seams,
): Deployment['send'] {
  if (rewrite === undefined && rewriteResponse === undefined) return (url, init) => simulator.fetch(url, init)
  return async (url, init) => {
    const { world } = simulator.defaultSandbox
    const base = `${origin}/api`
    const path = url.slice(base.length)
    const method = init.method ?? 'GET'
    const operationId = operationAt(method, path)
    if (operationId === undefined) return simulator.fetch(url, init)
    const headers = { ...(init.headers as Record<string, string> | undefined) }
    const original: WireRequest = { operationId, method, path, headers, body: String(init.body ?? '') }
    const request = rewrite?.(original, world) ?? original
    const response = await simulator.fetch(`${base}${request.path}`, {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'GET' ? {} : { body: request.body }),
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

const personas = {
  ready: 'ready',
  second: 'asks-password',
  lowBalance: 'low-balance',
  notWhitelisted: 'not-whitelisted',
  expiredLink: 'expired-link',
  unsupportedWallet: 'unsupported-wallet',
  belowMinimum: 'below-minimum',
  asksPassword: 'asks-password',
  abroad: 'abroad',
  noBank: 'no-bank',
} as const

/** A credential that is encrypted is the same in every run. */
const unvarying: RandomBytes = (byteCount) => new Uint8Array(byteCount).fill(1)

/** The target that a sandbox is, with what its operator knows: the assumptions in force. */
function targetOf({ world }: Sandbox, file: WorldFile): Target {
  const { assumptions, accounts } = world
  const { pending, processing, canceled, completed } = assumptions.value('transactions.status-integers')
  const fieldOf = (id: 'encryption.bank-payment-field' | 'encryption.payee-field', usual: string) =>
    assumptions.is(id, 'any') ? usual : assumptions.name(id)
  return resolveTarget(
    {
      name: 'the built-in simulator',
      baseUrl: `${origin}/api`,
      merchants: accounts.merchants.slice(0, 2).map((merchant) => ({
        id: merchant.id,
        accessToken: merchant.accessToken,
        clientSecret: merchant.clientSecret,
        publicKey: accounts.keysOf(merchant).publicKeyPem,
        merchantAuth: assumptions.is('authentication.merchant-auth', 'encrypted-merchant-id')
          ? encryptRsa({ merchantId: merchant.id }, accounts.keysOf(merchant).publicKeyPem, 'oaep', unvarying)
          : merchant.accessToken,
        bankAccountId: merchant.bankAccount?.id ?? null,
        verified: merchant.verified,
        enabledCurrencies: merchant.enabledCurrencies,
        companyName: merchant.shop.companyName,
      })),
      shoppers: Object.fromEntries(
        Object.entries(personas).flatMap(([role, username]) => {
          const shopper = file.shoppers.find((one) => one.username === username)
          if (shopper === undefined) return []
          const [bank] = shopper.banks
          const { accessToken, email } = shopper
          return [[role, { accessToken, email, ...(bank === undefined ? {} : { stockId: bank.stockId }) }]]
        }),
      ),
      exchanges: accounts.exchanges.map(({ name }) => name),
      servicePublicKey: accounts.serviceKey.publicKeyPem,
      known: {
        bankPaymentField: fieldOf('encryption.bank-payment-field', 'data'),
        payeeField: fieldOf('encryption.payee-field', 'encryptedReq'),
        validationEncryption: assumptions.name('encryption.exchange-validation'),
        payoutEncryption: assumptions.name('encryption.payouts'),
        rsaPadding: assumptions.is('encryption.rsa-padding', 'pkcs1') ? 'pkcs1' : 'oaep',
        transferToken: 'merchant',
        debitFields: assumptions.is('subscriptions.debit-fields', 'items') ? 'items' : 'top-level',
        statusIntegers: { pending, processing, canceled, completed },
        coin: 'BTC',
        amount: '30.00',
        partnerCurrencies: file.partner.enabledCurrencies,
        tokensExpire: assumptions.is('authentication.token-issue', 'expiring'),
      },
      capabilities: {},
      // Nobody's money: amounts may be as large as a thousands separator would need.
      limits: { requests: 1_000_000, amount: '10000.00', coinAmount: '1000.00' },
    },
    {},
  )
}
