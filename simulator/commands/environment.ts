// The environment variables by which a program finds a served sandbox and its accounts.

import { credentialsOf } from '../control/handlers/credentials.ts'
import type { World } from '../world/world.ts'

type Variables = Record<string, string>

/** The variables of a sandbox: its addresses, its first merchant and shopper, and every account by its name. */
export function environmentOf(world: World, controlToken: string | undefined): Variables {
  const { baseUrl, controlUrl, merchants, shoppers, exchanges, servicePublicKey } = credentialsOf(world)
  const [firstMerchant] = merchants
  const [firstShopper] = shoppers
  return {
    PAYTWIN_URL: world.options.publicUrl,
    PAYTWIN_BASE_URL: baseUrl,
    PAYTWIN_CONTROL_URL: controlUrl,
    ...(controlToken === undefined ? {} : { PAYTWIN_CONTROL_TOKEN: controlToken }),
    PAYTWIN_WEBHOOK_PUBLIC_KEY: servicePublicKey,
    PAYTWIN_EXCHANGES: exchanges.join(','),
    ...(firstMerchant === undefined ? {} : merchantVariables('', firstMerchant)),
    ...(firstShopper === undefined ? {} : shopperVariables('', firstShopper)),
    ...Object.assign({}, ...merchants.map((one) => merchantVariables(`_${nameOf(one.username)}`, one))),
    ...Object.assign({}, ...shoppers.map((one) => shopperVariables(`_${nameOf(one.name)}`, one))),
  }
}

type Credentials = ReturnType<typeof credentialsOf>

function merchantVariables(
  name: string,
  { id, accessToken, clientSecret, merchantAuth, publicKey }: Credentials['merchants'][number],
): Variables {
  const prefix = `PAYTWIN_MERCHANT${name}`
  return {
    [`${prefix}_ID`]: id,
    [`${prefix}_TOKEN`]: accessToken,
    [`${prefix}_CLIENT_SECRET`]: clientSecret,
    [`${prefix}_AUTH`]: merchantAuth,
    [`${prefix}_PUBLIC_KEY`]: publicKey,
  }
}

function shopperVariables(name: string, { id, accessToken }: Credentials['shoppers'][number]): Variables {
  return { [`PAYTWIN_SHOPPER${name}_ID`]: id, [`PAYTWIN_SHOPPER${name}_TOKEN`]: accessToken }
}

/** The name of an account as a part of a variable: LAMP_SHOP for lamp-shop. */
function nameOf(account: string): string {
  return account.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
}
