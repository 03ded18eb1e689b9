// What any deployment must do about wallet transactions made through the API: take a complete request, refuse an
// incomplete one, and give a payment URI for the receiver and the amount. What follows a payment is in
// partial-payments.ts and webhooks.ts.

import fc from 'fast-check'
import { linesWithGifts, qrTransaction } from '../../client/sample-requests.ts'
import { Decimal } from '../../core/decimal.ts'
import { changedBodies, refusesEach, takes, takesEach } from '../checks/acceptance.ts'
import { hasAddress, isUri, numbersIn } from '../checks/payment-uris.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'
import { PreconditionFailed } from '../engine/violation.ts'
import { amountOf, carts, maxCents } from '../inputs/arbitraries.ts'

const resource = 'qr-transactions'
const write = { resource, level: 'write' } as const

const create = (it: Context, body: object = qrTransaction(it)) =>
  it.client.call('createQrTransaction', { body })

/** The transaction that a request makes; a precondition. */
const made = async (it: Context, other: Parameters<typeof qrTransaction>[1]) =>
  it.given(await create(it, qrTransaction(it, other))).result

/** The crypto currencies that may be asked for: the one that the target knows, then those the merchant has enabled. */
async function coins(it: Context): Promise<{ id: string; rate: number }[]> {
  const { amount, coin } = it.target.known
  const { result } = it.given(await it.client.call('listCurrencies', { query: { amount, currency: 'USD' } }))
  const listed = result
    .filter(({ isFiat }) => !isFiat)
    .map(({ id, currentRate }) => ({ id, rate: Number(currentRate) }))
  return listed.sort((a, b) => Number(b.id === coin) - Number(a.id === coin)).slice(0, 3)
}

const amounts = ({ target }: Context) =>
  fc.integer({ min: Math.min(100, maxCents(target)), max: maxCents(target) }).map(amountOf)

