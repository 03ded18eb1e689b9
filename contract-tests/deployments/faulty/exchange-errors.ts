// Deployments that are wrong about the five errors of a payment from an exchange.

import { exchangePaymentErrors } from '../../../spec/errors.ts'
import { type Handlers, Refusal, type WireResponse, type Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

type Payment = Parameters<Handlers['createExchangePayment']>[0]
type Account = Payment['shopper']['exchangeAccounts'][string]

const {
  'authentication-failed': authenticationFailed,
  'insufficient-balance': insufficientBalance,
  'address-not-whitelisted': addressNotWhitelisted,
  'coin-not-supported': coinNotSupported,
  'below-minimum': belowMinimum,
} = exchangePaymentErrors

/** Takes the payment as if every account of the shopper were otherwise. */
function asIf(change: (account: Account) => Partial<Account>): NonNullable<Wrapping['handlers']> {
  return (real) => ({
    createExchangePayment: (call) => {
      const accounts = Object.entries(call.shopper.exchangeAccounts).map(
        ([name, account]) => [name, { ...account, ...change(account) }] as const,
      )
      const shopper = { ...call.shopper, exchangeAccounts: Object.fromEntries(accounts) }
      return real.createExchangePayment({ ...call, shopper })
    },
  })
}

/** Answers one of the five errors otherwise. */
function answered(
  code: number,
  other: { code?: number; message?: string },
): NonNullable<Wrapping['response']> {
  return (response, { operationId }): WireResponse => {
    if (operationId !== 'createExchangePayment' || response.status !== code) return response
    const message = other.message ?? String(Object(response.json).message)
    const status = other.code ?? code
    return { ...response, status, json: { ok: false, statusCode: status, data: {}, message } }
  }
}

/** Answers 422 with another message. */
const otherName = (message: string) => answered(belowMinimum.code, { message })

export const faultyExchangeErrors = [
  faulty({
    requirement: 'exchange-payments.error-authentication-failed-418',
    name: 'pays over an expired link',
    says: 'A payment is made although the exchange does not know the shopper any more.',
    handlers: asIf(() => ({ linkExpired: false })),
  }),
  faulty({
    requirement: 'exchange-payments.error-authentication-failed-418',
    name: '401 in its place',
    says: 'Where the exchange does not know the shopper, the code is 401.',
    response: answered(authenticationFailed.code, { code: 401 }),
  }),
  faulty({
    requirement: 'exchange-payments.error-authentication-failed-418',
    name: 'another message with 418',
    says: 'The message of 418 ends after its first words.',
    response: answered(authenticationFailed.code, { message: 'Authentication Failed!' }),
  }),
  faulty({
    requirement: 'exchange-payments.error-insufficient-balance-419',
    name: 'pays beyond the balance',
    says: 'A payment is made although the balance does not cover it.',
    handlers: (real) => ({
      createExchangePayment: (call) => {
        const { world, shopper, exchange, payload } = call
        world.setBalance(shopper, exchange, payload.assets, '1000000')
        return real.createExchangePayment(call)
      },
    }),
  }),
  faulty({
    requirement: 'exchange-payments.error-insufficient-balance-419',
    name: 'pays beyond the balance and says 419',
    says: 'A payment that the balance does not cover is answered with 419, and made all the same.',
    handlers: (real) => ({
      createExchangePayment: (call) => {
        const { world, shopper, exchange, payload } = call
        const before = real.createExchangePayment(call)
        if (!(before instanceof Refusal) || before.code !== 'exchange-payments.insufficient-balance')
          return before
        world.setBalance(shopper, exchange, payload.assets, '1000000')
        real.createExchangePayment(call)
        return before
      },
    }),
  }),
  faulty({
    requirement: 'exchange-payments.error-insufficient-balance-419',
    name: '402 in its place',
    says: 'Where the balance does not cover the payment, the code is 402.',
    response: answered(insufficientBalance.code, { code: 402 }),
  }),
  faulty({
    requirement: 'exchange-payments.error-insufficient-balance-419',
    name: 'another message with 419',
    says: 'The message of 419 is in other letters.',
    response: answered(insufficientBalance.code, { message: 'Insufficient balance' }),
  }),
  faulty({
    requirement: 'exchange-payments.error-whitelist-pending-420',
    name: 'pays to any address',
    says: 'A payment is made although its address is not whitelisted yet.',
    handlers: asIf(() => ({ whitelisted: true })),
  }),
  faulty({
    requirement: 'exchange-payments.error-whitelist-pending-420',
    name: 'the code of another error',
    says: 'Where the address is not whitelisted, its message comes with 421.',
    response: answered(addressNotWhitelisted.code, { code: coinNotSupported.code }),
  }),
  faulty({
    requirement: 'exchange-payments.error-whitelist-pending-420',
    name: 'another message with 420',
    says: 'The message of 420 lacks its exclamation mark.',
    response: answered(addressNotWhitelisted.code, { message: 'Address whitelist is pending' }),
  }),
  faulty({
    requirement: 'exchange-payments.error-coin-not-supported-421',
    name: 'pays from any wallet',
    says: "A payment is made although the coin's wallet is not supported.",
    handlers: asIf(() => ({ unsupportedCoins: [] })),
  }),
  faulty({
    requirement: 'exchange-payments.error-coin-not-supported-421',
    name: 'taken for a low balance',
    says: "Where the coin's wallet is not supported, the error is that of a low balance.",
    response: answered(coinNotSupported.code, insufficientBalance),
  }),
  faulty({
    requirement: 'exchange-payments.error-coin-not-supported-421',
    name: 'another message with 421',
    says: 'The message of 421 begins its second sentence with a capital.',
    response: answered(coinNotSupported.code, {
      message: 'Coin Wallet is not supported at this moment! Please try again after some time.',
    }),
  }),
  faulty({
    requirement: 'exchange-payments.error-below-minimum-422',
    name: 'pays the smallest sums',
    says: 'A payment is made although the exchange does not transact so little.',
    handlers: asIf(() => ({ minimum: '0' })),
  }),
  faulty({
    requirement: 'exchange-payments.error-below-minimum-422',
    name: '400 in its place',
    says: 'Where the amount is below the minimum, the code is 400.',
    response: answered(belowMinimum.code, { code: 400 }),
  }),
  faulty({
    requirement: 'exchange-payments.error-below-minimum-422',
    name: 'another message with 422',
    says: 'The message of 422 begins with other words.',
    response: otherName('The amount is too small for this exchange'),
  }),
  faulty({
    requirement: 'exchange-payments.error-422-names-the-exchange',
    name: 'no exchange at the end',
    says: 'The message of 422 stops where the exchange should be named.',
    response: otherName(belowMinimum.message.trimEnd()),
  }),
  faulty({
    requirement: 'exchange-payments.error-422-names-the-exchange',
    name: 'names nobody',
    says: 'The message of 422 ends with "undefined".',
    response: otherName(`${belowMinimum.message}undefined`),
  }),
  faulty({
    requirement: 'exchange-payments.error-422-names-the-exchange',
    name: 'always the first exchange',
    says: 'The message of 422 names the first exchange, whichever was paid from.',
    response: (response, request, world) => {
      const [first] = world.accounts.exchanges
      return otherName(`${belowMinimum.message}${first?.name}`)(response, request, world)
    },
  }),
]
