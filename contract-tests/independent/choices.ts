// What this implementation does where the contract leaves a choice: nothing that comes to mind first.

export const CHOICES = {
  exchanges: ['kolding', 'esbjerg', 'vejle', 'odense', 'aarhus'],
  /** The transaction statuses. */
  statusCodes: { pending: 70, processing: 35, canceled: -1, completed: 12 },
  typeCodes: { exchange: 901, wallet: 902, bank: 903 },
  settlementCodes: { open: 50, settled: 51 },
  /** Statuses of refusals: neither 400, 401 nor 404 where another one is possible. */
  createdStatus: {
    'POST /hosted-page': 201,
    'POST /purchases': 202,
    'POST /payout/payee': 201,
    'POST /subscription/cancel': 202,
  },
  refusedPayoutStatus: 409,
  qrDays: 3,
  refusal: {
    credentials: 403,
    body: 422,
    unknown: 410,
    state: 409,
    tooLong: 431,
    tooLarge: 413,
    tooMany: 429,
    noRoute: 501,
  },
  /** The number of the first row in a payout's error message. */
  firstRow: 0,
  requiredOfPayee: ['fname', 'lname', 'email'],
  requiredOfTransfer: ['email', 'amount', 'currency'],
  payeeField: 'data',
  /** Decimals of the amounts; only nativeAmount is fixed by the contract. */
  decimals: { native: 2, crypto: 12, local: 4, payable: 3, total: 5 },
  maxPostChars: 2_000_000,
  maxGetChars: 2048,
  maxRequestsPerSecond: 600,
  cryptoDurationMs: 119.5 * 60_000,
  bankWorkingDays: 4,
  closingWindowMs: 14 * 86_400_000,
  webhook: { lagMs: 90_000, retryMs: 600_000, maxAttempts: 4, defaultMethod: 'GET' },
  /** Days of a subscription's frequencies: every month has 30 days. */
  frequencyDays: { weekly: 7, monthly: 30, quarterly: 90, 'half-yearly': 180, yearly: 360 },
  periodDays: { w: 7, m: 30, y: 360 },
  partnerCurrencies: ['XMR', 'BTC', 'ETH'],
  rates: { BTC: '51234.5', ETH: '2718.25', LTC: '80.125', XMR: '150' },
} as const

export type StatusName = keyof typeof CHOICES.statusCodes
