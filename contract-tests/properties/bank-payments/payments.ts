// What any deployment must do about a payment from a bank account: what makes one, and what does not. Who may pay and be
// paid is in bank-parties.ts, how long it takes in bank-durations.ts, and what its record says in transactions.ts.

import fc from 'fast-check'
import type { Encryption } from '../../../client/encryption.ts'
import type { RequestOptions } from '../../../client/operation-request.ts'
import { bankPayment, invoice, paymentLine } from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import type { TransactionRecord } from '../../../spec/resources/transactions.ts'
import { takes } from '../../checks/acceptance.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { paymentCarts } from '../../inputs/arbitraries.ts'
import { strangersPublicKey } from '../../inputs/unknown-key.ts'
import { hollow, unreadable } from '../../inputs/unreadable-payloads.ts'

const resource = 'bank-payments'
const money = { resource, level: 'money', needs: ['bankAccount'] } as const

const pay = (it: Context, asked: RequestOptions = {}) =>
  it.client.call('createBankPayment', { payload: bankPayment(it), ...asked })

/** A payment that names the page of its invoice. */
async function payOnPage(it: Context) {
  const body = invoice(it)
  const { result } = it.given(await it.client.call('createInvoice', { body }))
  return pay(it, { payload: bankPayment(it, { offerId: body.order, hostedPageId: result.uuid }) })
}

/** Checks that a payment begins as pending; a property that does needs `statusIntegers`. */
function checkPending(it: Context, { status }: TransactionRecord): void {
  const integers = it.target.known.statusIntegers ?? it.notApplicable('the integers are not known')
  it.check('bank-payments.pending-at-first', status === integers.pending, {
    expected: `${integers.pending}, which is pending`,
    actual: String(status),
  })
}

/** Sealings that the merchant's private key does not open. */
function otherSealings(it: Context): [because: string, encryption: Encryption][] {
  const usual = it.client.encryption('createBankPayment')
  const keyed = (publicKey: string): Encryption => ({ ...usual, scheme: 'rsa', publicKey })
  const { servicePublicKey, merchants } = it.target
  const others: [string, string | undefined][] = [
    ['a key that nobody knows encrypted it', strangersPublicKey],
    ["another merchant's key encrypted it", merchants[1]?.publicKey],
    ["the service's own key encrypted it", servicePublicKey],
  ]
  return [
    ['the client secret encrypted it', { scheme: 'passphrase', passphrase: it.merchant.clientSecret }],
    ...others.flatMap(([because, key]): [string, Encryption][] =>
      key === undefined ? [] : [[because, keyed(key)]],
    ),
  ]
}

/** Requests that bear no encrypted payment. */
function unsealed(it: Context): (readonly [because: string, asked: RequestOptions])[] {
  const payload = bankPayment(it)
  return [
    ['the body is an empty object', { rawBody: '{}' }],
    ['the body is the payload as it is', { rawBody: JSON.stringify(payload) }],
    ...unreadable(payload),
    ...hollow(payload),
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
    checks: ['bank-payments.accepted', 'bank-payments.empty-hosted-page-id-accepted'],
    async run(it) {
      const response = await pay(it, { payload: bankPayment(it, { hostedPageId: '' }) })
      await takes(it, 'bank-payments.empty-hosted-page-id-accepted', response, async () => {
        const onPage = await payOnPage(it)
        if (onPage.outcome === 'refusal') it.succeeds('bank-payments.accepted', response)
        return onPage
      })
      it.succeeds('bank-payments.accepted', response)
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
        const payload = { ...whole, cart, shippingAddress: { ...whole.shippingAddress, ...shipping } }
        const response = await pay(it, { payload })
        const { result } = await takes(it, 'bank-payments.accepted', response, () => pay(it))
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
        expected: 'three ids',
        actual: ids.join(', '),
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
    title: 'a payment that another key encrypted is not made',
    kind: 'ladder',
    checks: ['bank-payments.other-key-refused'],
    async run(it) {
      for (const [because, encryption] of otherSealings(it))
        it.refuses('bank-payments.other-key-refused', await pay(it, { encryption }), because)
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'a payment that cannot be read is not made; encrypted, it is',
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
          const response = await pay(it, { payload: { ...bankPayment(it), cart } })
          it.refuses('bank-payments.incomplete-lines-refused', response, `a line has no ${key}`)
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
      const payload = { ...toNobody, cart: [{ id: 'sku-1' }] }
      const usual = it.client.encryption('createBankPayment')
      const encryption = { ...usual, scheme: 'rsa', publicKey: strangersPublicKey } as const
      const rows = [
        ['unreadable-payload-refused', { rawBody: '{}' }, 'there is no payload'],
        ['other-key-refused', { payload, encryption }, 'another key encrypted it'],
        ['incomplete-lines-refused', { payload }, 'its line is incomplete'],
        ['to-a-linked-merchant-account', { payload: toNobody }, 'it goes to nobody'],
        ['from-a-connected-shopper-account', { payload: fromNobody }, 'it comes from nobody'],
      ] as const
      for (const [requirement, asked, because] of rows)
        it.refuses(`bank-payments.${requirement}`, await pay(it, asked), because)
      it.given(await pay(it, { payload: whole }))
    },
  }),
]
