// The five errors of an exchange payment that the contract states, each with its code and its message. The contract does not
// say where a response has them, nor which error comes first if several apply.

import { exchangePayment, pairOf } from '../../../client/sample-requests.ts'
import type { Role } from '../../../client/target-accounts.ts'
import { Decimal } from '../../../core/decimal.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { type ExchangePaymentError, exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import { type ApiResponse, actualOf } from '../../observe/client.ts'
import { hasPair, matching, statusesSaid } from '../../observe/deliveries.ts'
import { hasPaymentError, messagesBeginning, scalarsOf } from '../../observe/response-outcome.ts'
import { isStatus } from '../../observe/status-integers.ts'
import { amountOf, maxCents } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import {
  balanceAt,
  exchangesOf,
  hasConnected,
  lettersAndDigits,
  listedCoins,
  mayLackFunds,
  namesExchange,
  notConnected,
  type Paid,
  walletsOf,
} from '../../steps/exchanges.ts'
import { isOf, orderOf, statusesIn, twoHoursAndMore } from '../../steps/orders.ts'
import { properties, property } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'

const errors = {
  'authentication-failed': ['exchange-payments.error-authentication-failed-418', 'expiredLink'],
  'insufficient-balance': ['exchange-payments.error-insufficient-balance-419', 'lowBalance'],
  'address-not-whitelisted': ['exchange-payments.error-whitelist-pending-420', 'notWhitelisted'],
  'coin-not-supported': ['exchange-payments.error-coin-not-supported-421', 'unsupportedWallet'],
  'below-minimum': ['exchange-payments.error-below-minimum-422', 'belowMinimum'],
} as const satisfies Record<ExchangePaymentError, [RequirementId, Role]>

const hasAnyMessage = (response: ApiResponse) =>
  Object.values(exchangePaymentErrors).some(
    ({ message }) => messagesBeginning(response, message.trimEnd()).length > 0,
  )

/** True if a response has such a message, and not its code. */
const hasOtherCode = (response: ApiResponse) =>
  hasAnyMessage(response) &&
  !Object.values(exchangePaymentErrors).some((one) => hasPaymentError(response, one))

/** A status that HTTP has for requests of any kind. */
const unprocessable = 422

const canceledLater = 'exchange-payments.canceled-later'
const names = 'exchange-payments.error-422-names-the-exchange'
const notMade = 'exchange-payments.refused-payment-not-made'

interface Attempt {
  exchange: string
  offerId: string
  response: ApiResponse<'createExchangePayment'>
  /** The refusal of a payment that differs only in its amount. */
  before?: Attempt['response']
}

/** Endings of a message that are the text of a missing value. */
const noNames: readonly string[] = ['', 'undefined', 'null', 'nan', 'objectobject']

/**
 * Payments by the shopper of a role, one at each exchange at which it has the role. Another refusal than the wanted one is tried
 * again with another amount. (permitted: service.refuses-what-is-alike, service.refuses-for-a-moment)
 */
async function* payments(
  it: Context,
  role: Role,
  isWanted: (response: Attempt['response']) => boolean,
  exchanges = exchangesOf(it, role),
  special: Paid & { currency?: string } = {},
): AsyncGenerator<Attempt> {
  const shopper = it.shopperWho(role)
  const { coin: assets = special.coin ?? it.coin, amount = special.amount ?? it.amount } = shopper
  const { currency: merchantStoreCurrency = 'USD' } = special
  const lower = new Decimal(amount).minus('0.01').toFixed(2)
  for (const exchange of exchanges) {
    let before: Attempt['response'] | undefined
    if (it.afterAcceptances) await it.client.call('createExchangePayment', { payload: exchangePayment(it) })
    for (const nativeAmount of [amount, lower]) {
      const payload = exchangePayment(it, { nativeAmount, assets, merchantStoreCurrency })
      const response = await it.client.call('createExchangePayment', { payload, shopper, exchange })
      const isOther = response.outcome === 'refusal' && !isWanted(response)
      if (isOther && nativeAmount !== lower) {
        before = response
        continue
      }
      yield { exchange, offerId: payload.offerId, response, ...(before === undefined ? {} : { before }) }
      break
    }
  }
}

const isInsufficient = (response: ApiResponse) =>
  hasPaymentError(response, exchangePaymentErrors['insufficient-balance'])

