// Which of a shopper's exchange wallets the service returns, and for which merchant. The contract does not show the format
// of a balance, nor when a payment changes it.

import type { RequestOptions } from '../../client/operation-request.ts'
import type { MerchantAccount } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import type { ApiResponse } from '../observe/client.ts'
import { decimalOf } from '../observe/decimals.ts'
import { reportsNothing } from '../observe/response-outcome.ts'
import { refusesEach } from '../steps/acceptance.ts'
import type { Context } from '../steps/context.ts'
import {
  exchangesOf,
  mayLackFunds,
  merchantsWithCoin,
  merchantsWithCurrencies,
  notConnected,
  preconditionEnabled,
} from '../steps/exchanges.ts'
import { properties } from '../steps/property.ts'

const read = { level: 'read' } as const

const getBalances = (it: Context, options: RequestOptions = {}, merchant: MerchantAccount = it.merchant) =>
  it.client.call('checkExchangeBalance', { query: { merchantId: merchant.id }, ...options })

/**
 * The codes of currencies in the target file. The contract does not say that a wallet has the same code as in the list of
 * currencies: it may be that of the exchange, or have a network.
 */
const knownCodes = ({ coin, target }: Context): readonly string[] => [
  coin,
  ...(target.known.partnerCurrencies ?? []),
  ...target.merchants.flatMap(({ enabledCurrencies = [] }) => enabledCurrencies),
]

/** Checks that the service returns no wallets of other known currencies than these. */
async function returnsOnly(
  it: Context,
  requirement: 'balances.enabled-by-the-merchant' | 'balances.enabled-by-the-partner',
  enabled: readonly string[],
  merchant: MerchantAccount,
): Promise<void> {
  for (const exchange of exchangesOf(it)) {
    const { accounts } = it.given(await getBalances(it, { exchange }, merchant)).result
    const others = knownCodes(it).filter((code) => !enabled.includes(code))
    const extra = accounts.map(({ currency }) => currency).filter((currency) => others.includes(currency))
    it.check(requirement, extra.length === 0, {
      expected: `wallets of ${enabled.join(', ')} only`,
      actual: `on ${exchange} also ${extra.join(', ')}`,
    })
  }
}

/** The balance of the target's known coin in all its wallets; undefined if the service returns none that can be read. */
async function balanceOf(
  it: Context,
  role: 'ready' | 'lowBalance',
  exchange: string,
): Promise<Decimal | undefined> {
  const { accounts } = it.given(await getBalances(it, { shopper: it.shopperWho(role), exchange })).result
  const decimals = accounts.flatMap(({ currency, balance }) =>
    currency === it.coin ? (decimalOf(balance) ?? []) : [],
  )
  return decimals.length === 0 ? undefined : Decimal.sum(...decimals)
}

const isWithoutWallets = (response: ApiResponse<'checkExchangeBalance'>) =>
  response.outcome === 'refusal' || reportsNothing(response, undefined)

/** True if no exchange returns a wallet, or one of this currency. */
async function hasNoWallets(it: Context, code?: string): Promise<boolean> {
  for (const exchange of exchangesOf(it)) {
    const response = await getBalances(it, { exchange })
    if (isWithoutWallets(response)) continue
    const { accounts } = it.given(response).result
    if (code === undefined || accounts.some(({ currency }) => currency === code)) return false
  }
  return true
}

/** Checks that the wallet of the known coin is among those of an exchange. Each exchange with it is added to `connected`. */
async function checkWallet(
  it: Context,
  exchange: string,
  connected: Set<string>,
  accounts: readonly { currency: string }[],
): Promise<void> {
  const { coin } = it.target.known
  const currencies = accounts.map(({ currency }) => currency)
  const isShown = currencies.some((code) => code === coin || !knownCodes(it).includes(code))
  if (isShown) connected.add(exchange)
  it.precondition(
    connected.has(exchange) || (await hasNoWallets(it, coin)),
    notConnected('ready', `${coin} of ${exchange}`),
  )
  it.check('balances.usable-wallets-shown', isShown, {
    expected: `the wallet of ${coin} on ${exchange}`,
    actual: currencies.join(', ') || 'no wallet',
  })
}

