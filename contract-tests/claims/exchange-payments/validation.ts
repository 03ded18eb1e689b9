// The result of validateExchangePayment before an exchange payment. The contract does not say what the confirmation of the
// terms changes, nor which codes an exchange asks for in addition to the password.

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { exchangeCheck, exchangePayment } from '../../../client/sample-requests.ts'
import type { Role } from '../../../client/target-accounts.ts'
import { valueAt } from '../../../core/json.ts'
import { exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import { sameDecimal } from '../../observe/decimals.ts'
import { hasPaymentError, isEffective } from '../../observe/response-outcome.ts'
import { accepts, acceptsNames, named } from '../../steps/acceptance.ts'
import { paymentCarts, slightlyMore, twoLines } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import {
  atEachExchange,
  balanceAt,
  exchangesOf,
  hasConnected,
  listedCoins,
  mayLackFunds,
  namesExchange,
  notConnected,
  returnsEachCoin,
} from '../../steps/exchanges.ts'
import { requestsWithoutData } from '../../steps/invalid-payloads.ts'
import { completes, paidThroughExchange } from '../../steps/orders.ts'
import { properties, property } from '../../steps/property.ts'

const read = { level: 'read' } as const

const whitelistFlag = 'exchange-payments.validation-whitelist-flag'
const takesNothing = 'exchange-payments.validation-takes-nothing'

const reportsLowBalance = 'exchange-payments.validation-reports-low-balance'
type Result = Readonly<Record<string, unknown>>

const validate = (it: Context, options: RequestOptions = {}) =>
  it.client.call('validateExchangePayment', { payload: exchangeCheck(it), ...options })

/** Ends the run without a verdict if neither the target file nor the balances show that a shopper has connected an exchange. */
async function preconditionConnected(it: Context, role: Role, exchange: string): Promise<void> {
  const isKnown = it.shopperWho(role).exchanges !== undefined || (await hasConnected(it, role, exchange))
  it.precondition(isKnown, notConnected(role, exchange))
}

function checkAmount(it: Context, actual: number, expected: string): void {
  it.check('exchange-payments.validation-same-amount', sameDecimal(actual, expected), {
    expected,
    actual: String(actual),
  })
}

/** Flags that are true for the shopper of a role. */
const flags = [
  ['notWhitelisted', 'showWhitelistElement', whitelistFlag, 'the whitelisting is pending'],
  [
    'asksPassword',
    'password',
    'exchange-payments.validation-password-flag',
    'the shopper has not supplied it',
  ],
] as const

const trueFlags = flags.map(([role, flag, requirement, because]) =>
  property({
    ...read,
    title: `returns ${flag} as true if ${because}`,
    needs: [`shopper.${role}`],
    checks: [requirement],
    async run(it) {
      const shopper = it.shopperWho(role)
      for (const exchange of exchangesOf(it, role)) {
        // Another shopper asks first: the service must not repeat that flag.
        await validate(it, { exchange })
        const { [flag]: actual } = it.given(await validate(it, { shopper, exchange })).result
        if (!actual) await preconditionConnected(it, role, exchange)
        const expected = `${flag} true on ${exchange}, because ${because}`
        it.check(requirement, actual, { expected, actual: String(actual) })
      }
    },
  }),
)

export const exchangeChecks = [
  ...trueFlags,
  ...properties(read)({
    'returns the coin, the amount and the exchange of the request': {
      checks: [
        'exchange-payments.validation-accepted',
        'exchange-payments.validation-response-shape',
        'exchange-payments.validation-amounts-are-numbers',
        'exchange-payments.validation-memo-text-or-null',
        'exchange-payments.validation-same-coin',
        'exchange-payments.validation-same-amount',
        'exchange-payments.validation-same-exchange',
      ],
      async run(it) {
        const { coin } = it.target.known
        const cases = fc.record({
          paid: paymentCarts(it),
          exchange: fc.constantFrom(...exchangesOf(it)),
          confirmation: fc.constantFrom('true' as const, 'true' as const, 'false' as const),
        })
        await it.forAll(cases, async (it, { paid: { amount, cart }, exchange, confirmation }) => {
          // permitted: exchange-payments.terms-first
          const { result } = await acceptsNames(it, 'exchange-payments.validation-accepted', (nameOf) => {
            const lines = named(cart, nameOf)
            const payload = exchangeCheck(it, { nativeAmount: amount, confirmation, cart: lines })
            return validate(it, { payload, exchange })
          })
          it.checkEqual('exchange-payments.validation-same-coin', result.currency, coin)
          checkAmount(it, result.nativeAmount, amount)
          const others = it.target.exchanges.filter((other) => !namesExchange(exchange, other))
          const namesOther = others.some((other) => namesExchange(result.exchange, other))
          it.check('exchange-payments.validation-same-exchange', !namesOther, {
            expected: exchange,
            actual: result.exchange,
          })
        })
      },
    },
    'accepts a cart of two lines with numbers as text': {
      checks: ['exchange-payments.validation-accepted'],
      async run(it) {
        const { amount, cart } = twoLines(it)
        const payload = { ...exchangeCheck(it, { nativeAmount: amount }), cart }
        // There may be a maximum amount.
        await accepts(it, 'exchange-payments.validation-accepted', await validate(it, { payload }), () =>
          validate(it, { payload: exchangeCheck(it, { nativeAmount: amount }) }),
        )
      },
    },
    'returns the chosen coin, whichever it is': {
      checks: ['exchange-payments.validation-same-coin'],
      run: (it) =>
        returnsEachCoin(it, 'exchange-payments.validation-same-coin', (assets) =>
          validate(it, { payload: exchangeCheck(it, { assets }) }),
        ),
    },
    'returns the coin and the amount of each request, also if both change for an order': {
      checks: ['exchange-payments.validation-same-coin', 'exchange-payments.validation-same-amount'],
      async run(it) {
        const offerId = it.id('order')
        const other = (await listedCoins(it)).find(({ id }) => id !== it.coin)?.id ?? it.coin
        const requests = [[it.coin, it.amount] as const, [other, slightlyMore(it.target)] as const]
        for (const [assets, nativeAmount] of requests) {
          const payload = exchangeCheck(it, { offerId, assets, nativeAmount })
          const response = await validate(it, { payload })
          // The contract does not say that an order can be checked again.
          if (response.outcome === 'refusal') continue
          const { result } = it.given(response)
          it.checkEqual('exchange-payments.validation-same-coin', result.currency, assets)
          checkAmount(it, result.nativeAmount, nativeAmount)
        }
      },
    },
    'refuses a request without a readable encrypted payload': {
      checks: ['exchange-payments.validation-unreadable-payload-refused'],
      async run(it) {
        const requirement = 'exchange-payments.validation-unreadable-payload-refused'
        const payload = exchangeCheck(it)
        const accepted = it.given(await validate(it, { payload })).result
        const invalid = atEachExchange(it, 'validateExchangePayment', requestsWithoutData(payload))
        for (const [because, options] of it.inTurn(invalid)) {
          const response = await validate(it, options)
          // The same object is always returned, so it may also be that of a failed check, with another amount.
          const isOther =
            isEffective(response, undefined) &&
            !sameDecimal(valueAt(response.json, 'result', 'nativeAmount'), accepted.nativeAmount)
          if (!isOther) it.refuses(requirement, response, because)
        }
      },
    },
    'returns showWhitelistElement as true in each coin in which a payment is refused with error 420': {
      level: 'money',
      needs: ['shopper.notWhitelisted'],
      checks: [whitelistFlag],
      async run(it) {
        const shopper = it.shopperWho('notWhitelisted')
        const [exchange = ''] = exchangesOf(it, 'notWhitelisted')
        for (const { id: assets } of (await listedCoins(it)).slice(0, 4)) {
          const payload = exchangePayment(it, { assets })
          const refused = await it.client.call('createExchangePayment', { payload, shopper, exchange })
          if (!hasPaymentError(refused, exchangePaymentErrors['address-not-whitelisted'])) continue
          const response = await validate(it, { shopper, exchange, payload: exchangeCheck(it, { assets }) })
          if (response.outcome !== 'success') continue
          const { showWhitelistElement: actual } = response.success.result
          const expected = `showWhitelistElement true in ${assets}, because the whitelisting is pending`
          it.check(whitelistFlag, actual === true, { expected, actual: String(actual) })
        }
      },
    },
    'takes nothing from the balance': {
      checks: [takesNothing],
      async run(it) {
        const [exchange = ''] = exchangesOf(it)
        const balance = () => balanceAt(it, it.shopper, exchange, it.coin)
        const hasTaken = async () => {
          const before = await balance()
          it.given(await validate(it, { exchange, payload: exchangeCheck(it, { confirmation: 'true' }) }))
          const after = await balance()
          const isLower = before !== undefined && after?.lessThan(before) === true
          return isLower && `${after}, and ${before} before the check`
        }
        // Another payment can end at the same time, but not twice.
        const taken = (await hasTaken()) && (await hasTaken())
        it.check(takesNothing, taken === false, {
          expected: `the same balance of ${it.coin} on ${exchange} after a check`,
          actual: String(taken),
        })
      },
    },
    'returns showWhitelistElement as false if the shopper can pay to the address': {
      level: 'money',
      checks: [whitelistFlag],
      async run(it) {
        const { notWhitelisted: shopper } = it.target.shoppers
        for (const exchange of exchangesOf(it)) {
          if (shopper !== undefined) await validate(it, { shopper, exchange })
          const { result } = it.given(await validate(it, { exchange }))
          if (!result.showWhitelistElement) it.checkEqual(whitelistFlag, result.showWhitelistElement, false)
          else {
            // Only a payment that completes shows that the address is whitelisted. It may become so in between.
            const order = await paidThroughExchange(it, {}, exchange)
            it.precondition(await completes(it, order), 'no update reports that the payment is completed')
            const { showWhitelistElement } = it.given(await validate(it, { exchange })).result
            it.check(whitelistFlag, !showWhitelistElement, {
              expected: `showWhitelistElement false on ${exchange}, because a payment was completed`,
              actual: 'true',
            })
          }
        }
      },
    },
    'succeeds even if the balance is too low': {
      needs: ['shopper.lowBalance'],
      checks: ['exchange-payments.validation-low-balance-is-no-error'],
      async run(it) {
        const shopper = it.shopperWho('lowBalance')
        for (const exchange of exchangesOf(it, 'lowBalance')) {
          const response = await validate(it, { shopper, exchange })
          if (response.outcome === 'refusal') await preconditionConnected(it, 'lowBalance', exchange)
          await accepts(it, 'exchange-payments.validation-low-balance-is-no-error', response, () =>
            validate(it, { exchange }),
          )
        }
      },
    },
    'differs if the balance is too low': {
      needs: ['shopper.lowBalance'],
      checks: [reportsLowBalance],
      async run(it) {
        const shopper = it.shopperWho('lowBalance')
        let compared = 0
        for (const exchange of exchangesOf(it, 'lowBalance')) {
          const results: Result[] = []
          const { coin: assets = it.coin, amount: nativeAmount = it.amount } = shopper
          for (const options of [{}, {}, { shopper }]) {
            const payload = exchangeCheck(it, { assets, nativeAmount })
            results.push(it.given(await validate(it, { ...options, payload, exchange })).result)
          }
          const [ready = {}, again = {}, low = {}] = results
          const hasOther =
            low.password !== ready.password || low.showWhitelistElement !== ready.showWhitelistElement
          it.precondition(!hasOther, `the shopper lowBalance has another condition on ${exchange}`)
          // A rate can change from one check to the next, and an address can be that of the shopper.
          const text = (value: unknown) => JSON.stringify(value) ?? ''
          const reports = Object.keys({ ...ready, ...low }).some(
            (key) =>
              text(low[key]) !== text(ready[key]) &&
              ((!low[key] && ready[key]) ||
                (key !== 'receiverAddress' && text(ready[key]) === text(again[key]))),
          )
          if (!reports && (await mayLackFunds(it, 'ready', exchange))) continue
          compared += 1
          it.check(reportsLowBalance, reports, {
            expected: `a result on ${exchange} that differs from that of a shopper who can pay`,
            actual: JSON.stringify(low),
          })
        }
        it.precondition(compared > 0, 'the shopper ready may have no funds on any exchange')
      },
    },
    'returns the same object on every exchange and for every shopper': {
      checks: [
        'exchange-payments.validation-same-object-always',
        'exchange-payments.validation-response-shape',
      ],
      async run(it) {
        const atEach = ['ready', 'lowBalance', 'notWhitelisted', 'asksPassword'] as const
        const roles = [...atEach, 'unsupportedWallet', 'belowMinimum'] as const
        for (const role of roles.filter((one) => it.target.shoppers[one] !== undefined)) {
          const shopper = it.shopperWho(role)
          const { coin: assets = it.coin, amount: nativeAmount = it.amount } = shopper
          const exchanges = exchangesOf(it, role)
          for (const exchange of atEach.some((one) => one === role) ? exchanges : exchanges.slice(0, 1)) {
            const payload = exchangeCheck(it, { assets, nativeAmount })
            const response = await validate(it, { shopper, exchange, payload })
            if (response.outcome === 'refusal')
              it.precondition(await hasConnected(it, role, exchange), notConnected(role, exchange))
            it.succeeds('exchange-payments.validation-same-object-always', response)
            it.check('exchange-payments.validation-same-object-always', response.outcome === 'success', {
              expected: `the complete object for the shopper ${role} on ${exchange}`,
              actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
            })
          }
        }
      },
    },
  }),
]
