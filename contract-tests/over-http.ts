// A deployment over HTTP: a real one, or a simulator in another process. What the target declares is set up here, and
// taken down again when it is closed; what it does not declare is left alone.

import { Control, tokensOf } from './control-capabilities.ts'
import type { Deployment, Send } from './deployment.ts'
import { HttpReceiver } from './receiver.ts'
import type { Target } from './target.ts'

const send: Send = (url, init) => fetch(url, init)

/** Sets up what a target declares. Close it when done. */
export async function overHttp(target: Target): Promise<Deployment> {
  const { control, webhooks } = target.capabilities
  if (control !== undefined) return withControl(target, control)
  if (webhooks === undefined) return payload(target)
  const receiver = await HttpReceiver.listen(webhooks)
  return { ...payload(target), webhooks: receiver, close: () => receiver.close() }
}

type ControlDeclared = NonNullable<Target['capabilities']['control']>

async function withControl(declared: Target, { url, ownSandbox }: ControlDeclared): Promise<Deployment> {
  const own = ownSandbox ? await makeSandbox(url) : undefined
  const undo: (() => Promise<unknown>)[] = own === undefined ? [] : [own.remove]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const target = own === undefined ? declared : { ...declared, baseUrl: own.baseUrl }
    const tokens = target.known.tokensExpire ? tokensOf(target) : []
    const control = new Control(own?.controlUrl ?? url, send, tokens)
    const { webhooks } = target.capabilities
    const receiver = await HttpReceiver.listen(
      webhooks ?? { host: '127.0.0.1', port: 0, waitSeconds: 5 },
      () => control.settle(),
    )
    undo.push(() => receiver.close())
    const register = async () => {
      for (const [index, { id }] of target.merchants.entries())
        await control.registerWebhook(id, receiver.address(index, webhooks?.publicUrl))
    }
    if (own === undefined) {
      const before = await control.webhooks()
      undo.push(async () => {
        for (const { id, webhookUrl } of before) await control.registerWebhook(id, webhookUrl)
      })
    }
    await register()
    return {
      ...payload(target),
      clock: control,
      shopper: control,
      webhooks: receiver,
      isolates: own !== undefined,
      ...(own === undefined ? {} : { names: new Map([[own.name, 'verify']]) }),
      fresh: async () => {
        if (own === undefined) return
        await control.reset()
        receiver.forget()
        await register()
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A sandbox like the one that is declared, beside it. */
async function makeSandbox(controlUrl: string) {
  const root = new Control(controlUrl.replace(/(\/sandboxes\/[^/]+)?\/control\/?$/, ''), send, [])
  const name = `verify-${process.pid}`
  const path = `/sandboxes/${name}`
  const { baseUrl, controlUrl: own } = (await root.ask('PUT', path, {})) as Record<
    'baseUrl' | 'controlUrl',
    string
  >
  return { name, baseUrl, controlUrl: own, remove: () => root.ask('DELETE', path) }
}

function payload(target: Target): Deployment {
  return {
    target,
    send,
    isolates: false,
    remote: true,
    fresh: async () => {},
    close: async () => {},
  }
}
