// A deployment over HTTP, with its declared capabilities. Closing it undoes what was set up.

import { randomUUID } from 'node:crypto'
import { controlClient } from '../../client/control-client.ts'
import { httpSend } from '../../client/http-send.ts'
import type { Send } from '../../client/service-client.ts'
import { usesOwnSandbox } from '../../client/simulator-target.ts'
import type { Target } from '../../client/target.ts'
import { WebhookReceiver as Receiver } from '../../client/webhook-receiver.ts'
import { suiteAgent } from '../../spec/control/values.ts'
import { profileOf } from '../profile/profile.ts'
import type { WebhookReceiver } from './capabilities.ts'
import { ControlCapabilities } from './control-capabilities.ts'
import type { Delivery } from './deliveries.ts'
import { deliveryLog } from './delivery-log.ts'
import type { Deployment } from './deployment.ts'
import { refusePlugins } from './refuse-plugins.ts'
import type { SuiteControl } from './suite-control.ts'

/** Sends a request that a simulator recognizes as one of the suite, so that its dashboard can leave it out. */
const marked =
  (send: Send): Send =>
  (url, init) =>
    send(url, {
      ...init,
      headers: { 'user-agent': suiteAgent, ...Object.fromEntries(new Headers(init.headers)) },
    })

/** Moving the clock and a reset wait for deliveries, which take longer than a request. */
const timesAsLong = 12

/** Sends a request to the control API, which ends a run that it keeps waiting. */
function impatient(send: Send, { limits }: Target): Send {
  const seconds = limits.timeoutSeconds * timesAsLong
  return async (url, init) => {
    if (init.signal !== undefined) return send(url, init)
    const late = new AbortController()
    const error = new Error(`no response within ${seconds} s; limits.timeoutSeconds can be raised`)
    const timer = setTimeout(() => late.abort(error), seconds * 1000)
    try {
      // The body belongs to the response.
      const response = await send(url, { ...init, signal: late.signal })
      return new Response(await response.text(), response)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Opens the deployment of a target. Close it when done. */
export async function overHttp(target: Target): Promise<Deployment> {
  await refusePlugins(target)
  const { control, webhooks } = target.capabilities
  if (control !== undefined) return withControl(target, control)
  if (webhooks === undefined) return withoutCapabilities(target)
  const { log, publicUrl = 'the address of your receiver', waitSeconds } = webhooks
  if (log !== undefined)
    return {
      ...withoutCapabilities(target),
      webhooks: deliveryLog(log, waitSeconds, `${publicUrl}/webhook/0`),
    }
  const receiver = await Receiver.listen(webhooks)
  return {
    ...withoutCapabilities(target),
    webhooks: {
      ...webhooksOf(receiver, () => waitSeconds),
      url: `${webhookBase(webhooks, receiver)}/webhook/0`,
    },
    close: () => receiver.close(),
  }
}

/** The wait for a delivery where the clock is moved and no time is declared. */
const undeclaredWaitSeconds = 1
/** More than a receiver on this machine needs. */
const minWaitSeconds = 0.1

type ControlCapability = NonNullable<Target['capabilities']['control']>

async function withControl(declared: Target, { url, token }: ControlCapability): Promise<Deployment> {
  const own = usesOwnSandbox(declared) ? await createSandbox(url, token) : undefined
  const undo: (() => Promise<unknown>)[] = own === undefined ? [] : [own.remove]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const target = own === undefined ? declared : { ...declared, baseUrl: own.baseUrl }
    const control: SuiteControl = controlClient({
      ...{ url: own?.controlUrl ?? url, token },
      fetch: impatient(marked(fetch), declared),
    })
    const capabilities = new ControlCapabilities(control, target)
    const { webhooks } = target.capabilities
    const receiver = await Receiver.listen(webhooks)
    undo.push(() => receiver.close())
    let worlds = 0
    // Ids start again in each world, so a delivery of an earlier one must not match: each world has its own path.
    const register = async () => {
      worlds += 1
      const base = webhookBase(webhooks, receiver)
      for (const [index, { id }] of target.merchants.entries())
        await registerWebhook(control, id, `${base}/webhook/${index}/world-${worlds}`)
    }
    const isCurrent = ({ url }: { url: string }) =>
      Number(/\/world-(\d+)/.exec(url)?.[1] ?? worlds) === worlds
    if (own === undefined) {
      const { merchants } = await control.getCredentials()
      undo.push(async () => {
        for (const { id, webhookUrl } of merchants) await registerWebhook(control, id, webhookUrl)
      })
    }
    await register()
    const plain = withoutCapabilities(target)
    return {
      ...plain,
      clock: capabilities,
      shopper: capabilities,
      webhooks: webhooksOf(
        receiver,
        () => waitSecondsOf(plain, webhooks?.waitSeconds),
        () => control.advanceClock({ body: { by: 'PT0S' } }),
        isCurrent,
      ),
      isolates: own !== undefined,
      ...(own === undefined ? {} : { names: new Map([[own.name, 'verify']]), lastingUrl: declared.baseUrl }),
      fresh: async () => {
        if (own === undefined) return
        await control.resetSandbox()
        receiver.received.length = 0
        await register()
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The wait for a delivery: no longer than the preflight has seen one take. */
function waitSecondsOf({ profile }: Deployment, declared = undeclaredWaitSeconds): number {
  const { lagSeconds } = profile.deliveries
  return lagSeconds === undefined ? declared : lagSeconds + minWaitSeconds
}

function webhookBase(webhooks: Target['capabilities']['webhooks'], { origin }: Receiver): string {
  return (webhooks?.publicUrl ?? origin).replace(/\/+$/, '')
}

function registerWebhook(control: SuiteControl, id: string, url: string | null) {
  return control.registerWebhook({ params: { id }, body: { url } })
}

/** `settle` resolves once the service has sent every delivery. `waitFor` waits for them up to `waitSeconds`. Others are left out. */
function webhooksOf(
  receiver: Receiver,
  waitSeconds: () => number,
  settle?: () => Promise<unknown>,
  isCurrent: (delivery: Delivery) => boolean = () => true,
): WebhookReceiver {
  return {
    received: async () => {
      await settle?.()
      return receiver.received.filter(isCurrent)
    },
    last: async (count) => receiver.received.slice(-count).filter(isCurrent),
    waitFor: async (matches, count = 1) => {
      await settle?.()
      const isMatch = (delivery: Delivery) => isCurrent(delivery) && matches(delivery)
      return receiver.waitFor(isMatch, { timeoutMs: waitSeconds() * 1000, count })
    },
  }
}

/** Creates a sandbox for this run. */
async function createSandbox(url: string, token: string | undefined) {
  const control: SuiteControl = controlClient({ url, token })
  // Processes of several containers have the same number.
  const params = { name: `verify-${randomUUID().slice(0, 8)}` }
  const { baseUrl, controlUrl } = await control.putSandbox({ params, body: {} })
  // There may be a proxy before the simulator.
  const reached = (one: string) => new URL(new URL(one).pathname, url).href
  return {
    name: params.name,
    baseUrl: reached(baseUrl),
    controlUrl: reached(controlUrl),
    remove: () => control.deleteSandbox({ params }),
  }
}

function withoutCapabilities(target: Target): Deployment {
  return {
    target,
    send: marked(httpSend),
    missing: new Map(),
    profile: profileOf(target),
    isolates: false,
    remote: true,
    fresh: async () => {},
    close: async () => {},
  }
}
