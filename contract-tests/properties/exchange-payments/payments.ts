// What any deployment must do about a payment from an exchange: what makes one, what does not, and what comes back at
// once. The five stated errors are in exchange-errors.ts, the time it takes in exchange-durations.ts, and what the record
// says in transactions.ts.

import fc from 'fast-check'
import type { Encryption } from '../../../client/encryption.ts'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { exchangePayment, paymentLine } from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import type { TransactionRecord } from '../../../spec/resources/transactions.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { paymentCarts, twoLines } from '../../inputs/arbitraries.ts'
import { strangersPublicKey } from '../../inputs/unknown-key.ts'
import { hollow, withoutData } from '../../inputs/unreadable-payloads.ts'

const resource = 'exchange-payments'
const money = { resource, level: 'money' } as const

const pay = (it: Context, asked: RequestOptions = {}) =>
  it.client.call('createExchangePayment', { payload: exchangePayment(it), ...asked })

/** The integers of the four statuses; a property that uses them needs `statusIntegers`. */
function statusIntegers(it: Context) {
  return it.target.known.statusIntegers ?? it.notApplicable('the integers of the statuses are not known')
}

function checkStatus(it: Context, { status }: TransactionRecord): void {
  const integers = statusIntegers(it)
  it.check('exchange-payments.immediate-status', Object.values(integers).includes(status), {
    expected: `a status among ${JSON.stringify(integers)}`,
    actual: String(status),
  })
}

/** Sealings that the merchant's private key does not open. */
function otherSealings(it: Context): [because: string, encryption: Encryption][] {
  const usual = it.client.encryption('createExchangePayment')
  const keyed = (publicKey: string): Encryption => ({ ...usual, scheme: 'rsa', publicKey })
  const { servicePublicKey, merchants } = it.target
  return [
    ['a key that nobody knows encrypted it', keyed(strangersPublicKey)],
    ['the client secret encrypted it', { scheme: 'passphrase', passphrase: it.merchant.clientSecret }],
    ...(servicePublicKey === undefined
      ? []
      : [["the service's own key encrypted it", keyed(servicePublicKey)] as [string, Encryption]]),
    ...merchants
      .slice(1)
      .map(({ publicKey }): [string, Encryption] => [
        "another merchant's key encrypted it",
        keyed(publicKey),
      ]),
  ]
}

const required = ['id', 'name', 'price', 'quantity'] as const

function lineWithout(key: (typeof required)[number], amount: string) {
  return Object.fromEntries(Object.entries(paymentLine(amount)).filter(([name]) => name !== key))
}