/**
 * Payments by the shopper of a role, at the second exchange in another coin and at the third of a large amount, if that leads to the error,
 * to one half of it, or to error 419 in spite of the balance. A coin or an amount may avoid the error or lead to another one: then a
 * plain payment there, too.
 */
async function* differentPayments(
  it: Context,
  role: Role,
  isWanted: Parameters<typeof payments>[2],
  isHalf: typeof isWanted,
) {
  const exchanges = exchangesOf(it, role)
  const own = it.shopperWho(role)
  const isOneCoin = exchanges.length < 2 || own.coin !== undefined
  const coin = isOneCoin ? undefined : (await listedCoins(it)).find(({ id }) => id !== it.coin)?.id
  const amount =
    own.amount === undefined && role !== 'belowMinimum' ? amountOf(maxCents(it.target)) : undefined
  for (const [at, exchange] of exchanges.entries()) {
    const special = at === 1 ? { coin } : at === 2 ? { amount } : {}
    const isSpecial = Object.values(special).some((value) => value !== undefined)
    const tried = isSpecial ? payments(it, role, () => true, [exchange], special) : []
    let isDone = false
    for await (const attempt of tried) {
      const { response } = attempt
      const isFalse = role !== 'lowBalance' && role !== 'expiredLink' && isInsufficient(response)
      if (
        isWanted(response) ||
        isHalf(response) ||
        (isFalse && !(await mayLackFunds(it, role, exchange, special)))
      ) {
        isDone = true
        yield attempt
      }
    }
    if (!isDone) yield* payments(it, role, isWanted, [exchange])
  }
}

/**
 * Payments that violate a requirement in another coin at each of several exchanges, at every second one for a store in another currency,
 * by a shopper whose error no coin avoids: the service accepted them, or refused them because of a coin in which another shopper can pay.
 * For other shoppers, one in the same coin.
 */
async function violatingOtherwise(
  it: Context,
  role: Role,
  isWanted: Parameters<typeof payments>[2],
  exchanges: readonly string[],
) {
  const accepted: Attempt[] = []
  const otherError: Attempt[] = []
  // An amount below a minimum in one currency can be above it in another.
  if (role === 'belowMinimum') return { accepted, otherError }
  const isInAnyCoin = role === 'expiredLink' || role === 'lowBalance'
  if (isInAnyCoin && it.shopperWho(role).coin !== undefined) return { accepted, otherError }
  const others = isInAnyCoin ? (await listedCoins(it)).flatMap(({ id }) => (id === it.coin ? [] : [id])) : []
  for (const [at, exchange] of (isInAnyCoin ? exchanges : exchanges.slice(0, 1)).entries()) {
    const coins = role === 'lowBalance' ? await beyondAllWallets(it, others, role, exchange) : others
    const coin = coins[at % coins.length]
    if (isInAnyCoin && coin === undefined) continue
    // The contract does not list the currencies of stores.
    for (const currency of at % 2 === 0 ? ['EUR', 'USD'] : ['USD']) {
      let isDone = false
      for await (const attempt of payments(it, role, () => true, [exchange], { coin, currency })) {
        const isAccepted = attempt.response.outcome === 'success'
        if (isAccepted) accepted.push(attempt)
        isDone = isAccepted || isWanted(attempt.response)
        // The shopper has a wallet of this coin, so the coin is supported if somebody else can pay in it.
        if (
          role === 'lowBalance' &&
          hasPaymentError(attempt.response, exchangePaymentErrors['coin-not-supported'])
        )
          for await (const { response } of payments(it, 'ready', () => true, [exchange], { coin, currency }))
            if (response.outcome === 'success') otherError.push(attempt)
      }
      if (isDone) break
    }
  }
  return { accepted, otherError }
}

/** The coins for which a shopper has a wallet, if all wallets together are worth much less than the payment. */
async function beyondAllWallets(it: Context, coins: readonly string[], role: Role, exchange: string) {
  if (await mayLackFunds(it, 'ready', exchange)) return []
  const wallets = await walletsOf(it, role, exchange)
  const worth = wallets.reduce((sum, wallet) => sum + wallet.worth, 0)
  const { amount = it.amount } = it.shopperWho(role)
  // A tenth is less in any currency of the rates.
  return worth < Number(amount) / 10 ? coins.filter((id) => wallets.some(({ coin }) => coin === id)) : []
}

