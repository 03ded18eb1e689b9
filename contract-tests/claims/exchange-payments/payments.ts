// Which exchange payments the service accepts, which it refuses, and what it returns at once. Other files check the five
// stated errors (errors.ts), how long a payment takes (durations.ts), and its record (../transactions.ts).

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { exchangeCheck, exchangePayment, invoice } from '../../../client/sample-requests.ts'
import { accepts, acceptsNames, firstAccepted, named } from '../../steps/acceptance.ts'
import { paymentCarts, slightlyMore, twoLines } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import { exchangesOf, listedCoins, returnsEachCoin } from '../../steps/exchanges.ts'
import { properties } from '../../steps/property.ts'

const pay = (it: Context, options: RequestOptions = {}) =>
  it.client.call('createExchangePayment', { payload: exchangePayment(it), ...options })

/** Checks that a payment is accepted after its check. (permitted: service.refuses-what-is-alike) */
async function acceptsAfterCheck(it: Context): Promise<void> {
  const amount = slightlyMore(it.target)
  const payload = exchangePayment(it, { nativeAmount: amount })
  const { offerId: order, shippingAddress, cart } = payload
  const body = invoice(it, { order, amount, shippingAddress })
  // permitted: customers.own-notations
  if ((await it.client.call('createInvoice', { body })).outcome === 'refusal') return
  const check = exchangeCheck(it, { offerId: order, nativeAmount: amount, cart })
  await it.client.call('validateExchangePayment', { payload: check })
  await accepts(it, 'exchange-payments.accepted', await pay(it, { payload }), () =>
    pay(it, { payload: exchangePayment(it, { nativeAmount: amount }) }),
  )
}

export const exchangePayments = properties({ level: 'money' })({
  'accepts a payment with an empty code2fa and one or two lines, and returns its record': {
    checks: ['exchange-payments.accepted', 'exchange-payments.empty-code2fa-accepted'],
    async run(it) {
      // The shopper may have connected only some of the exchanges.
      const response = await firstAccepted(
        ...exchangesOf(it).map(
          (exchange) => () => pay(it, { payload: exchangePayment(it, { code2fa: '' }), exchange }),
        ),
      )
      await accepts(it, 'exchange-payments.empty-code2fa-accepted', response, async () => {
        const withCode = await pay(it, { payload: exchangePayment(it, { code2fa: '123456' }) })
        if (withCode.outcome === 'refusal') it.succeeds('exchange-payments.accepted', response)
        const { result: shopper } = it.given(await it.client.call('getShopper'))
        it.precondition(!shopper.is2faEnabled, 'the shopper ready has a second factor')
        return withCode
      })
      it.succeeds('exchange-payments.accepted', response)
      const saving = (code2fa: string) =>
        pay(it, { payload: exchangePayment(it, { code2fa, savepassword: true }) })
      // permitted: subscriptions.saved-password
      const isSaved = [await saving(''), await saving('123456')].map(({ outcome }) => outcome === 'success')
      if (isSaved[1] === true && isSaved[0] === false) {
        const { result: shopper } = it.given(await it.client.call('getShopper'))
        if (!shopper.is2faEnabled) it.succeeds('exchange-payments.empty-code2fa-accepted', await saving(''))
      }
      const { amount, cart } = twoLines(it)
      const payload = { ...exchangePayment(it, { nativeAmount: amount }), cart }
      // There may be a maximum amount.
      await accepts(it, 'exchange-payments.accepted', await pay(it, { payload }), () =>
        pay(it, { payload: exchangePayment(it, { nativeAmount: amount }) }),
      )
    },
  },
  'accepts a payment after its check': {
    checks: ['exchange-payments.accepted'],
    run: acceptsAfterCheck,
  },
  'accepts a payment with any valid cart, and returns its record': {
    checks: ['exchange-payments.accepted', 'exchange-payments.same-coin'],
    async run(it) {
      const { coin } = it.target.known
      const cases = fc.record({ paid: paymentCarts(it), savepassword: fc.boolean() })
      await it.forAll(cases, async (it, { paid: { amount, cart }, savepassword }) => {
        const { result } = await acceptsNames(it, 'exchange-payments.accepted', (nameOf) => {
          const lines = named(cart, nameOf)
          const payload = exchangePayment(it, { nativeAmount: amount, savepassword, cart: lines })
          return pay(it, { payload })
        })
        it.checkEqual('exchange-payments.same-coin', result.currency, coin)
      })
    },
  },
  'returns a record in the chosen coin, whichever it is': {
    checks: ['exchange-payments.same-coin'],
    async run(it) {
      const requirement = 'exchange-payments.same-coin'
      await returnsEachCoin(it, requirement, (assets) =>
        pay(it, { payload: exchangePayment(it, { assets }) }),
      )
      // A check in one coin, and the payment of its order in another one.
      const offerId = it.id('order')
      const assets = (await listedCoins(it)).find(({ id }) => id !== it.coin)?.id ?? it.coin
      await it.client.call('validateExchangePayment', { payload: exchangeCheck(it, { offerId }) })
      const response = await pay(it, { payload: exchangePayment(it, { offerId, assets }) })
      if (response.outcome === 'success')
        it.checkEqual(requirement, it.given(response).result.currency, assets)
    },
  },
  'returns one of the four statuses at once on every exchange': {
    needs: ['statusIntegers'],
    checks: ['exchange-payments.immediate-status'],
    async run(it) {
      const integers = Object.values(it.statusIntegers).flat()
      for (const exchange of exchangesOf(it)) {
        const payload = exchangePayment(it, { assets: it.coinAt(exchange) })
        const { status } = it.given(await pay(it, { payload, exchange })).result
        it.check('exchange-payments.immediate-status', integers.includes(status), {
          expected: `a status among ${integers.join(', ')}`,
          actual: String(status),
        })
      }
    },
  },
  'refuses a payment until each of its errors is fixed': {
    checks: [
      'exchange-payments.other-exchanges-refused',
      'authentication.exchange-payment-needs-token',
      'exchange-payments.unreadable-payload-refused',
      'exchange-payments.incomplete-lines-refused',
    ],
    async run(it) {
      const incomplete = { payload: { ...exchangePayment(it), cart: [{ id: 'sku-1' }] } }
      const withoutData = { ...incomplete, field: null }
      const token = 'made-up-token'
      const exchange = 'nosuchexchange'
      const steps = [
        ['exchange-payments.other-exchanges-refused', { ...withoutData, token, exchange }],
        ['authentication.exchange-payment-needs-token', { ...withoutData, token }],
        ['exchange-payments.unreadable-payload-refused', withoutData],
        ['exchange-payments.incomplete-lines-refused', incomplete],
      ] as const
      for (const [index, [requirement, options]] of steps.entries())
        it.refuses(requirement, await pay(it, options), `${steps.length - index} of its errors are not fixed`)
      it.given(await pay(it))
    },
  },
})
