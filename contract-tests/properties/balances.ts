// What any deployment must say of a shopper's wallets on an exchange: which of them are shown, and whose they are. How
// a balance is written, and when a payment shows in it, is open.

import type { RequestOptions } from '../../client/operation-request.ts'
import type { MerchantAccount } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { refusesEach } from '../checks/acceptance.ts'
import { decimalOf } from '../checks/decimals.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'

const reads = { resource: 'exchange-payments', level: 'read' } as const

const ask = (it: Context, asked: RequestOptions = {}, merchant: MerchantAccount = it.merchant) =>
  it.client.call('checkExchangeBalance', { query: { merchantId: merchant.id }, ...asked })

const exchangesOf = (it: Context) => it.target.shoppers.ready.exchanges ?? it.target.exchanges

/** Checks that no wallet is shown but those of a list of currencies. */
async function showsOnly(
  it: Context,
  requirement: 'balances.enabled-by-the-merchant' | 'balances.enabled-by-the-partner',
  enabled: readonly string[],
  merchant: MerchantAccount,
): Promise<void> {
  for (const exchange of exchangesOf(it)) {
    const { accounts } = it.given(await ask(it, { exchange }, merchant)).result
    const further = accounts.map(({ currency }) => currency).filter((currency) => !enabled.includes(currency))
    it.check(requirement, further.length === 0, {
      expected: `wallets of ${enabled.join(', ')} only`,
      actual: `on ${exchange} also ${further.join(', ')}`,
    })
  }
}

/** What a shopper has of the coin that everyone has enabled; undefined where no wallet of it is shown. */
async function balanceOf(
  it: Context,
  role: 'ready' | 'lowBalance',
  exchange: string,
): Promise<Decimal | undefined> {
  const { accounts } = it.given(await ask(it, { shopper: it.shopperWho(role), exchange })).result
  const wallet = accounts.find(({ currency }) => currency === it.target.known.coin)
  return decimalOf(wallet?.balance)
}

export const balances = [
  property({
    ...reads,
    title: 'the wallet that everyone has enabled is shown, in the stated form, on every exchange',
    kind: 'example',
    checks: ['balances.usable-wallets-shown', 'balances.response-shape', 'balances.text-or-number'],
    async run(it) {
      const { coin } = it.target.known
      for (const merchant of it.target.merchants) {
        for (const exchange of exchangesOf(it)) {
          const { accounts } = it.succeeds(
            'balances.response-shape',
            await ask(it, { exchange }, merchant),
          ).result
          const shown = accounts.map(({ currency }) => currency)
          it.check('balances.usable-wallets-shown', shown.includes(coin), {
            expected: `the wallet of ${coin} on ${exchange}`,
            actual: shown.join(', ') || 'no wallet',
          })
        }
      }
    },
  }),
  property({
    ...reads,
    title: 'no wallet is shown that the merchant who is asked for has not enabled',
    kind: 'example',
    checks: ['balances.enabled-by-the-merchant'],
    async run(it) {
      const informed = it.target.merchants.filter(({ enabledCurrencies }) => enabledCurrencies !== undefined)
      if (informed.length === 0) it.notApplicable('needs enabledCurrencies of a merchant in the target file')
      for (const merchant of informed)
        await showsOnly(it, 'balances.enabled-by-the-merchant', merchant.enabledCurrencies ?? [], merchant)
    },
  }),
  property({
    ...reads,
    title: 'no wallet is shown that the partner has not enabled',
    kind: 'example',
    checks: ['balances.enabled-by-the-partner'],
    async run(it) {
      const enabled = it.target.known.partnerCurrencies
      if (enabled === undefined) it.notApplicable('needs known.partnerCurrencies in the target file')
      for (const merchant of it.target.merchants)
        await showsOnly(it, 'balances.enabled-by-the-partner', enabled ?? [], merchant)
    },
  }),
  property({
    ...reads,
    title: 'who has enough has more than who has too little',
    kind: 'example',
    needs: ['shopper.lowBalance'],
    checks: ['balances.of-the-shopper'],
    async run(it) {
      const both = exchangesOf(it).filter(
        (name) => it.shopperWho('lowBalance').exchanges?.includes(name) ?? true,
      )
      for (const exchange of both) {
        const enough = await balanceOf(it, 'ready', exchange)
        const little = (await balanceOf(it, 'lowBalance', exchange)) ?? new Decimal(0)
        if (enough === undefined) continue
        it.check('balances.of-the-shopper', enough.gt(little), {
          expected: `more for the shopper who can pay than for the one who cannot, on ${exchange}`,
          actual: `${enough} and ${little}`,
        })
      }
    },
  }),
  property({
    ...reads,
    title: 'of a request with several faults each must be mended before balances are shown',
    kind: 'ladder',
    checks: ['exchange-payments.other-exchanges-refused', 'authentication.balances-need-token'],
    async run(it) {
      const exchange = 'nosuchexchange'
      const token = 'made-up-token'
      await refusesEach(it, 'exchange-payments.other-exchanges-refused', () => ask(it), [
        ['no such exchange, and no such token', () => ask(it, { exchange, token })],
        ['no such exchange, and no token', () => ask(it, { exchange, token: null })],
        ['no such exchange', () => ask(it, { exchange })],
      ])
      it.refuses('authentication.balances-need-token', await ask(it, { token }), 'there is no such token')
    },
  }),
]
