// What any deployment must do about the check before a payment from an exchange. What the terms' confirmation changes,
// and which further codes an exchange adds, is open and never asserted.

import fc from 'fast-check'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { exchangeCheck } from '../../../client/sample-requests.ts'
import type { Role } from '../../../client/target.ts'
import { refusesEach } from '../../checks/acceptance.ts'
import { sameDecimal } from '../../checks/decimals.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { paymentCarts, twoLines } from '../../inputs/arbitraries.ts'
import { withoutData } from '../../inputs/unreadable-payloads.ts'

const reads = { resource: 'exchange-payments', level: 'read' } as const

const look = (it: Context, asked: RequestOptions = {}) =>
  it.client.call('validateExchangePayment', { payload: exchangeCheck(it), ...asked })

const exchangesOf = (it: Context, role: Role) => it.shopperWho(role).exchanges ?? it.target.exchanges

/** Letters and digits only: how an exchange is written differs. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

export const exchangeChecks = [
  property({
    ...reads,
    title: 'a check tells of the coin, the amount and the exchange that it was asked for',
    kind: 'property',
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
      const { exchanges } = it.target
      const cases = fc.record({
        paid: paymentCarts(it.target),
        exchange: fc.constantFrom(...exchangesOf(it, 'ready')),
        confirmation: fc.constantFrom('true' as const, 'true' as const, 'false' as const),
      })
      await it.forAll(cases, async (it, { paid: { amount, cart }, exchange, confirmation }) => {
        const payload = { ...exchangeCheck(it, { nativeAmount: amount, confirmation }), cart }
        const response = await look(it, { payload, exchange })
        // What follows when the shopper did not accept the terms is open.
        if (confirmation === 'false' && response.outcome === 'refusal') return
        const { result } = it.succeeds('exchange-payments.validation-accepted', response)
        it.check('exchange-payments.validation-same-coin', result.currency === coin, {
          expected: coin,
          actual: result.currency,
        })
        it.check('exchange-payments.validation-same-amount', sameDecimal(result.nativeAmount, amount), {
          expected: amount,
          actual: String(result.nativeAmount),
        })
        const others = exchanges.filter(
          (other) => other !== exchange && !bare(exchange).includes(bare(other)),
        )
        const misnamed = others.some((other) => bare(result.exchange).includes(bare(other)))
        it.check('exchange-payments.validation-same-exchange', !misnamed, {
          expected: exchange,
          actual: result.exchange,
        })
      })
    },
  }),
  property({
    ...reads,
    title: 'a cart of two lines, with numbers as text, is checked',
    kind: 'example',
    checks: ['exchange-payments.validation-accepted'],
    async run(it) {
      const { amount, cart } = twoLines(it.target)
      const payload = { ...exchangeCheck(it, { nativeAmount: amount }), cart }
      it.succeeds('exchange-payments.validation-accepted', await look(it, { payload }))
    },
  }),
  property({
    ...reads,
    title: 'a check is of the coin that was chosen, whichever it is',
    kind: 'example',
    checks: ['exchange-payments.validation-same-coin'],
    async run(it) {
      const query = { amount: it.target.known.amount, currency: 'USD' }
      const { result: listed } = it.given(await it.client.call('listCurrencies', { query }))
      for (const { id } of listed.filter(({ isFiat }) => !isFiat)) {
        // A coin that the merchant takes need not be one that the exchange pays in.
        const response = await look(it, { payload: exchangeCheck(it, { assets: id }) })
        if (response.outcome === 'refusal') continue
        const { currency } = it.given(response).result
        it.check('exchange-payments.validation-same-coin', currency === id, {
          expected: id,
          actual: currency,
        })
      }
    },
  }),
  property({
    ...reads,
    title: 'a check that cannot be read is refused; encrypted, it is made',
    kind: 'ladder',
    checks: ['exchange-payments.validation-unreadable-payload-refused'],
    async run(it) {
      const incomplete = withoutData(exchangeCheck(it)).map(
        ([because, asked]) => [because, () => look(it, asked)] as const,
      )
      await refusesEach(
        it,
        'exchange-payments.validation-unreadable-payload-refused',
        () => look(it),
        incomplete,
      )
    },
  }),
  property({
    ...reads,
    title: 'the whitelist is told of where the address is not on it, and only there',
    kind: 'example',
    needs: ['shopper.notWhitelisted'],
    checks: ['exchange-payments.validation-whitelist-flag'],
    async run(it) {
      for (const role of ['notWhitelisted', 'ready'] as const) {
        for (const exchange of exchangesOf(it, role)) {
          const { result } = it.given(await look(it, { shopper: it.shopperWho(role), exchange }))
          it.check(
            'exchange-payments.validation-whitelist-flag',
            result.showWhitelistElement === (role !== 'ready'),
            {
              expected: `showWhitelistElement ${role !== 'ready'} for a shopper who is ${role} on ${exchange}`,
              actual: String(result.showWhitelistElement),
            },
          )
        }
      }
    },
  }),
  property({
    ...reads,
    title: 'the password is asked for where the shopper has not supplied it',
    kind: 'example',
    needs: ['shopper.asksPassword'],
    checks: ['exchange-payments.validation-password-flag'],
    async run(it) {
      const shopper = it.shopperWho('asksPassword')
      for (const exchange of exchangesOf(it, 'asksPassword')) {
        const { result } = it.given(await look(it, { shopper, exchange }))
        it.check('exchange-payments.validation-password-flag', result.password, {
          expected: `password true on ${exchange}, where the shopper has not supplied it`,
          actual: String(result.password),
        })
      }
    },
  }),
  property({
    ...reads,
    title: 'a balance that is too low does not hinder the check',
    kind: 'example',
    needs: ['shopper.lowBalance'],
    checks: ['exchange-payments.validation-low-balance-is-no-error'],
    async run(it) {
      const shopper = it.shopperWho('lowBalance')
      for (const exchange of exchangesOf(it, 'lowBalance'))
        it.succeeds(
          'exchange-payments.validation-low-balance-is-no-error',
          await look(it, { shopper, exchange }),
        )
    },
  }),
  property({
    ...reads,
    title: 'the check answers with the same object on every exchange and whatever it finds',
    kind: 'example',
    checks: [
      'exchange-payments.validation-same-object-always',
      'exchange-payments.validation-response-shape',
    ],
    async run(it) {
      const roles = (['ready', 'lowBalance', 'notWhitelisted', 'asksPassword'] as const).filter(
        (role) => it.target.shoppers[role] !== undefined,
      )
      for (const role of roles) {
        for (const exchange of exchangesOf(it, role)) {
          const response = await look(it, { shopper: it.shopperWho(role), exchange })
          it.check('exchange-payments.validation-same-object-always', response.outcome === 'success', {
            expected: `the whole object for a shopper who is ${role} on ${exchange}`,
            actual: `HTTP ${response.status}: ${response.text.slice(0, 300)}`,
          })
        }
      }
    },
  }),
]
