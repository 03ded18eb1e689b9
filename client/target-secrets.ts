// The secrets of a target.

import type { Target } from './target.ts'

/** Every access token of a target. */
export function accessTokensOf({ merchants, shoppers }: Pick<Target, 'merchants' | 'shoppers'>): string[] {
  const accounts = [...merchants, ...Object.values(shoppers)]
  return [...new Set(accounts.flatMap((account) => account?.accessToken ?? []))]
}

/** Every secret of a target with a name for it, such as `otherMerchant.clientSecret` or `lowBalance.accessToken`. */
export function secretsOf({
  merchants,
  shoppers,
  capabilities,
}: Pick<Target, 'merchants' | 'shoppers' | 'capabilities'>): Map<string, string> {
  const secrets = new Map<string, string>()
  const { token } = capabilities.control ?? {}
  if (token !== undefined) secrets.set(token, 'control.token')
  merchants.forEach(({ accessToken, clientSecret, merchantAuth }, index) => {
    const name = index === 0 ? 'merchant' : 'otherMerchant'
    secrets.set(accessToken, `${name}.accessToken`)
    secrets.set(clientSecret, `${name}.clientSecret`)
    // A service may take the access token as merchantAuth.
    if (!secrets.has(merchantAuth)) secrets.set(merchantAuth, `${name}.merchantAuth`)
  })
  for (const [role, account] of Object.entries(shoppers))
    if (account !== undefined && !secrets.has(account.accessToken))
      secrets.set(account.accessToken, `${role}.accessToken`)
  return secrets
}