/** Checks that payments which the service accepted in spite of an error are canceled. */
async function checkCanceled(it: Context, requirement: RequirementId, accepted: readonly Attempt[]) {
  if (accepted.length === 0) return
  const { statusIntegers } = it.target.known
  const open = accepted.filter(({ response }) => {
    const { status } = it.given(response).result
    it.check(requirement, !isStatus(statusIntegers, 'completed', status), {
      expected: 'an error, or a payment that is canceled',
      actual: `a completed payment: ${response.text.slice(0, 300)}`,
      of: { response, expects: 'refusal' },
    })
    return !isStatus(statusIntegers, 'canceled', status)
  })
  if (open.length === 0) return
  const canObserve = it.canMoveClock && it.has('webhooks')
  it.ruledOut(canceledLater, canObserve)
  if (canObserve) await it.advance(twoHoursAndMore)
  for (const { exchange, offerId, response } of open) {
    const order = orderOf({ order: offerId, customParameter: undefined }, it.given(response).result)
    const updates = canObserve ? await it.deliveries(isOf(order, 'anywhere')) : []
    const statuses = updates.flatMap((one) => statusesIn(it, one))
    const isCanceled = !statuses.includes('completed') && statuses.includes('canceled')
    it.ruledOut(canceledLater, isCanceled || statuses.includes('completed'))
    it.check(requirement, isCanceled, {
      expected: 'an error, or a payment that is canceled',
      actual: `an accepted payment from ${exchange}: ${response.text.slice(0, 300)}`,
      of: { response, expects: 'refusal' },
    })
  }
}

/**
 * Ends the run without a verdict if error 419 may come before the error of a role. Of all errors, only this one can depend on
 * the amount.
 */
async function ruleOutAnotherFirst(it: Context, role: Role, { exchange, response, before }: Attempt) {
  if (role === 'lowBalance') return
  const first = [before, response].find((one) => one !== undefined && isInsufficient(one))
  const isRuledOut = first === undefined || !(await mayLackFunds(it, role, exchange))
  it.ruledOut('exchange-payments.another-error-first', isRuledOut, `${role}: ${first?.text.slice(0, 200)}`)
}

/** Checks that the message of error 422 ends with the name of the exchange of the payment. */
function checkNames(it: Context, attempts: readonly Attempt[]): void {
  const beginning = exchangePaymentErrors['below-minimum'].message.trimEnd()
  const exchangeOf = new Map<string, string>()
  const unknown: string[] = []
  for (const { exchange, response } of attempts) {
    const messages = messagesBeginning(response, beginning)
    const endings = messages.map((message) => lettersAndDigits(message.slice(beginning.length)))
    const ending =
      endings.find((one) => namesExchange(one, exchange)) ?? endings.find((one) => one !== '') ?? ''
    // The contract does not say that the name is the identifier of the path. But two exchanges have two names.
    const isOther = it.target.exchanges.some(
      (other) => other !== exchange && lettersAndDigits(other) === ending,
    )
    const also = exchangeOf.get(ending)
    exchangeOf.set(ending, exchange)
    it.check(names, !noNames.includes(ending) && !isOther && also === undefined, {
      expected: `"${beginning} ${exchange}", or another name of this exchange`,
      actual: `${messages.join(', ')}${also === undefined ? '' : `, as for ${also}`}`,
    })
    if (!namesExchange(ending, exchange)) unknown.push(messages.join(', '))
  }
  const isNamed = unknown.length === 0 || exchangeOf.size > 1
  it.ruledOut('exchange-payments.own-names', isNamed, unknown.join(', '))
  it.check(names, isNamed, {
    expected: `the name of the exchange after "${beginning}"`,
    actual: unknown.join(', '),
  })
}

