// Checks QR transactions: complete requests are accepted, incomplete ones are refused, and the response has a payment URI
// for the receiver and the amount. partial-payments/ and webhooks/ check what follows a payment.

import fc from 'fast-check'
import { qrTransaction, severalLines } from '../../client/sample-requests.ts'
import { hasAddress, isUri, numbersIn } from '../observe/payment-uris.ts'
import {
  acceptsEach,
  acceptsNames,
  changedBodies,
  firstAccepted,
  nullPlaces,
  refusesEach,
} from '../steps/acceptance.ts'
import { amountOf, carts, maxCents, slightlyMore } from '../steps/arbitraries.ts'
import type { Context } from '../steps/context.ts'
import { listedCoins, preconditionEnabled } from '../steps/exchanges.ts'
import { properties } from '../steps/property.ts'

const forms = [
  'qr-transactions.response-shape',
  'qr-transactions.status-200',
  'qr-transactions.cryto-currency-spelling',
] as const

const create = (it: Context, body: object = qrTransaction(it)) =>
  it.client.call('createQrTransaction', { body })

/** A new transaction. Its creation is a precondition. */
const created = async (it: Context, overrides: Parameters<typeof qrTransaction>[1] = {}) =>
  it.given(await create(it, qrTransaction(it, overrides))).result

/** Up to five crypto currencies that the merchant has enabled, with the known coin of the target first. */
const coins = async (it: Context) =>
  (await listedCoins(it)).sort((a, b) => Number(b.id === it.coin) - Number(a.id === it.coin)).slice(0, 5)

/**
 * Two new transactions; with `isOneOrder`, of one order, unless the service refuses the second or returns the first one again.
 * (permitted: transactions.same-record-again)
 */
async function twoCreated(it: Context, amounts: readonly [string, string], isOneOrder: boolean) {
  const [body, other] = amounts.map((amount) => qrTransaction(it, { amount }))
  const { result: first } = it.given(await create(it, body))
  const again = isOneOrder ? await create(it, { ...other, orderId: body?.orderId }) : undefined
  const second = again?.outcome === 'success' ? again.success.result : undefined
  const isNew = second !== undefined && second.id !== first.id
  return { first, second: isNew ? second : it.given(await create(it, other)).result }
}

const notSubscribed = (it: Context) =>
  qrTransaction(it).cart.map((line) => ({ ...line, isSubscription: false }))

const amounts = ({ target }: Context) =>
  fc.integer({ min: Math.min(100, maxCents(target)), max: maxCents(target) }).map(amountOf)

