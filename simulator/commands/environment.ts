// The environment variables by which a program finds a served sandbox and its accounts.

import { credentialsOf } from '../control/handlers/credentials.ts'
import type { World } from '../world/world.ts'
import type { merchantVariables, sandboxVariables, shopperVariables } from './environment-variables.ts'

type Variables = Record<string, string>

/** The variables of a sandbox: its addresses, its first merchant and shopper, and every account by its name. */
export function environmentOf(world: World, controlToken: string | undefined): Variables {
  const { baseUrl, controlUrl, merchants, shoppers, exchanges, servicePublicKey } = credentialsOf(world)
  const [firstMerchant] = merchants
  const [firstShopper] = shoppers
  const ofSandbox: Record<keyof typeof sandboxVariables, string | undefined> = {
    PAYTWIN_URL: world.options.publicUrl,
    PAYTWIN_BASE_URL: baseUrl,
    PAYTWIN_CONTROL_URL: controlUrl,
    PAYTWIN_CONTROL_TOKEN: controlToken,
    PAYTWIN_WEBHOOK_PUBLIC_KEY: servicePublicKey,
    PAYTWIN_EXCHANGES: exchanges.join(','),
  }
  const variables: Record<string, string | undefined> = {
    ...ofSandbox,
    ...(firstMerchant === undefined ? {} : ofMerchant('', firstMerchant)),
    ...(firstShopper === undefined ? {} : ofShopper('', firstShopper)),
    ...Object.assign({}, ...merchants.map((one) => ofMerchant(`_${nameOf(one.username)}`, one))),
    ...Object.assign({}, ...shoppers.map((one) => ofShopper(`_${nameOf(one.name)}`, one))),
  }
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

type Credentials = ReturnType<typeof credentialsOf>

function ofMerchant(
  name: string,
  { id, clientId, accessToken, clientSecret, merchantAuth, publicKey }: Credentials['merchants'][number],
): Variables {
  const values: Record<keyof typeof merchantVariables, string> = {
    ID: id,
    CLIENT_ID: clientId,
    TOKEN: accessToken,
    CLIENT_SECRET: clientSecret,
    AUTH: merchantAuth,
    PUBLIC_KEY: publicKey,
  }
  return prefixed(`PAYTWIN_MERCHANT${name}_`, values)
}

function ofShopper(name: string, { id, accessToken }: Credentials['shoppers'][number]): Variables {
  const values: Record<keyof typeof shopperVariables, string> = { ID: id, TOKEN: accessToken }
  return prefixed(`PAYTWIN_SHOPPER${name}_`, values)
}

function prefixed(prefix: string, values: Variables): Variables {
  return Object.fromEntries(Object.entries(values).map(([end, value]) => [prefix + end, value]))
}

/** The name of an account as a part of a variable: LAMP_SHOP for lamp-shop. */
function nameOf(account: string): string {
  return account.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
}
