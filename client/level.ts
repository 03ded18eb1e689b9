// What runs may do to a target. A target on this machine may be a port-forward to production, so more than reading needs
// a level, or a target that is recognized as paytwin.

import { parseJson, valueAt } from '../core/json.ts'
import { limitedText } from '../core/limited-body.ts'
import type { Harm } from '../spec/operation.ts'
import type { Send } from './service-client.ts'
import type { Target } from './target.ts'

/** The title of the control API's document. No other service has it. */
const controlTitle = 'paytwin: control of a simulated service'
const maxDocumentBytes = 4_000_000
const timeoutMs = 2000

/** What a run may do to a target, and why that is not more, if nobody chose it. */
export interface TargetLevel {
  level: Harm
  reason?: string
}

/** Whether a URL is of this machine. */
export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/** What runs may do to a target: its level, or else `disruptive` for a paytwin on this machine, or else `read`. */
export async function levelOf(
  { level, baseUrl, capabilities }: Pick<Target, 'level' | 'baseUrl' | 'capabilities'>,
  send: Send = fetch,
): Promise<TargetLevel> {
  if (level !== undefined) return { level }
  const isLocal = isLoopback(baseUrl)
  if (isLocal && (capabilities.control !== undefined || (await isPaytwin(baseUrl, send))))
    return { level: 'disruptive' }
  const why = isLocal
    ? 'is not recognized as paytwin and may be a port-forward to another machine'
    : 'is not on this machine'
  return { level: 'read', reason: `${baseUrl} ${why}` }
}

/** Whether the control API of paytwin is served at the origin of a URL. */
async function isPaytwin(baseUrl: string, send: Send): Promise<boolean> {
  try {
    const response = await send(new URL('/control/openapi.json', baseUrl).href, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const document = parseJson(await limitedText(response.body, maxDocumentBytes))
    return valueAt(document, 'info', 'title') === controlTitle
  } catch {
    return false
  }
}