export const qrTransactions = properties({ level: 'write' })({
  'creates a transaction from a request with one cart line': {
    checks: ['qr-transactions.created', ...forms],
    async run(it) {
      // permitted: service.refuses-what-is-alike
      const another = () => create(it, qrTransaction(it, { amount: slightlyMore(it.target) }))
      // The contract does not say which names and values custom parameters may have.
      const without = () => create(it, qrTransaction(it, { customParameter: undefined }))
      const response = await firstAccepted(() => create(it), another, without)
      if (response.outcome === 'refusal') await preconditionEnabled(it, 'walletPaymentEnabled')
      it.succeeds('qr-transactions.created', response)
    },
  },
  'creates a separate transaction for each complete request, with any cart': {
    checks: ['qr-transactions.created', ...forms],
    run: (it) =>
      it.forAll(carts(it), async (it, { amount, cart }) => {
        const first = await acceptsNames(it, 'qr-transactions.created', (nameOf) => {
          const lines = cart.map(({ id, name, price, quantity }) => ({
            id,
            name: nameOf(name),
            price,
            quantity,
          }))
          return create(it, qrTransaction(it, { amount, cart: lines }))
        })
        const second = await created(it, { amount })
        it.check('qr-transactions.created', first.result.id !== second.id, {
          expected: 'two transactions for two requests',
          actual: `the id ${second.id} in both responses`,
        })
      }),
  },
  'returns the requested crypto currency': {
    checks: ['qr-transactions.same-crypto-currency', ...forms],
    async run(it) {
      for (const { id: cryptoCurrency } of await coins(it)) {
        const response = await create(it, qrTransaction(it, { cryptoCurrency }))
        if (response.outcome === 'refusal') continue
        // The shape of a response is checked in each coin.
        const { crytoCurrency } = it.given(response).result
        if (response.outcome !== 'success') continue
        it.checkEqual('qr-transactions.same-crypto-currency', crytoCurrency, cryptoCurrency)
      }
    },
  },
  'returns a QR string that is a payment URI with the receiver address': {
    checks: ['qr-transactions.response-shape', 'qr-transactions.uri-names-receiver'],
    async run(it) {
      await it.forAll(
        fc.record({ amount: amounts(it), isOneOrder: fc.boolean() }),
        async (it, { amount, isOneOrder }) => {
          const { first, second } = await twoCreated(it, [amount, amount], isOneOrder)
          const metas = [first.meta, second.meta]
          const addresses = metas.map(({ receiverAddress }) => receiverAddress)
          const uris = new Set(metas.map(({ qrString }) => qrString))
          for (const { qrString: actual, receiverAddress } of metas.toReversed()) {
            it.check('qr-transactions.response-shape', isUri(actual), { expected: 'a payment URI', actual })
            it.check('qr-transactions.uri-names-receiver', hasAddress(actual, receiverAddress), {
              expected: `a URI with the address ${receiverAddress}`,
              actual,
              // No reading permits the address of another transaction, or one URI for two receivers.
              gross:
                new Set(addresses).size > uris.size ||
                addresses.some((other) => other !== receiverAddress && hasAddress(actual, other)),
            })
          }
        },
        { share: 0.5 },
      )
    },
  },
  'doubles the amount in the payment URI if the price doubles': {
    checks: ['qr-transactions.uri-names-amount'],
    async run(it) {
      await it.forAll(
        fc.record({ percent: fc.integer({ min: 5, max: 50 }), isOneOrder: fc.boolean() }),
        async (it, { percent, isOneOrder }) => {
          const cents = Math.floor((Math.min(10_000, maxCents(it.target)) * percent) / 100)
          const pair = [amountOf(cents), amountOf(2 * cents)] as const
          const { first, second } = await twoCreated(it, pair, isOneOrder)
          const [single, double] = [first.meta, second.meta]
          const doubled = numbersIn(single).some(([name, value]) =>
            numbersIn(double).some(([doubleName, doubleValue]) => {
              const ratio = value > 0 ? doubleValue / value : 0
              // Amounts in coins are rounded, and a rate may change between two requests.
              return doubleName === name && ratio > 1.95 && ratio < 2.05
            }),
          )
          it.check('qr-transactions.uri-names-amount', doubled, {
            expected: 'an amount that doubles with the price',
            actual: `${single.qrString} and ${double.qrString}`,
          })
        },
        { share: 0.5 },
      )
    },
  },
  'has the amount in the crypto currency in the payment URI, different for coins with different rates': {
    checks: ['qr-transactions.uri-names-amount'],
    async run(it) {
      const [one, ...rest] = await coins(it)
      const other = rest.find(({ rate }) => one !== undefined && (rate > 2 * one.rate || one.rate > 2 * rate))
      it.precondition(
        one !== undefined && other !== undefined,
        'the merchant has no two crypto currencies with different rates',
      )
      const numbersFor = async (cryptoCurrency = '') =>
        numbersIn((await created(it, { cryptoCurrency })).meta)
      const [ones, others] = [await numbersFor(one?.id), await numbersFor(other?.id)]
      const same = ones.find(([, value]) => value > 0 && others.some(([, another]) => another === value))
      const amount = Number(it.target.known.amount)
      it.check('qr-transactions.uri-names-amount', same === undefined || same[1] !== amount, {
        expected: `an amount in ${one?.id} and another one in ${other?.id}`,
        actual: `${amount} in both URIs`,
      })
    },
  },
  'has another amount in the payment URI for a currency with another rate': {
    checks: ['qr-transactions.uri-names-amount'],
    async run(it) {
      const { amount, coin } = it
      const found = []
      for (const currency of ['USD', 'EUR']) {
        const { result } = it.given(await it.client.call('listCurrencies', { query: { amount, currency } }))
        const rate = Number(result.find(({ id }) => id === coin)?.currentRate)
        found.push({ rate, numbers: numbersIn((await created(it, { currency })).meta) })
      }
      const [inDollars, inEuros] = found
      const [inUri = [], inOther = []] = found.map(({ numbers }) => numbers)
      it.check('qr-transactions.uri-names-amount', inUri.length === 0 || inOther.length > 0, {
        expected: 'a number in the payment URI of a transaction in EUR, as of one in USD',
        actual: 'none',
        gross: true,
      })
      const ratio = (inDollars?.rate ?? 1) / (inEuros?.rate ?? 1)
      it.precondition(ratio < 0.98 || ratio > 1.02, `the rates of ${coin} in USD and EUR are alike`)
      const isSame = ([name, value]: readonly [string, number]) =>
        value > 0 &&
        value !== Number(amount) &&
        inEuros?.numbers.some((one) => one[0] === name && one[1] === value)
      const same = inDollars?.numbers.find(isSame)
      it.check('qr-transactions.uri-names-amount', same === undefined, {
        expected: `other amounts in ${coin} for ${amount} USD and ${amount} EUR`,
        actual: `${same?.[1]} for both`,
        gross: true,
      })
    },
  },
  'accepts a request with and without customParameter': {
    checks: ['qr-transactions.optional-fields'],
    async run(it) {
      const { customParameter: _, ...without } = qrTransaction(it)
      await acceptsEach(it, 'qr-transactions.optional-fields', [
        ['customParameter is missing', () => create(it, without)],
        ['customParameter is present', () => create(it)],
        ['isSubscription is false', () => create(it, qrTransaction(it, { cart: notSubscribed(it) }))],
      ])
    },
  },
  'refuses a request that lacks a required field, and accepts the complete one': {
    checks: ['qr-transactions.required-fields-refused'],
    async run(it) {
      const cart = severalLines(it.amount, it.style?.lines ?? 2, it.style?.repeats)
      const complete = () => qrTransaction(it, { cart })
      const fields = ['amount', 'currency', 'cryptoCurrency', 'orderId', 'cart', 'customerInfo']
      const lineFields = ['id', 'name', 'price', 'quantity'].flatMap((field) => [
        { path: ['cart', 0, field] },
        { path: ['cart', cart.length - 1, field] },
      ])
      const places = [...fields.map((field) => ({ path: [field] })), ...lineFields, ...nullPlaces(it, fields)]
      await refusesEach(it, 'qr-transactions.required-fields-refused', () => create(it, complete()), [
        ['the body is empty', () => create(it, {})],
        ...changedBodies(it, 'createQrTransaction', complete, places),
      ])
    },
  },
})
