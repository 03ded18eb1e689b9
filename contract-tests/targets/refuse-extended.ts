// A simulator with extensions has no verdict: what it serves is not what the contract says.

import { type ControlClient, controlClient } from '../../client/control-client.ts'
import { isLoopback } from '../../client/level.ts'
import type { Target } from '../../client/target.ts'
import { UsageError } from '../../core/errors.ts'

const timeoutMs = 2000

/**
 * Throws a UsageError if the target is a simulator with extensions. It asks the control API that the target declares, or else, on
 * this machine, the one at the same origin. A control API that does not respond is reported when it is used.
 */
export async function refuseExtended({ baseUrl, capabilities: { control } }: Target): Promise<void> {
  if (control === undefined && !isLoopback(baseUrl)) return
  const { url, token } = control ?? { url: new URL(baseUrl).origin, token: undefined }
  const { getCredentials }: Pick<ControlClient, 'getCredentials'> = controlClient({
    url,
    token,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  })
  const extensions = await getCredentials().then(
    (credentials) => credentials?.extensions,
    () => undefined,
  )
  if (!Array.isArray(extensions) || extensions.length === 0) return
  throw new UsageError(
    `The simulator at ${url} has extensions: ${extensions.join(', ')}.`,
    'They add or change operations outside the contract, so a verdict would say nothing about the contract.',
    'Start the simulator without --extend.',
  )
}