export const exchangeErrors = [
  ...(Object.keys(errors) as ExchangePaymentError[]).map((error) => {
    const [requirement, role] = errors[error]
    const { code, message } = exchangePaymentErrors[error]
    return property({
      title: `refuses a payment with error ${code} and its message on every exchange`,
      level: 'money',
      needs: [`shopper.${role}`],
      checks: error === 'below-minimum' ? [requirement, names] : [requirement],
      async run(it) {
        const accepted: Attempt[] = []
        const unconnected: Attempt[] = []
        const proper: Attempt[] = []
        const isWanted = (response: ApiResponse) => hasPaymentError(response, { code, message })
        const isCoded = ({ status, json }: ApiResponse) => scalarsOf([status, json]).includes(`${code}`)
        const isHalf = (response: ApiResponse) =>
          response.outcome === 'refusal' &&
          (hasOtherCode(response) || (code !== unprocessable && isCoded(response) && !isWanted(response)))
        const check = ({ exchange, response }: Attempt) =>
          it.check(requirement, isWanted(response), {
            expected: `${code} with "${message.trimEnd()}", as HTTP status or anywhere in the body`,
            actual: `from ${exchange}: HTTP ${response.status} ${response.text.slice(0, 300)}`,
            of: { response, expects: { says: message.trimEnd().replaceAll('.', '[.]') } },
          })
        for await (const attempt of differentPayments(it, role, isWanted, isHalf)) {
          const { exchange, response, before } = attempt
          if (response.outcome === 'success') accepted.push(attempt)
          else if (
            !isWanted(response) &&
            // No balances are shown without a link, but no other refusal has this code.
            !(role === 'expiredLink' && isCoded(response)) &&
            it.shopperWho(role).exchanges === undefined &&
            !(await hasConnected(it, role, exchange))
          )
            unconnected.push(attempt)
          else {
            await ruleOutAnotherFirst(it, role, attempt)
            if (before !== undefined && isWanted(response) && hasAnyMessage(before))
              check({ ...attempt, response: before })
            const last = [...accepted, ...proper].at(-1)
            if (!isWanted(response) && last !== undefined && !hasOtherCode(response))
              for await (const { response: again } of payments(it, role, isWanted, [last.exchange]))
                it.ruledOut(
                  'exchange-payments.locks-shoppers',
                  again.outcome !== 'refusal' || isWanted(again),
                  actualOf(again),
                )
            if (isWanted(response)) proper.push(attempt)
            else check(attempt)
          }
        }
        for (const attempt of proper) check(attempt)
        const exchanges = proper.map(({ exchange }) => exchange)
        const otherwise = await violatingOtherwise(it, role, isWanted, exchanges)
        for (const attempt of otherwise.otherError) check(attempt)
        accepted.push(...otherwise.accepted)
        await checkCanceled(it, requirement, accepted)
        // permitted: exchange-payments.no-balances-without-link
        if (role === 'expiredLink' && proper.length === 0) for (const attempt of unconnected) check(attempt)
        if (error === 'below-minimum' && proper.length > 0) checkNames(it, proper)
        const unknown = unconnected.map(({ exchange }) => exchange).join(', ')
        it.precondition(unconnected.length === 0, notConnected(role, unknown))
      },
    })
  }),
  ...properties({ level: 'money' })({
    'never completes a payment that it refused with one of the five errors': {
      level: 'disruptive',
      needs: ['webhooks', 'clock', 'statusIntegers'],
      waits: { hours: 3 },
      checks: [notMade],
      async run(it) {
        const integers = it.statusIntegers
        const refused: string[] = []
        const lowered: { before: Decimal; read: () => ReturnType<typeof balanceAt> }[] = []
        for (const [, role] of Object.values(errors)) {
          const shopper = it.target.shoppers[role]
          if (shopper === undefined) continue
          const { coin: assets = it.coin, amount = it.amount } = shopper
          const { order } = await newInvoice(it, { amount })
          const payload = exchangePayment(it, { offerId: order, assets, nativeAmount: amount })
          const [exchange = ''] = exchangesOf(it, role)
          const read = () => balanceAt(it, shopper, exchange, assets)
          const before = await read()
          const response = await it.client.call('createExchangePayment', { payload, shopper, exchange })
          it.precondition(
            response.outcome === 'refusal',
            `the payment of the shopper ${role} was not refused`,
          )
          if (before !== undefined && (await read())?.lessThan(before)) lowered.push({ before, read })
          refused.push(order)
        }
        await it.advance(twoHoursAndMore)
        // An amount can be held for a while.
        for (const { before, read } of lowered) {
          const after = (await read()) ?? before
          it.check(notMade, !after.lessThan(before), {
            expected: `a balance of ${before}, as before the refused payment`,
            actual: `a balance of ${after}`,
            gross: true,
          })
        }
        for (const order of refused) {
          const { name, value } = pairOf(order)
          // Webhooks may report the failed payment, but not its completion.
          const isOfOrder = matching(`order ${order}`, (delivery) => hasPair(delivery, name, value))
          const completion = (await it.deliveries(isOfOrder)).find((delivery) =>
            statusesSaid(delivery, integers).includes('completed'),
          )
          it.checkNone(notMade, completion, 'no completion of a refused payment')
        }
      },
    },
  }),
]
