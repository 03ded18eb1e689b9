// The target that a simulator is: its accounts and assumptions, as its control API reports them.

import { clientAssumptions } from './assumptions.ts'
import { type ControlClient, ControlError, type ControlResponse } from './control-client.ts'
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