export const exchangePayments = [
  property({
    ...money,
    title: 'a complete payment, its code left empty, is answered with its record, of one line as of two',
    kind: 'example',
    checks: ['exchange-payments.accepted', 'exchange-payments.empty-code2fa-accepted'],
    async run(it) {
      const response = await pay(it, { payload: exchangePayment(it, { code2fa: '' }) })
      const requirement = 'exchange-payments.empty-code2fa-accepted'
      if (response.outcome === 'refusal') {
        const withCode = await pay(it, { payload: exchangePayment(it, { code2fa: '123456' }) })
        if (withCode.outcome !== 'refusal') it.succeeds(requirement, response)
      }
      it.succeeds('exchange-payments.accepted', response)
      it.succeeds(requirement, response)
      const { amount, cart } = twoLines(it.target)
      const payload = { ...exchangePayment(it, { nativeAmount: amount }), cart }
      it.succeeds('exchange-payments.accepted', await pay(it, { payload }))
    },
  }),
  property({
    ...money,
    title: 'whatever the cart holds, a complete payment is answered with its record',
    kind: 'property',
    checks: ['exchange-payments.accepted', 'exchange-payments.same-coin'],
    async run(it) {
      const { coin } = it.target.known
      const cases = fc.record({ paid: paymentCarts(it.target), savepassword: fc.boolean() })
      await it.forAll(cases, async (it, { paid: { amount, cart }, savepassword }) => {
        const payload = { ...exchangePayment(it, { nativeAmount: amount, savepassword }), cart }
        const { result } = it.succeeds('exchange-payments.accepted', await pay(it, { payload }))
        it.check('exchange-payments.same-coin', result.currency === coin, {
          expected: coin,
          actual: result.currency,
        })
      })
    },
  }),
  property({
    ...money,
    title: 'the record is in the coin that was chosen, whichever it is',
    kind: 'example',
    checks: ['exchange-payments.same-coin'],
    async run(it) {
      const query = { amount: it.target.known.amount, currency: 'USD' }
      const { result: listed } = it.given(await it.client.call('listCurrencies', { query }))
      for (const { id } of listed.filter(({ isFiat }) => !isFiat)) {
        // A coin that the merchant takes need not be one that the exchange pays in.
        const response = await pay(it, { payload: exchangePayment(it, { assets: id }) })
        if (response.outcome === 'refusal') continue
        const { currency } = it.given(response).result
        it.check('exchange-payments.same-coin', currency === id, { expected: id, actual: currency })
      }
    },
  }),
  property({
    ...money,
    title: 'payments that differ in their order only make records of their own',
    kind: 'example',
    checks: ['exchange-payments.creates-transaction', 'exchange-payments.accepted'],
    async run(it) {
      const ids: string[] = []
      for (const _ of [1, 2, 3]) ids.push(it.succeeds('exchange-payments.accepted', await pay(it)).result.id)
      it.check('exchange-payments.creates-transaction', new Set(ids).size === ids.length, {
        expected: 'three ids',
        actual: ids.join(', '),
      })
    },
  }),
  property({
    ...money,
    title: 'the status that comes at once is one of the four, on every exchange',
    kind: 'example',
    needs: ['statusIntegers'],
    checks: ['exchange-payments.immediate-status'],
    async run(it) {
      for (const exchange of it.target.shoppers.ready.exchanges ?? it.target.exchanges)
        checkStatus(it, it.given(await pay(it, { exchange })).result)
    },
  }),
  property({
    ...money,
    title: 'a payment that another key encrypted is not made',
    kind: 'ladder',
    checks: ['exchange-payments.other-key-refused'],
    async run(it) {
      for (const [because, encryption] of otherSealings(it))
        it.refuses('exchange-payments.other-key-refused', await pay(it, { encryption }), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'a payment to one merchant is not made with the key of the other',
    kind: 'ladder',
    needs: ['secondMerchant'],
    checks: ['exchange-payments.other-key-refused'],
    async run(it) {
      const merchant = it.secondMerchant
      const toSecond = () => exchangePayment(it, { clientId: merchant.id })
      const response = await pay(it, { payload: toSecond(), merchant: it.merchant })
      it.refuses('exchange-payments.other-key-refused', response, "another merchant's key encrypted it")
      it.given(await pay(it, { payload: toSecond(), merchant }))
    },
  }),
  property({
    ...money,
    title: 'a payment that cannot be read is not made; encrypted, it is',
    kind: 'ladder',
    checks: ['exchange-payments.unreadable-payload-refused'],
    async run(it) {
      const payload = exchangePayment(it)
      for (const [because, asked] of [...withoutData(payload), ...hollow(payload)])
        it.refuses('exchange-payments.unreadable-payload-refused', await pay(it, asked), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'a line that lacks what a line must have makes no payment, wherever it stands',
    kind: 'ladder',
    checks: ['exchange-payments.incomplete-lines-refused'],
    async run(it) {
      const { amount } = it.target.known
      const rest = new Decimal(amount).minus('0.01').toFixed(2)
      for (const key of required) {
        const alone = [lineWithout(key, amount)]
        const second = [{ ...paymentLine(rest), id: 'sku-2' }, lineWithout(key, '0.01')]
        for (const cart of [alone, second]) {
          const payload = { ...exchangePayment(it), cart }
          it.refuses(
            'exchange-payments.incomplete-lines-refused',
            await pay(it, { payload }),
            `a line has no ${key}`,
          )
        }
      }
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'of a payment with several faults each must be mended before it is made',
    kind: 'ladder',
    checks: [
      'exchange-payments.other-exchanges-refused',
      'authentication.exchange-payment-needs-token',
      'exchange-payments.unreadable-payload-refused',
      'exchange-payments.incomplete-lines-refused',
      'exchange-payments.accepted',
    ],
    async run(it) {
      const broken = { payload: { ...exchangePayment(it), cart: [{ id: 'sku-1' }] } }
      const unsealed = { ...broken, field: null }
      const token = 'made-up-token'
      it.refuses(
        'exchange-payments.other-exchanges-refused',
        await pay(it, { ...unsealed, token, exchange: 'nosuchexchange' }),
        'no such exchange, no such token, and no payload',
      )
      it.refuses(
        'authentication.exchange-payment-needs-token',
        await pay(it, { ...unsealed, token }),
        'no such token, and no payload',
      )
      it.refuses('exchange-payments.unreadable-payload-refused', await pay(it, unsealed), 'no payload')
      it.refuses(
        'exchange-payments.incomplete-lines-refused',
        await pay(it, broken),
        'its line is incomplete',
      )
      it.succeeds('exchange-payments.accepted', await pay(it))
    },
  }),
]
