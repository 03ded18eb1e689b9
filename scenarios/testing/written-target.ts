// A target file for a simulator that is to be taken for a real deployment: who is there, and no control API.

import type { WrittenTarget } from '../../contract-tests/target.ts'
import type { OpenedTarget } from '../targets.ts'

/** The target file of a simulator's people, at another address where one is given. */
export function writtenTarget(
  { accounts, serviceUrl }: OpenedTarget,
  more: Partial<WrittenTarget> = {},
): WrittenTarget {
  const shopper = (role: 'ready' | 'abroad') => {
    const { id: _, ...rest } = accounts.shoppers[role] ?? { accessToken: '' }
    return rest
  }
  return {
    name: 'the staging host',
    baseUrl: serviceUrl,
    merchants: accounts.merchants.map((merchant) => ({
      id: merchant.id,
      accessToken: merchant.accessToken,
      clientSecret: merchant.clientSecret,
      merchantAuth: merchant.merchantAuth,
      publicKey: merchant.publicKey,
      bankAccountId: merchant.bankAccountId,
      verified: merchant.verified,
    })),
    shoppers: { ready: shopper('ready'), abroad: shopper('abroad') },
    exchanges: accounts.exchanges,
    ...(accounts.servicePublicKey === undefined ? {} : { servicePublicKey: accounts.servicePublicKey }),
    ...more,
  }
}
