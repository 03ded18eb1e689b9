// What `serve` prints when it is ready: where everything is, whom one can be, and two requests to paste.

import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instants.ts'
import type { Merchant } from '../world/accounts.ts'

/** What the greeting tells beside what the sandbox knows. */
export interface Served {
  /** Origin, without a slash at the end. */
  url: string
  /** How the clock runs: "manual" or a ratio. */
  pace: string
  control: boolean
  /** The seed that drew the assumptions, where one was given. */
  vary?: string | undefined
  /** The file that names assumptions, where one was given. */
  assumptions?: string | undefined
}

/** The text, which ends with a line break. */
export function greeting({ world, options }: Sandbox, served: Served): string {
  const { accounts } = world
  const { url, pace, control } = served
  const merchants = accounts.merchants.map(
    ({ username, id, accessToken, clientSecret, verified, bankAccount }) => [
      username,
      id,
      accessToken,
      clientSecret,
      verified ? (bankAccount?.id ?? 'no bank linked') : 'no KYB',
    ],
  )
  return [
    'paytwin is ready. It keeps everything in memory and moves no money; Ctrl-C ends it.',
    '',
    ...table([
      ['service', `${url}/api`],
      ...(control ? [['control', `${url}/control`]] : []),
      ['clock', `${formatInstant(world.now)}, ${pace}`],
      ['world', `seed ${world.options.seed}, validation ${options.validation}`],
      ...assumptionsRow(served),
      ['exchanges', accounts.exchanges.map(({ name }) => name).join(', ')],
    ]),
    '',
    `Merchants${control ? ` (their public keys: GET ${url}/control/credentials)` : ''}`,
    ...table([['name', 'clientId', 'access token', 'client secret', 'bank account'], ...merchants]),
    '',
    'Shoppers',
    ...table([
      ['access token', 'scenario'],
      ...accounts.shoppers.map(({ accessToken, scenario }) => [accessToken, scenario]),
    ]),
    '',
    'To try it, paste:',
    '',
    ...samples(accounts.firstMerchant, served).map(curlLine),
    '',
  ].join('\n')
}

function assumptionsRow({ url, control, vary, assumptions }: Served): string[][] {
  const how = vary === undefined ? assumptions && `chosen in ${assumptions}` : `varied with the seed ${vary}`
  if (how === undefined) return []
  return [['assumptions', control ? `${how}; see GET ${url}/control/assumptions` : how]]
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

/** A request to paste. */
export interface Sample {
  url: string
  token?: string
  body?: unknown
}

/** Two requests that succeed in every world and under every assumption. */
export function samples(
  { accessToken, storeCurrency }: Merchant,
  { url, control }: Served,
): [Sample, Sample] {
  const invoice = {
    amount: '129.95',
    currency: storeCurrency,
    order: 'order-1001',
    cart: [
      { id: 'lamp', name: 'Desk lamp', price: '129.95', quantity: 1, key: 'lamp-1', totalPrice: '129.95' },
    ],
    redirectUrl: 'https://shop.example/thanks',
    customerInfo: { name: 'Ada Example', email: 'ada@shop.example' },
    shippingAddress: null,
  }
  return [
    { url: `${url}/api/hosted-page`, token: accessToken, body: invoice },
    control
      ? { url: `${url}/control/clock/advance`, body: { bankingDays: 3 } }
      : { url: `${url}/api/stores`, token: accessToken },
  ]
}

function curlLine({ url, token, body }: Sample): string {
  const parts = ['curl -sS', quoted(url)]
  if (token !== undefined) parts.push('-H', quoted(`Authorization: Bearer ${token}`))
  if (body !== undefined)
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(JSON.stringify(body)))
  return [...parts, '-w', quoted('\\n')].join(' ')
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
