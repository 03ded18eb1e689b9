// What any deployment must do about a payment from a bank account: what makes one, and what does not. Who may pay and be
// paid is in bank-parties.ts, how long it takes in bank-durations.ts, and what its record says in transactions.ts.

import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import type { TransactionRecord } from '../../spec/resources/transactions.ts'
import { takes } from '../acceptance.ts'
import { paymentCarts } from '../arbitraries.ts'
import type { Asked, Sealing } from '../client.ts'
import type { Context } from '../context.ts'
import { property } from '../property.ts'
import { bankPayment, invoice, paymentLine } from '../samples.ts'
import { strangersPublicKey } from '../stranger-key.ts'
import { hollow, unreadable } from '../unreadable.ts'

const noun = 'bank-payments'
const money = { noun, level: 'money', needs: ['bankAccount'] } as const

const pay = (it: Context, asked: Asked = {}) =>
  it.client.call('createBankPayment', { plain: bankPayment(it), ...asked })

/** A payment that names the page of its invoice. */
async function payOnPage(it: Context) {
  const body = invoice(it)
  const { result } = it.given(await it.client.call('createInvoice', { body }))
  return pay(it, { plain: bankPayment(it, { offerId: body.order, hostedPageId: result.uuid }) })
}

/** Checks that a payment begins as pending; a property that does needs `statusIntegers`. */
function checkPending(it: Context, { status }: TransactionRecord): void {
  const integers = it.target.known.statusIntegers ?? it.notApplicable('the integers are not known')
  it.check('bank-payments.pending-at-first', status === integers.pending, {
    lawful: `${integers.pending}, which is pending`,
    came: String(status),
  })
}

/** Sealings that the merchant's private key does not open. */
function otherSealings(it: Context): [because: string, sealing: Sealing][] {
  const usual = it.client.sealing('createBankPayment')
  const keyed = (publicKey: string): Sealing => ({ ...usual, with: 'rsa', publicKey })
  const { servicePublicKey, merchants } = it.target
  const others: [string, string | undefined][] = [
    ['a key that nobody knows sealed it', strangersPublicKey],
    ["another merchant's key sealed it", merchants[1]?.publicKey],
    ["the service's own key sealed it", servicePublicKey],
  ]
  return [
    ['the client secret sealed it', { with: 'passphrase', secret: it.merchant.clientSecret }],
    ...others.flatMap(([because, key]): [string, Sealing][] =>
      key === undefined ? [] : [[because, keyed(key)]],
    ),
  ]
}

/** Requests that bear no sealed payment. */
function unsealed(it: Context): (readonly [because: string, asked: Asked])[] {
  const plain = bankPayment(it)
  return [
    ['the body is an empty object', { rawBody: '{}' }],
    ['the body is the payload as it is', { rawBody: JSON.stringify(plain) }],
    ...unreadable(plain),
    ...hollow(plain),
  ]
}

const required = ['id', 'name', 'price', 'quantity'] as const

function lineWithout(key: (typeof required)[number], amount: string) {
  return Object.fromEntries(Object.entries(paymentLine(amount)).filter(([name]) => name !== key))
}

