// Simulators with overlays, and requests to them as a shop plugin sends them.

import { valueAt } from '../../core/json.ts'
import { createSimulator, type EmbeddedSimulator } from '../embedding/create-simulator.ts'
import { readExtension } from '../extensions/overlay.ts'
import type { Extension } from '../options/extension.ts'
import { invoice } from './requests.ts'

/** The access token of the first merchant. */
export const token = 'merchant-lamp-shop'

/** An overlay that adds one operation. */
export function adding(path: string, operation: object, method = 'get'): object {
  return {
    overlay: '1.0.0',
    info: { title: 'Added', version: '1' },
    actions: [{ target: '$.paths', update: { [path]: { [method]: operation } } }],
  }
}

export async function simulatorWith(...overlays: object[]): Promise<EmbeddedSimulator> {
  const extend: Extension[] = []
  for (const overlay of overlays) extend.push(await readExtension(overlay))
  return createSimulator({ extend })
}

/** Sends a request with the merchant's token. An empty `authorization` is no token. */
export async function send(
  { fetch }: EmbeddedSimulator,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const read: unknown = await response.json()
  const { status, headers: sent } = response
  return { status, headers: sent, body: read, at: (...path: string[]) => valueAt(read, ...path) }
}

/** An invoice of 40 dollars. Returns its uuid. */
export async function createInvoice(
  simulator: EmbeddedSimulator,
  order: string,
  overrides: Parameters<typeof invoice>[1] = {},
): Promise<string> {
  const created = await send(simulator, 'POST', '/hosted-page', invoice(order, overrides))
  return String(created.at('result', 'uuid'))
}