export const balances = properties(read)({
  'returns a wallet of the enabled coin in the stated shape on every exchange': {
    checks: ['balances.usable-wallets-shown', 'balances.response-shape', 'balances.text-or-number'],
    async run(it) {
      const withCoin = merchantsWithCoin(it)
      // Another merchant may be shown the wallet.
      const connected = new Set<string>()
      for (const merchant of it.target.merchants) {
        for (const exchange of exchangesOf(it)) {
          const response = await getBalances(it, { exchange }, merchant)
          // A merchant may not take payments from exchanges.
          if (isWithoutWallets(response)) {
            if (merchant !== it.merchant) continue
            await preconditionEnabled(it, 'exchangePaymentEnabled')
            it.precondition(await hasNoWallets(it), notConnected('ready', exchange))
          }
          const { accounts } = it.succeeds('balances.response-shape', response).result
          if (!withCoin.includes(merchant)) continue
          await checkWallet(it, exchange, connected, accounts)
        }
      }
    },
  },
  'returns no wallet of a currency that the merchant has not enabled': {
    checks: ['balances.enabled-by-the-merchant'],
    async run(it) {
      for (const [merchant, enabled] of merchantsWithCurrencies(it))
        await returnsOnly(it, 'balances.enabled-by-the-merchant', enabled, merchant)
    },
  },
  'returns no wallet of a currency that the partner has not enabled': {
    checks: ['balances.enabled-by-the-partner'],
    async run(it) {
      const enabled =
        it.target.known.partnerCurrencies ??
        it.notApplicable('needs known.partnerCurrencies in the target file')
      for (const merchant of it.target.merchants)
        await returnsOnly(it, 'balances.enabled-by-the-partner', enabled, merchant)
    },
  },
  'returns a larger balance to the shopper with enough funds than to the one with a low balance': {
    needs: ['shopper.lowBalance'],
    checks: ['balances.of-the-shopper'],
    async run(it) {
      const lowBalanceExchanges = exchangesOf(it, 'lowBalance')
      let larger = 0
      let compared = 0
      for (const exchange of exchangesOf(it).filter((name) => lowBalanceExchanges.includes(name))) {
        const low = (await balanceOf(it, 'lowBalance', exchange)) ?? new Decimal(0)
        const enough = await balanceOf(it, 'ready', exchange)
        if (enough === undefined) continue
        compared += 1
        const isUsedUp = enough.lt(low) && (await mayLackFunds(it, 'ready', exchange))
        it.precondition(!isUsedUp, 'the balance of the shopper ready may be used up')
        // The shopper ready may have funds at some exchanges only. One must show a larger balance.
        if (enough.eq(low) && (await mayLackFunds(it, 'ready', exchange))) continue
        larger += 1
        it.check('balances.of-the-shopper', enough.gt(low), {
          expected: `a larger balance for the shopper ready than for the shopper lowBalance, on ${exchange}`,
          actual: `${enough} and ${low}`,
        })
      }
      if (compared === 0) return
      it.check('balances.of-the-shopper', larger > 0, {
        expected: 'a larger balance for the shopper ready than for the shopper lowBalance, on some exchange',
        actual: 'equal balances on each, which do not cover a payment',
      })
    },
  },
  'refuses to return balances until each error of the request is fixed': {
    checks: ['exchange-payments.other-exchanges-refused', 'authentication.balances-need-token'],
    async run(it) {
      const exchange = 'nosuchexchange'
      const token = 'made-up-token'
      await refusesEach(it, 'exchange-payments.other-exchanges-refused', () => getBalances(it), [
        ['the exchange and the token are unknown', () => getBalances(it, { exchange, token })],
        ['the exchange is unknown, and there is no token', () => getBalances(it, { exchange, token: null })],
        ['the exchange is unknown', () => getBalances(it, { exchange })],
      ])
      const response = await getBalances(it, { token })
      it.refuses('authentication.balances-need-token', response, 'the token is unknown')
    },
  },
})