export const bankPayments = [
  property({
    ...money,
    title: 'a complete payment is answered with its record, whether it names a page or none',
    kind: 'example',
    checks: ['bank-payments.accepted', 'bank-payments.empty-hosted-page-id-taken'],
    async run(it) {
      const answer = await pay(it, { plain: bankPayment(it, { hostedPageId: '' }) })
      await takes(it, 'bank-payments.empty-hosted-page-id-taken', answer, async () => {
        const onPage = await payOnPage(it)
        if (onPage.outcome === 'refusal') it.succeeds('bank-payments.accepted', answer)
        return onPage
      })
      it.succeeds('bank-payments.accepted', answer)
    },
  }),
  property({
    ...money,
    title: 'whatever the cart holds, a complete payment is answered with its record',
    kind: 'property',
    checks: ['bank-payments.accepted', 'bank-payments.pending-at-first'],
    async run(it) {
      const shipping = fc.constantFrom({}, { zipcode: '62701' }, { firstname: 'Ada', landmark: 'Café' })
      const cases = fc.record({ paid: paymentCarts(it.target), shipping })
      await it.forAll(cases, async (it, { paid: { amount, cart }, shipping }) => {
        const whole = bankPayment(it, { amount: Number(amount) })
        const plain = { ...whole, cart, shippingAddress: { ...whole.shippingAddress, ...shipping } }
        const answer = await pay(it, { plain })
        const { result } = await takes(it, 'bank-payments.accepted', answer, () => pay(it))
        if (it.target.known.statusIntegers !== undefined) checkPending(it, result)
      })
    },
  }),
  property({
    ...money,
    title: 'payments that differ in their order only make records of their own',
    kind: 'example',
    checks: ['bank-payments.creates-transaction'],
    async run(it) {
      const ids: string[] = []
      for (const _ of [1, 2, 3]) ids.push(it.given(await pay(it)).result.id)
      it.check('bank-payments.creates-transaction', new Set(ids).size === ids.length, {
        lawful: 'three ids',
        came: ids.join(', '),
      })
    },
  }),
  property({
    ...money,
    title: 'a payment is pending when it begins, whether it names a page or none',
    kind: 'example',
    needs: ['bankAccount', 'statusIntegers'],
    checks: ['bank-payments.pending-at-first'],
    async run(it) {
      checkPending(it, it.given(await pay(it)).result)
      checkPending(it, it.given(await payOnPage(it)).result)
    },
  }),
  property({
    ...money,
    title: 'a payment that another key sealed is not made',
    kind: 'ladder',
    checks: ['bank-payments.other-key-refused'],
    async run(it) {
      for (const [because, sealing] of otherSealings(it))
        it.refuses('bank-payments.other-key-refused', await pay(it, { sealing }), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'a payment that cannot be read is not made; sealed, it is',
    kind: 'ladder',
    checks: ['bank-payments.unreadable-payload-refused'],
    async run(it) {
      for (const [because, asked] of unsealed(it))
        it.refuses('bank-payments.unreadable-payload-refused', await pay(it, asked), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'a line that lacks what a line must have makes no payment, wherever it stands',
    kind: 'ladder',
    checks: ['bank-payments.incomplete-lines-refused'],
    async run(it) {
      const { amount } = it.target.known
      const rest = new Decimal(amount).minus('0.01').toFixed(2)
      for (const key of required) {
        const second = [{ ...paymentLine(rest), id: 'sku-2' }, lineWithout(key, '0.01')]
        for (const cart of [[lineWithout(key, amount)], second, second.toReversed()]) {
          const answer = await pay(it, { plain: { ...bankPayment(it), cart } })
          it.refuses('bank-payments.incomplete-lines-refused', answer, `a line has no ${key}`)
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
      'bank-payments.unreadable-payload-refused',
      'bank-payments.other-key-refused',
      'bank-payments.incomplete-lines-refused',
      'bank-payments.to-a-linked-merchant-account',
      'bank-payments.from-a-connected-shopper-account',
    ],
    async run(it) {
      const whole = bankPayment(it)
      const fromNobody = { ...whole, stockId: it.id('bank') }
      const toNobody = { ...fromNobody, accountId: it.id('account') }
      const plain = { ...toNobody, cart: [{ id: 'sku-1' }] }
      const usual = it.client.sealing('createBankPayment')
      const sealing = { ...usual, with: 'rsa', publicKey: strangersPublicKey } as const
      const rows = [
        ['unreadable-payload-refused', { rawBody: '{}' }, 'there is no payload'],
        ['other-key-refused', { plain, sealing }, 'another key sealed it'],
        ['incomplete-lines-refused', { plain }, 'its line is incomplete'],
        ['to-a-linked-merchant-account', { plain: toNobody }, 'it goes to nobody'],
        ['from-a-connected-shopper-account', { plain: fromNobody }, 'it comes from nobody'],
      ] as const
      for (const [requirement, asked, because] of rows)
        it.refuses(`bank-payments.${requirement}`, await pay(it, asked), because)
      it.given(await pay(it, { plain: whole }))
    },
  }),
]