export const qrTransactions = [
  property({
    ...write,
    title: 'a plain request makes a transaction',
    kind: 'example',
    checks: [
      'qr-transactions.created',
      'qr-transactions.response-shape',
      'qr-transactions.status-200',
      'qr-transactions.cryto-currency-spelling',
    ],
    async run(it) {
      it.succeeds('qr-transactions.created', await create(it))
    },
  }),
  property({
    ...write,
    title: 'a complete request makes a transaction of its own, whatever is in its cart',
    kind: 'property',
    checks: [
      'qr-transactions.created',
      'qr-transactions.response-shape',
      'qr-transactions.status-200',
      'qr-transactions.cryto-currency-spelling',
    ],
    async run(it) {
      await it.forAll(carts(it.target), async (it, drawn) => {
        const { amount } = drawn
        const cart = drawn.cart.map(({ id, name, price, quantity }) => ({ id, name, price, quantity }))
        const response = await create(it, qrTransaction(it, { amount, cart }))
        const one = await takes(it, 'qr-transactions.created', response, () => create(it))
        const other = it.given(await create(it, qrTransaction(it, { amount, cart })))
        it.check('qr-transactions.created', one.result.id !== other.result.id, {
          expected: 'a transaction of its own for each of two requests',
          actual: `twice ${one.result.id}`,
        })
      })
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a transaction that was made waits for the wallet',
    kind: 'example',
    needs: ['shopper', 'webhooks'],
    checks: ['qr-transactions.created'],
    async run(it) {
      const { id } = await made(it, {})
      const before = (await it.deliveries()).length
      try {
        await it.pay(id, '1')
      } catch (error) {
        if (!(error instanceof PreconditionFailed)) throw error
        it.check('qr-transactions.created', false, {
          expected: 'a transaction that a wallet can pay',
          actual: error.message,
        })
      }
      const after = await it.deliveriesOnceThereAre(before + 1)
      it.check('qr-transactions.created', after.length > before, {
        expected: 'a change of status, as a wallet paid',
        actual: 'none',
      })
    },
  }),
  property({
    ...write,
    title: 'the answer names the coin that was asked for',
    kind: 'example',
    checks: ['qr-transactions.same-crypto-currency'],
    async run(it) {
      for (const { id: cryptoCurrency } of await coins(it)) {
        const response = await create(it, qrTransaction(it, { cryptoCurrency }))
        if (response.outcome !== 'success') continue
        const actual = response.success.result.crytoCurrency
        it.check('qr-transactions.same-crypto-currency', actual === cryptoCurrency, {
          expected: cryptoCurrency,
          actual,
        })
      }
    },
  }),
  property({
    ...write,
    title: 'the total, where it is in the currency of the request, is the amount of the request',
    kind: 'property',
    checks: ['qr-transactions.same-amount'],
    async run(it) {
      await it.forAll(amounts(it), async (it, amount) => {
        const { totalAmount, currency } = await made(it, { amount })
        const same = currency !== 'USD' || new Decimal(totalAmount).equals(amount)
        it.check('qr-transactions.same-amount', same, {
          expected: `${amount} USD, or an amount in another currency`,
          actual: `${totalAmount} ${currency}`,
        })
      })
    },
  }),
  property({
    ...write,
    title: 'the QR string is a payment URI for the receiver',
    kind: 'property',
    checks: ['qr-transactions.uri-names-receiver'],
    async run(it) {
      await it.forAll(
        amounts(it),
        async (it, amount) => {
          for (const { meta } of [await made(it, { amount }), await made(it, { amount })]) {
            const names = isUri(meta.qrString) && hasAddress(meta.qrString, meta.receiverAddress)
            it.check('qr-transactions.uri-names-receiver', names, {
              expected: `a URI with the address ${meta.receiverAddress}`,
              actual: meta.qrString,
            })
          }
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    ...write,
    title: 'twice the price is twice the amount in the payment URI',
    kind: 'property',
    checks: ['qr-transactions.uri-names-amount'],
    async run(it) {
      await it.forAll(
        fc
          .integer({ min: 5, max: 50 })
          .map((percent) => Math.floor((Math.min(10_000, maxCents(it.target)) * percent) / 100)),
        async (it, cents) => {
          const once = (await made(it, { amount: amountOf(cents) })).meta
          const twice = (await made(it, { amount: amountOf(2 * cents) })).meta
          const doubled = numbersIn(once).some(([name, value]) =>
            numbersIn(twice).some(([other, doubleValue]) => {
              const ratio = value > 0 ? doubleValue / value : 0
              // Coins have few decimals, and a rate may move between two requests.
              return other === name && ratio > 1.95 && ratio < 2.05
            }),
          )
          it.check('qr-transactions.uri-names-amount', doubled, {
            expected: 'an amount that doubles with the price',
            actual: `${once.qrString} and ${twice.qrString}`,
          })
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    ...write,
    title: 'the payment URI asks for the amount in the coin: of two coins of different worth, not the same',
    kind: 'example',
    checks: ['qr-transactions.uri-names-amount'],
    async run(it) {
      const [one, ...rest] = await coins(it)
      const other = rest.find(({ rate }) => one !== undefined && (rate > 2 * one.rate || one.rate > 2 * rate))
      it.precondition(
        one !== undefined && other !== undefined,
        'two coins of different worth were to be listed',
      )
      const asked = async (cryptoCurrency = '') => numbersIn((await made(it, { cryptoCurrency })).meta)
      const [ones, others] = [await asked(one?.id), await asked(other?.id)]
      const same = ones.find(([, value]) => value > 0 && others.some(([, another]) => another === value))
      const amount = Number(it.target.known.amount)
      it.check('qr-transactions.uri-names-amount', same === undefined || same[1] !== amount, {
        expected: `amounts in ${one?.id} and in ${other?.id}`,
        actual: `${amount} in both`,
      })
    },
  }),
  property({
    ...write,
    title: 'a custom parameter may be there or not',
    kind: 'example',
    checks: ['qr-transactions.optional-fields'],
    async run(it) {
      const { customParameter, ...without } = qrTransaction(it)
      await takesEach(it, 'qr-transactions.optional-fields', [
        ['there is no customParameter', () => create(it, without)],
        [
          'there is a customParameter',
          () => create(it, { ...without, orderId: it.id('order'), customParameter }),
        ],
      ])
    },
  }),
  property({
    ...write,
    title: 'a request that lacks a field is refused; mended, it is taken',
    kind: 'ladder',
    checks: ['qr-transactions.required-fields-refused'],
    async run(it) {
      const cart = linesWithGifts(it.target.known.amount, 1)
      const complete = () => qrTransaction(it, { cart })
      const fields = ['amount', 'currency', 'cryptoCurrency', 'orderId', 'cart', 'customerInfo']
      const ofLine = ['id', 'name', 'price', 'quantity']
      const paths = [
        ...fields.map((field) => [field]),
        ...ofLine.flatMap((field) => [
          ['cart', 0, field],
          ['cart', 1, field],
        ]),
      ]
      await refusesEach(it, 'qr-transactions.required-fields-refused', () => create(it, complete()), [
        ['there is nothing in it', () => create(it, {})],
        ...changedBodies(
          it,
          'createQrTransaction',
          complete,
          paths.map((path) => ({ path })),
        ),
      ])
    },
  }),
]
