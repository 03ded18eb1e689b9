// The secrets of a target.

import type { Target } from './target.ts'

/** Every access token of a target. */
export function accessTokensOf({ merchants, shoppers }: Pick<Target, 'merchants' | 'shoppers'>): string[] {
  const accounts = [...merchants, ...Object.values(shoppers)]
  const tokens = accounts.flatMap((account) => account?.accessToken ?? [])
  return [...new Set([...tokens, ...merchants.flatMap(({ payoutToken }) => payoutToken ?? [])])]
}

/** Every secret of a target with a name for it, such as `otherMerchant.clientSecret` or `lowBalance.accessToken`. */
export function secretsOf({
  merchants,
  shoppers,
  capabilities,
  headers,
}: Pick<Target, 'merchants' | 'shoppers' | 'capabilities' | 'headers'>): Map<string, string> {
  const secrets = new Map<string, string>()
  const { token } = capabilities.control ?? {}
  if (token !== undefined) secrets.set(token, 'control.token')
  merchants.forEach(({ accessToken, payoutToken, clientSecret, merchantAuth }, index) => {
    const name = index === 0 ? 'merchant' : 'otherMerchant'
    secrets.set(accessToken, `${name}.accessToken`)
    secrets.set(clientSecret, `${name}.clientSecret`)
    if (payoutToken !== undefined) secrets.set(payoutToken, `${name}.payoutToken`)
    // A service may take the access token as merchantAuth.
    if (!secrets.has(merchantAuth)) secrets.set(merchantAuth, `${name}.merchantAuth`)
  })
  for (const [role, account] of Object.entries(shoppers))
    if (account !== undefined && !secrets.has(account.accessToken))
      secrets.set(account.accessToken, `${role}.accessToken`)
  for (const [name, value] of Object.entries(headers)) secrets.set(value, `headers.${name}`)
  return secrets
}
