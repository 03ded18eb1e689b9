// The environment variables by which a program finds a served sandbox and its accounts: `exec` sets them, `exec --help` shows them.

import type { ControlResult } from '../control/handler-types.ts'

type Credentials = ControlResult<'getCredentials'>

/** A served sandbox. `url` is where it is. */
interface Given extends Credentials {
  url: string
  controlToken: string | undefined
}

/** Of each variable, the meaning and the value. */
export const sandboxVariables = {
  PAYTWIN_URL: ['the origin; with --sandbox, the address of the sandbox', ({ url }) => url],
  PAYTWIN_BASE_URL: ['the base URL of the service', ({ baseUrl }) => baseUrl],
  PAYTWIN_CONTROL_URL: ['the URL of the control API', ({ controlUrl }) => controlUrl],
  PAYTWIN_CONTROL_TOKEN: [
    'its token, if it requires one: set it before, and exec requires it',
    ({ controlToken }) => controlToken,
  ],
  PAYTWIN_WEBHOOK_PUBLIC_KEY: [
    'the public key (PEM) that verifies webhooks',
    ({ servicePublicKey }) => servicePublicKey,
  ],
  PAYTWIN_EXCHANGES: [
    'the names of the exchanges, separated by commas',
    ({ exchanges }) => exchanges.join(','),
  ],
} as const satisfies Record<string, readonly [string, (given: Given) => string | undefined]>

/** Of each end of a variable of an account, the meaning and the field. */
type EndsOf<Account> = Record<string, readonly [string, keyof Account]>

export const merchantVariables = {
  ID: ["the first merchant's id", 'id'],
  CLIENT_ID: ['its clientId, the same by default', 'clientId'],
  TOKEN: ['its access token', 'accessToken'],
  CLIENT_SECRET: ['its client secret', 'clientSecret'],
  AUTH: ['its merchantAuth', 'merchantAuth'],
  PUBLIC_KEY: ['its public key (PEM), which encrypts payloads', 'publicKey'],
} as const satisfies EndsOf<Credentials['merchants'][number]>

export const shopperVariables = {
  ID: ["the first shopper's id", 'id'],
  TOKEN: ['its access token', 'accessToken'],
} as const satisfies EndsOf<Credentials['shoppers'][number]>

/** The variables of a sandbox: its addresses, its first merchant and shopper, and every account by its name. */
export function environmentOf(given: Given): Record<string, string> {
  const { merchants, shoppers } = given
  const variables = [
    ...Object.entries(sandboxVariables).map(([name, [, read]]) => [name, read(given)] as const),
    ...merchants.slice(0, 1).flatMap((one) => ofAccount('MERCHANT', one, merchantVariables)),
    ...shoppers.slice(0, 1).flatMap((one) => ofAccount('SHOPPER', one, shopperVariables)),
    ...merchants.flatMap((one) => ofAccount(`MERCHANT_${nameOf(one.username)}`, one, merchantVariables)),
    ...shoppers.flatMap((one) => ofAccount(`SHOPPER_${nameOf(one.name)}`, one, shopperVariables)),
  ]
  return Object.fromEntries(
    variables.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function ofAccount<Account>(name: string, account: Account, ends: EndsOf<Account>) {
  return Object.entries(ends).map(
    ([end, [, field]]) => [`PAYTWIN_${name}_${end}`, String(account[field])] as const,
  )
}

/** The name of an account as a part of a variable: LAMP_SHOP for lamp-shop. */
function nameOf(account: string): string {
  return account.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
}

/** The variables for the help of `exec`. */
export function variablesHelp(): string {
  const rows = [
    ...Object.entries(sandboxVariables).map(([name, [meaning]]) => [name, meaning] as const),
    ...Object.entries(merchantVariables).map(
      ([end, [meaning]]) => [`PAYTWIN_MERCHANT_${end}`, meaning] as const,
    ),
    ...Object.entries(shopperVariables).map(
      ([end, [meaning]]) => [`PAYTWIN_SHOPPER_${end}`, meaning] as const,
    ),
  ]
  return `
The command finds these variables in its environment:
${rows.map(([name, meaning]) => `  ${name.padEnd(30)} ${meaning}`).join('\n')}

Every account has its own, by its name in the world file, such as PAYTWIN_SHOPPER_LOW_BALANCE_TOKEN. To see all, run:
paytwin exec -- env`
}
