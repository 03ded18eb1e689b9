// The environment variables that `exec` sets, and what each is. `environment.ts` has their values, `exec --help` shows them.

export const sandboxVariables = {
  PAYTWIN_URL: 'the origin; with --sandbox, the address of the sandbox',
  PAYTWIN_BASE_URL: 'the base URL of the service',
  PAYTWIN_CONTROL_URL: 'the URL of the control API',
  PAYTWIN_CONTROL_TOKEN: 'its token, if it requires one: set it before, and exec requires it',
  PAYTWIN_WEBHOOK_PUBLIC_KEY: 'the public key (PEM) that verifies webhooks',
  PAYTWIN_EXCHANGES: 'the names of the exchanges, separated by commas',
} as const

/** The ends of the variables of a merchant. */
export const merchantVariables = {
  ID: "the first merchant's id",
  CLIENT_ID: 'its clientId, the same by default',
  TOKEN: 'its access token',
  CLIENT_SECRET: 'its client secret',
  AUTH: 'its merchantAuth',
  PUBLIC_KEY: 'its public key (PEM), which encrypts payloads',
} as const

/** The ends of the variables of a shopper. */
export const shopperVariables = { ID: "the first shopper's id", TOKEN: 'its access token' } as const

/** The variables for the help of `exec`. */
export function variablesHelp(): string {
  const rows = [
    ...Object.entries(sandboxVariables),
    ...Object.entries(merchantVariables).map(([end, meaning]) => [`PAYTWIN_MERCHANT_${end}`, meaning]),
    ...Object.entries(shopperVariables).map(([end, meaning]) => [`PAYTWIN_SHOPPER_${end}`, meaning]),
  ]
  const lines = rows.map(([name = '', meaning]) => `  ${name.padEnd(30)} ${meaning}`)
  return `
The command finds these variables in its environment:
${lines.join('\n')}

Every account has its own, by its name in the world file, such as PAYTWIN_SHOPPER_LOW_BALANCE_TOKEN. To see all, run:
paytwin exec -- env`
}
