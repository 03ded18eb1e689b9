// The output of `serve` when it is ready: the URLs, the test accounts, and two requests to paste.

import { singleLine } from '../../core/terminal-text.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instants.ts'
import type { Merchant } from '../world/accounts.ts'

/** In place of a token that the user chose, which is not printed. A shell replaces it. */
export const tokenVariable = '$PAYTWIN_CONTROL_TOKEN'

export interface Served {
  /** Origin, without a trailing slash. */
  url: string
  /** Where others reach it. */
  publicUrl?: string | undefined
  /** The token of the control API, if it requires one. */
  controlToken?: string | undefined
  /** The option `clock`. */
  clock: string
  control: boolean
  /** The seed that drew the assumptions. */
  randomAssumptions?: string | number | undefined
  /** The path of the assumptions file. */
  assumptions?: string | undefined
  /** The names of the plugins that are loaded. */
  plugins?: readonly string[] | undefined
  /** Absent when sandboxes are in memory only; false when the default sandbox cannot be continued. */
  isWhole?: boolean | undefined
}

/** The greeting, which ends with a line break. */
export function greeting({ world, options }: Sandbox, served: Served): string {
  const { accounts } = world
  const { url, control, plugins = [] } = served
  const haveClientIds = accounts.merchants.some((merchant) => accounts.clientIdOf(merchant) !== merchant.id)
  const merchants = accounts.merchants.map((merchant) => [
    merchant.username,
    merchant.id,
    ...(haveClientIds ? [accounts.clientIdOf(merchant)] : []),
    merchant.accessToken,
    merchant.clientSecret,
    merchant.verified ? (merchant.bankAccount?.id ?? 'no bank linked') : 'no KYB',
  ])
  return [
    `paytwin is ready${served.isWhole === false ? ', without its default sandbox' : ''}. Everything is ${served.isWhole !== undefined ? 'kept in --data' : 'in memory'} and no money moves. Press Ctrl-C to stop.`,
    '',
    ...table([
      ...addresses(served),
      ['clock', `${formatInstant(world.now)}, ${clockText(served)}`],
      ['world', `seed ${world.options.seed}, validation ${options.validation}`],
      ...assumptionsRow(served),
      ...(plugins.length === 0 ? [] : [['plugins', `${plugins.join(', ')} (outside the contract)`]]),
      ['exchanges', accounts.exchanges.map(({ name }) => name).join(', ')],
    ]),
    '',
    `Merchants${control ? ` (public keys: GET ${url}/control/credentials)` : ''}`,
    ...table([
      [
        ...['name', 'merchant id', ...(haveClientIds ? ['client id'] : [])],
        ...['access token', 'client secret', 'bank account'],
      ],
      ...merchants,
    ]),
    '',
    'Shoppers (the account you authenticate as determines the outcome)',
    ...table([
      ['access token', 'description'],
      ...accounts.shoppers.map(({ accessToken, description }) => [accessToken, description]),
    ]),
    '',
    'To try it, paste:',
    '',
    ...samples(accounts.firstMerchant, served).map(curlLine),
    '',
  ]
    .map(singleLine)
    .join('\n')
}

const clockText = ({ clock, control }: Served) =>
  clock === 'manual' && !control ? `${clock}: no payment completes; see --clock` : clock

function addresses({ url, publicUrl = url, control, controlToken }: Served): string[][] {
  const ofControl = [
    ['control', `${url}/control`],
    ['dashboard', `${url}/`],
  ]
  return [
    ['service', `${url}/api`],
    ...(control ? ofControl : []),
    ['reference', `${url}/docs`],
    ...(controlToken === undefined ? [] : [['token', `${controlToken} (of the control API)`]]),
    ...(publicUrl === url ? [] : [['public URL', publicUrl]]),
  ]
}

function assumptionsRow({ url, control, randomAssumptions, assumptions }: Served): string[][] {
  const source =
    randomAssumptions === undefined
      ? assumptions && `from ${assumptions}`
      : `random, seed ${randomAssumptions}`
  if (source === undefined) return []
  return [['assumptions', control ? `${source}; see GET ${url}/control/assumptions` : source]]
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

/** An example request. */
export interface Sample {
  url: string
  token?: string
  body?: unknown
}

/** Two requests that succeed in every world and with every assumption. */
export function samples(
  { accessToken, storeCurrency }: Merchant,
  { url, control, controlToken }: Served,
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
      ? {
          url: `${url}/control/clock/advance`,
          ...(controlToken === undefined ? {} : { token: controlToken }),
          body: { bankingDays: 3 },
        }
      : { url: `${url}/api/stores`, token: accessToken },
  ]
}

function curlLine({ url, token, body }: Sample): string {
  const parts = ['curl -sS', quoted(url)]
  const bearer = `Authorization: Bearer ${token}`
  if (token !== undefined) parts.push('-H', token === tokenVariable ? `"${bearer}"` : quoted(bearer))
  if (body !== undefined)
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(JSON.stringify(body)))
  return [...parts, '-w', quoted('\\n')].join(' ')
}

/** A text as one argument of a shell command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
