// A simulator with plugins has no verdict: what it serves is not what the contract says.

import { httpSend } from '../../client/http-send.ts'
import { isLoopback } from '../../client/simulator-target.ts'
import type { Target } from '../../client/target.ts'
import { UsageError } from '../../core/errors.ts'
import { parseJson, valueAt } from '../../core/json.ts'

const timeoutMs = 2000

/**
 * Throws a UsageError if the target is a simulator with plugins. Its state, which needs no token, names them. Only a simulator is
 * asked: where the target declares a control API, or on this machine. One that does not respond is reported when it is used.
 */
export async function refusePlugins({ baseUrl, capabilities: { control } }: Target): Promise<void> {
  if (control === undefined && !isLoopback(baseUrl)) return
  const root = (control?.url ?? baseUrl).replace(/(?:\/sandboxes\/[^/]+)?(?:\/(?:api|control))?\/*$/, '')
  const plugins = valueAt(await jsonOf(`${root}/health`), 'plugins')
  if (!Array.isArray(plugins) || plugins.length === 0) return
  // The state of another program may have such a list, too.
  if (valueAt(await jsonOf(`${root}/`), 'name') !== 'paytwin') return
  throw new UsageError(
    `The simulator at ${root} has plugins: ${plugins.join(', ')}.`,
    'They add or change operations outside the contract, so a verdict would say nothing about the contract.',
    'Start the simulator without --plugin.',
  )
}

/** The JSON at a URL; undefined without any. No redirect is followed, and a body that does not end is not read to its end. */
const jsonOf = (url: string): Promise<unknown> =>
  httpSend(url, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'application/json' } })
    .then(async (response) => parseJson(await response.text()))
    .catch(() => undefined)
