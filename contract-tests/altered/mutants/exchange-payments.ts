// Mutants of payments from an exchange: the check, the payment, its errors, the names of exchanges, and how long it takes.

import { minuteMs } from '../../../core/durations.ts'
import { valueAt } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { type ExchangePaymentError, exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import type { WireRequest, World } from '../../observe/in-process.ts'
import type { Mutation } from './mutation.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const check = 'validateExchangePayment'
const pay = 'createExchangePayment'
const checked = op.resultOf(check)
const paid = op.resultOf(pay)

const nameOf = ({ accounts }: World, index: number) => accounts.exchanges[index]?.name ?? ''
const isThrough = ({ path }: WireRequest, world: World, index: number) =>
  path.endsWith(`/${nameOf(world, index)}`)

const inPath = /(?<=^\/exchanges\/[\w-]+\/)[^?]*/

/** Takes the name of an exchange in the path for another one; undefined leaves it. */
const rename = (
  sentence: string,
  operations: readonly OperationId[],
  other: (name: string, world: World) => string | undefined,
) =>
  op.byHand(sentence, {
    request: (request, world) =>
      operations.includes(request.operationId)
        ? { ...request, path: request.path.replace(inPath, (name) => other(name, world) ?? name) }
        : request,
  })

const byName = [check, pay, 'checkExchangeBalance'] as const
const dropExchange = (index: number) => (name: string, world: World) =>
  name === nameOf(world, index) ? 'nosuchexchange' : undefined
const firstIfUnknown = (name: string, world: World) =>
  world.accounts.exchange(name) === undefined ? nameOf(world, 0) : undefined

function error(
  name: ExchangePaymentError,
  what: string,
  change: (message: string, world: World) => { code?: number; message?: string },
): Mutation {
  const { code } = exchangePaymentErrors[name]
  return op.byHand(`Returns error ${code} of ${pay} with ${what}`, {
    response: (response, { operationId }, world) => {
      if (operationId !== pay || response.status !== code) return response
      const stated = String(Object(response.json).message)
      const { code: statusCode, message } = { code, message: stated, ...change(stated, world) }
      return { ...response, status: statusCode, json: { ok: false, statusCode, data: {}, message } }
    },
  })
}

const code = (name: ExchangePaymentError, other: number) =>
  error(name, `code ${other}`, () => ({ code: other }))
const message = (name: ExchangePaymentError, what: string, pattern: RegExp, replacement: string) =>
  error(name, what, (stated) => ({ message: stated.replace(pattern, replacement) }))

type Payment = op.CallOf<typeof pay>
type ExchangeAccount = Payment['shopper']['exchangeAccounts'][string]

/** A call as if every exchange account of the shopper were different. */
function withAccounts(call: Payment, instead: Partial<ExchangeAccount>): Payment {
  const accounts = Object.entries(call.shopper.exchangeAccounts)
  const changed = accounts.map(([name, account]) => [name, { ...account, ...instead }])
  return { ...call, shopper: { ...call.shopper, exchangeAccounts: Object.fromEntries(changed) } }
}

const ignore = (what: string, instead: Partial<ExchangeAccount>) =>
  op.asIf(pay, `Pays without regard to ${what}`, (call) => withAccounts(call, instead))

function withFullBalance<Call extends Payment | op.CallOf<typeof check>>(call: Call): Call {
  call.world.setBalance(call.shopper, call.exchange, call.payload.assets, '1000000')
  return call
}

const isRefusedWith = (error: ExchangePaymentError, response: object) =>
  'code' in response && response.code === `exchange-payments.${error}`

/** Leaves only a share of the balance that a payment is made from. */
function leave(
  { world, shopper, exchange, payload }: Payment | op.CallOf<typeof check>,
  share: number,
): void {
  const { [payload.assets]: balance = '0' } = world.balancesOf(shopper, exchange)
  world.setBalance(shopper, exchange, payload.assets, String(Number(balance) * share))
}

/** Handles a payment by the coin of an earlier check of its order. */
const afterCheck = (
  sentence: string,
  handle: (
    call: Payment,
    coin: unknown,
    real: (call: Payment) => op.ResultOf<typeof pay>,
  ) => op.ResultOf<typeof pay>,
) =>
  op.byHand(sentence, {
    handlers: (real) => ({
      [check]: (call) => {
        op.firstIn(call.world, `check of ${call.payload.offerId}`, call.payload.assets)
        return real[check](call)
      },
      [pay]: (call) =>
        handle(call, op.firstIn(call.world, `check of ${call.payload.offerId}`, undefined), real[pay]),
    }),
  })

const takes = (words: string, error: ExchangePaymentError, left: number) =>
  op.handling(
    pay,
    `Takes ${words} for a payment with error ${exchangePaymentErrors[error].code}`,
    (call, real) => {
      const response = real(call)
      if (isRefusedWith(error, response)) leave(call, left)
      return response
    },
  )

const completes = (words: string, afterMs: number | undefined) =>
  op.completing('exchange', words, ({ now }) => (afterMs === undefined ? undefined : now + afterMs))

export const exchangePayments = mutantsOf({
  'exchange-payments.validation-accepted': op.refuseIf(check, 'cart.*.price', op.isText),
  'exchange-payments.validation-unreadable-payload-refused': [
    op.acceptPlainText(check),
    op.acceptBase64(check),
  ],
  'exchange-payments.validation-response-shape': [
    [op.omit, op.wrongType],
    [op.omit(checked('fee')), op.asText(checked('password'))],
  ],
  'exchange-payments.validation-amounts-are-numbers': op.wrongType,
  'exchange-payments.validation-takes-nothing': op.asIf(
    'validateExchangePayment',
    'Takes a tenth of the balance at a check',
    (call) => {
      leave(call, 0.9)
      return call
    },
  ),
  'exchange-payments.validation-memo-text-or-null': [op.omit, op.set(0)],
  'exchange-payments.validation-same-coin': op.set('BTC')(checked('currency')),
  'exchange-payments.validation-same-amount': [
    op.on(checked('nativeAmount'), op.floor, op.plus(1)),
    op.asIf(check, 'Checks the first amount of an order again', (call) => {
      const { offerId, nativeAmount } = call.payload
      const first = String(op.firstIn(call.world, `amount of ${offerId}`, nativeAmount))
      return { ...call, payload: { ...call.payload, nativeAmount: first } }
    }),
  ],
  'exchange-payments.validation-same-exchange': op.changing(
    'Returns the name of the first exchange as {}',
    (_, { world }) => nameOf(world, 0),
  ),
  'exchange-payments.validation-whitelist-flag': [
    op.set(false),
    op.set(true),
    op.changing('Returns {} as false in every coin but the first', (flag, { json }) =>
      valueAt(json, 'result', 'currency') === 'BTC' ? flag : false,
    ),
    op.changing('Returns the {} of the first shopper who asks at an exchange', (flag, { world, json }) =>
      op.firstIn(world, String(valueAt(json, 'result', 'exchange')), flag),
    ),
  ],
  'exchange-payments.validation-password-flag': op.set(false),
  'exchange-payments.validation-same-object-always': [
    op.changing('Returns only the flags in {} if the address is not whitelisted', (found) =>
      Object(found).showWhitelistElement === true ? { showWhitelistElement: true, password: false } : found,
    )(checked('')),
    op.refuseWhen(
      check,
      'its wallet of the coin is not supported',
      ({ world, shopper, exchange, payload }) => {
        const account = world.accounts.exchangeAccount(shopper, exchange)
        return account?.unsupportedCoins.includes(payload.assets) === true
      },
    ),
    op.refuseWhen(check, 'the amount is below the minimum', ({ world, shopper, exchange, payload }) => {
      const { minimum = '0' } = world.accounts.exchangeAccount(shopper, exchange) ?? {}
      return Number(payload.nativeAmount) < Number(minimum)
    }),
    op.changing('Omits {} for the second exchange', (rate, { request, world }) =>
      isThrough(request, world, 1) ? op.absent : rate,
    )(checked('newRate')),
  ],
  'exchange-payments.validation-low-balance-is-no-error': op.refuseWhen(
    check,
    'the balance is low',
    ({ world, shopper, exchange, payload }) =>
      Number(world.balancesOf(shopper, exchange)[payload.assets]) < 0.0001,
  ),
  'exchange-payments.validation-reports-low-balance': [
    op.asIf(check, 'Checks without regard to the balance', withFullBalance),
    op.changing('Returns {} without the code and the message', (found) => {
      const { code: _, message: __, ...others } = Object(found)
      return others
    })(checked('')),
  ],
  'exchange-payments.accepted': [
    op.refuseIf(pay, 'cart', op.longerThan(1)),
    op.refusing(
      afterCheck('Refuses to pay an order that was checked before', (call, coin, real) =>
        coin === undefined ? real(call) : op.refusalOf(pay),
      ),
    ),
  ],
  'exchange-payments.creates-transaction': [
    op.repeatFirst(paid('id')),
    op.changing(
      'Returns the id of the latest QR transaction as {}',
      (id, { world }) => [...world.transactions].findLast(({ kind }) => kind === 'wallet')?.id ?? id,
    )(paid('id')),
  ],
  'exchange-payments.immediate-status': [
    op.changing(
      'Returns the integer of a status outside the four as {}',
      (_, { world }) => world.assumptions.value('transactions.status-integers')['partially-paid'],
    )(paid('status')),
    op.changing('Returns an unknown integer as {} for the fourth exchange', (status, { request, world }) =>
      isThrough(request, world, 3) ? 999 : status,
    )(paid('status')),
  ],
  'exchange-payments.other-key-refused': [op.acceptOtherKey(pay), op.acceptClientSecret(pay)],
  'exchange-payments.unreadable-payload-refused': [
    op.acceptPlainText(pay),
    op.acceptBase64(pay),
    op.accepting('Takes the encrypted payload from a field of any name', pay, (body) => ({
      data: Object.values(body)[0],
    })),
  ],
  'exchange-payments.incomplete-lines-refused': op.acceptIncompleteLines(pay),
  'exchange-payments.empty-code2fa-accepted': [
    op.refuseIf(pay, 'code2fa', op.isEmpty),
    op.refuseWhen(
      pay,
      'the password is saved without a second factor',
      ({ payload }) => payload.savepassword === true && payload.code2fa === '',
    ),
  ],
  'exchange-payments.same-coin': [
    op.set('BTC')(paid('currency')),
    op.set('USD')(paid('currency')),
    afterCheck('Pays an order in the coin of its check', (call, coin, real) =>
      real({ ...call, payload: { ...call.payload, assets: String(coin ?? call.payload.assets) } }),
    ),
  ],
  'exchange-payments.five-exchanges-supported': [
    rename('Does not know the fifth exchange', byName, dropExchange(4)),
    rename('Shows no balances at the third exchange', ['checkExchangeBalance'], dropExchange(2)),
    rename('Knows the exchanges by names in upper case only', byName, (name) =>
      name === name.toLowerCase() ? 'nosuchexchange' : name.toLowerCase(),
    ),
  ].map(op.refusing),
  'exchange-payments.other-exchanges-refused': [
    ...byName.map((operation) =>
      rename(`Takes an unknown exchange of ${operation} for the first one`, [operation], firstIfUnknown),
    ),
    rename('Accepts names that begin with the name of an exchange', byName, (name, { accounts }) => {
      return accounts.exchanges.find((exchange) => name.startsWith(exchange.name))?.name
    }),
  ],
  'exchange-payments.error-authentication-failed-418': [
    ignore('an expired link to the exchange', { linkExpired: false }),
    code('authentication-failed', 401),
    message('authentication-failed', 'a shorter message', / Please.*/, ''),
  ],
  'exchange-payments.error-insufficient-balance-419': [
    op.asIf(pay, 'Pays more than the balance covers', withFullBalance),
    op.asIf(pay, 'Pays more than the balance covers if the store has another currency than USD', (call) =>
      call.payload.merchantStoreCurrency === 'USD' ? call : withFullBalance(call),
    ),
    code('insufficient-balance', 402),
    op.asIf(pay, 'Supports only the first coin if the balance is too low for it', (call) => {
      const { BTC = '0', ...others } = call.world.balancesOf(call.shopper, call.exchange)
      return Number(BTC) < 1e-4 ? withAccounts(call, { unsupportedCoins: Object.keys(others) }) : call
    }),
    message('insufficient-balance', 'a message in other letters', /Balance/, 'balance'),
  ],
  'exchange-payments.error-whitelist-pending-420': [
    ignore('the whitelist', { whitelisted: true }),
    code('address-not-whitelisted', 421),
    message('address-not-whitelisted', 'a message without its exclamation mark', /!/, ''),
  ],
  'exchange-payments.error-coin-not-supported-421': [
    ignore('unsupported coins', { unsupportedCoins: [] }),
    error('coin-not-supported', 'error 419', () => exchangePaymentErrors['insufficient-balance']),
    message('coin-not-supported', 'a message with another capital', /please/, 'Please'),
  ],
  'exchange-payments.error-below-minimum-422': [
    ignore('the minimum', { minimum: '0' }),
    code('below-minimum', 400),
    message('below-minimum', 'another message', /.*/, 'The amount is too small for this exchange'),
  ],
  'exchange-payments.error-422-names-the-exchange': [
    message('below-minimum', 'a message that names no exchange', /(?<=supported by).*/, ''),
    message('below-minimum', 'a message that ends with "undefined"', /(?<=supported by ).*/, 'undefined'),
    error('below-minimum', 'the name of the first exchange', (stated, world) => ({
      message: stated.replace(/(?<=supported by ).*/, nameOf(world, 0)),
    })),
  ],
  'exchange-payments.refused-payment-not-made': [
    op.handling(pay, 'Returns error 419 for a payment beyond the balance, and makes it', (call, real) => {
      const response = real(call)
      if (isRefusedWith('insufficient-balance', response)) real(withFullBalance(call))
      return response
    }),
    takes('the balance', 'insufficient-balance', 0),
    takes('half of the balance', 'address-not-whitelisted', 0.5),
  ],
  'exchange-payments.not-done-before-two-minutes': [
    completes('complete after one minute', minuteMs),
    completes('complete a millisecond before two minutes', 2 * minuteMs - 1),
  ],
  'exchange-payments.done-within-two-hours': [
    completes('complete after three hours', 180 * minuteMs),
    completes('complete a millisecond after two hours', 120 * minuteMs + 1),
    completes('never complete', undefined),
  ],
})
