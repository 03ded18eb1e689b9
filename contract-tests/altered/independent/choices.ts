// The choices of this implementation where the contract leaves one: nothing that comes to mind first.

type Table<Value> = Readonly<Record<string, Value>>
type Step = Readonly<{ from: StatusName; to: StatusName; afterMs?: number; workingDays?: number }>
export type StatusName = keyof typeof STATUS_CODES
export type Kind = keyof typeof TYPE_CODES

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const EXCHANGES = ['kolding', 'esbjerg', 'vejle', 'odense', 'aarhus']
export const PARTNER_CURRENCIES = ['XMR', 'BTC', 'ETH']
export const RATES: Table<string> = { BTC: '51234.5', ETH: '2718.25', LTC: '80.125', XMR: '150' }
export const STATUS_CODES = { pending: 70, processing: 35, canceled: -1, completed: 12 }
export const TYPE_CODES = { exchange: 901, wallet: 902, bank: 903 }
/** HTTP statuses of refusals: neither 400, 401 nor 404. */
export const REFUSED = {
  who: 403,
  body: 422,
  unknown: 410,
  state: 409,
  get: 431,
  post: 413,
  rate: 429,
  route: 501,
}
export const REFUSED_PAYOUT = 409
/** HTTP statuses of success other than 200. */
export const SUCCESS: Table<number> = {
  'POST /hosted-page': 201,
  'POST /purchases': 202,
  'POST /payout/payee': 201,
  'POST /subscription/cancel': 202,
}
/** The number of the first row in a payout's error message. */
export const FIRST_ROW = 0
export const LIMITS = { getChars: 2048, postChars: 2_000_000, closingMs: 14 * DAY_MS, perSecond: 600 }
export const WEBHOOKS = { method: 'GET', lagMs: 1.5 * MINUTE_MS, retryMs: 10 * MINUTE_MS, maxAttempts: 4 }
/** Days of a subscription's frequencies and periods: every month has 30 days. */
export const DAYS: Table<number> = { weekly: 7, monthly: 30, quarterly: 90, 'half-yearly': 180, yearly: 360 }
export const PERIOD_DAYS: Table<number> = { w: 7, m: 30, y: 360 }

/** The course of transactions over time. The first status of each kind is that of its first step. */
export const COURSES: Readonly<Record<Kind, readonly [Step, ...Step[]]>> = {
  exchange: [{ from: 'processing', to: 'completed', afterMs: 119.5 * MINUTE_MS }],
  wallet: [{ from: 'pending', to: 'canceled', afterMs: 3 * DAY_MS }],
  bank: [
    { from: 'pending', to: 'processing', workingDays: 3 },
    { from: 'processing', to: 'completed', workingDays: 4 },
  ],
}
