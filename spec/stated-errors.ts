// The errors whose texts the contract states, verbatim. HTTP statuses, envelopes and all other messages are unspecified.
// Contract: Errors.

/** An error whose text the contract states: a code and a message, or the form of an `errorMsg`. */
export type StatedError =
  | { code: number; message: string; followedBy?: string }
  | { condition: string; errorMsg: string }

/** Errors of POST /exchanges/payments/{exchange_name}. The name of the exchange follows a message with `followedBy`. */
export const exchangePaymentErrors = {
  'authentication-failed': { code: 418, message: 'Authentication Failed! Please try again after some time.' },
  'insufficient-balance': { code: 419, message: 'Insufficient Balance' },
  'address-not-whitelisted': { code: 420, message: 'Address whitelist is pending!' },
  'coin-not-supported': {
    code: 421,
    message: 'Coin Wallet is not supported at this moment! please try again after some time.',
  },
  'below-minimum': {
    code: 422,
    message: 'Amount is less than minimum transaction amount supported by ',
    followedBy: 'exchange',
  },
} as const
export type ExchangePaymentError = keyof typeof exchangePaymentErrors

/** Values of `errorMsg` in the refusals of the payout endpoints. A row number can be a placeholder. */
export const payoutErrors = {
  transferMalformed: () => 'Invalid Encrypted Data',
  transferNotArray: () => 'Invalid Encrypted Data',
  transferRow: (rowNumber: number | string, label = 'Email') => `Invalid ${label}: Raw - ${rowNumber}`,
  payeeMalformed: () => 'Invalid Encrypted Data',
  payeeNotArray: () => 'Invalid Formate of Decrypted Data',
  payeeRow: (rowNumber: number | string, key: string) => `Invalid Data: Row - ${rowNumber}, Key - ${key}`,
} as const

/** The refusals of the pipeline: any operation may refuse with them before its handler runs. */
export const pipelineRefusals = [
  'request.unknown-route',
  'request.wrong-method',
  'request.too-large',
  'request.too-many',
  'request.not-json',
  'request.compressed',
  'request.charset',
  'request.invalid',
  'request.no-token',
  'request.unknown-token',
  'request.merchant-auth',
  'request.no-merchant',
  'encryption.missing',
  'encryption.undecryptable',
  'encryption.invalid',
] as const
