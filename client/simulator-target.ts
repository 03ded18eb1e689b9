// The target that a simulator is: its accounts and assumptions, as its control API reports them. And the level of a run: a target
// on this machine may be a port-forward to production, so more than reading needs a level, or a target that is recognized as paytwin.

import { UsageError } from '../core/errors.ts'
import { parseJson, valueAt } from '../core/json.ts'
import { limitedText } from '../core/limited-body.ts'
import type { Harm } from '../spec/operation.ts'
import { clientAssumptions } from './assumptions.ts'
import { type ControlClient, ControlError, type ControlResponse } from './control-client.ts'
import type { Send } from './service-client.ts'
import type { Target } from './target.ts'
import type { Role } from './target-accounts.ts'
import { resolveTarget } from './target-file.ts'

/** The user names of the test accounts in the default world, by role. */
const shopperNames: Readonly<Record<Role, string>> = {
  ready: 'ready',
  lowBalance: 'low-balance',
  notWhitelisted: 'not-whitelisted',
  expiredLink: 'expired-link',
  unsupportedWallet: 'unsupported-wallet',
  belowMinimum: 'below-minimum',
  asksPassword: 'asks-password',
  abroad: 'abroad',
  noBank: 'no-bank',
  second: 'asks-password',
}

/** The simulator accepts any URL. */
const redirectUrl = 'https://shop.example/thanks'

/** Reads the target from a simulator's control API. Throws a ControlError if it does not respond. */
export async function readSimulatorTarget(control: ControlClient): Promise<Target> {
  const [credentials, assumptions] = await Promise.all([control.getCredentials(), control.getAssumptions()])
  const lists: unknown[] = [credentials.merchants, credentials.shoppers, assumptions.assumptions]
  if (lists.every(Array.isArray)) return simulatorTarget(credentials, assumptions)
  throw new ControlError('getCredentials', 200, {
    fact: 'The responses of the control API have no accounts.',
    detail: 'getCredentials and getAssumptions return lists of them.',
    remedy: 'Check that the URL is that of a control API.',
  })
}

/**
 * The target of a sandbox, from the responses of getCredentials and getAssumptions. In a world without a shopper named
 * `ready`, the first shopper has that role.
 */
export function simulatorTarget(
  {
    baseUrl,
    merchants,
    shoppers,
    exchanges,
    servicePublicKey,
    partnerCurrencies,
  }: ControlResponse<'getCredentials'>,
  { assumptions }: Pick<ControlResponse<'getAssumptions'>, 'assumptions'>,
): Target {
  const statusIntegers = assumptions.find(({ id }) => id === 'transactions.status-integers')?.value
  return resolveTarget(
    {
      name: 'the simulator',
      baseUrl,
      merchants: merchants.map(({ username: _, webhookUrl: __, ...merchant }) => ({
        ...merchant,
        redirectUrl,
      })),
      shoppers: Object.fromEntries(
        Object.entries(shopperNames).flatMap(([role, name]) => {
          const shopper =
            shoppers.find((one) => one.name === name) ?? (role === 'ready' ? shoppers[0] : undefined)
          if (shopper === undefined) return []
          const { id, accessToken, email, stockIds } = shopper
          const [stockId] = stockIds
          return [[role, { id, accessToken, email, ...(stockId === undefined ? {} : { stockId }) }]]
        }),
      ),
      exchanges,
      servicePublicKey,
      assumptions: clientAssumptions(
        Object.fromEntries(assumptions.map(({ id, assumption }) => [id, assumption])),
      ),
      known: { statusIntegers, partnerCurrencies },
    },
    {},
    'the simulator',
  )
}

/** The title of the control API's document. No other service has it. */
const controlTitle = 'paytwin: control of a simulated service'
const maxDocumentBytes = 4_000_000
const timeoutMs = 2000

/** The level of a run, and why it is not higher, if nobody chose it. */
export interface TargetLevel {
  level: Harm
  reason?: string
}

export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/**
 * True if runs create a sandbox: as `ownSandbox` declares; without it, if baseUrl and the control API have one origin. Another origin may
 * be that of a proxy or of another service, and a sandbox is behind neither.
 */
export function usesOwnSandbox({ baseUrl, capabilities: { control } }: Target): boolean {
  if (control === undefined) return false
  const isSame = addressOf(baseUrl) === addressOf(control.url)
  if (control.ownSandbox === true && !isSame)
    throw new UsageError(
      'The target needs "ownSandbox": false.',
      `Sandboxes are served at ${new URL(control.url).origin}, and baseUrl is ${baseUrl}.`,
      'Leave it out, or use one origin for baseUrl and capabilities.control.url.',
    )
  return control.ownSandbox ?? isSame
}

/** The origin of a URL. The names of this machine count as equal. */
function addressOf(url: string): string {
  const { protocol, host, port } = new URL(url)
  return `${protocol} ${isLoopback(url) ? port : host}`
}

/** The level of a target if it has one, or else `disruptive` for a paytwin on this machine, or else `read`. */
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
