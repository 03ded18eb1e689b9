// Who may pay from a bank account, and who may be paid: a US shopper's connected account, and a verified merchant's linked
// one. What else a payment needs is in bank-payments.ts.

import type { RequestOptions } from '../../../client/operation-request.ts'
import { bankPayment } from '../../../client/sample-requests.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'

const resource = 'bank-payments'
const money = { resource, level: 'money', needs: ['bankAccount'] } as const

const pay = (it: Context, asked: RequestOptions = {}) =>
  it.client.call('createBankPayment', { payload: bankPayment(it), ...asked })

/** Checks that payments which differ from a lawful one in one field are refused, and the lawful one is made. */
async function refusesOthers(
  it: Context,
  requirement:
    | 'bank-payments.to-a-linked-merchant-account'
    | 'bank-payments.from-a-connected-shopper-account',
  others: readonly [because: string, payload: Partial<ReturnType<typeof bankPayment>>][],
): Promise<void> {
  for (const [because, payload] of others)
    it.refuses(requirement, await pay(it, { payload: bankPayment(it, payload) }), because)
  it.given(await pay(it))
}

export const bankParties = [
  property({
    ...money,
    title: 'a shopper who is not in the US cannot pay from a bank, wherever the goods go',
    kind: 'ladder',
    needs: ['bankAccount', 'shopper.abroad'],
    checks: ['bank-payments.us-shoppers-only'],
    async run(it) {
      const shopper = it.shopperWho('abroad')
      const stockId = shopper.stockId ?? it.notApplicable('the shopper abroad has linked no bank')
      const abroad = { address1: '1 Musterweg', city: 'Berlin', state: 'BE', country: 'DE' }
      for (const payload of [
        bankPayment(it, { stockId }),
        bankPayment(it, { stockId, shippingAddress: abroad }),
      ]) {
        const response = await pay(it, { shopper, payload })
        it.refuses('bank-payments.us-shoppers-only', response, 'the shopper is not in the US')
      }
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'a merchant who is not verified cannot be paid from a bank',
    kind: 'ladder',
    needs: ['bankAccount', 'secondMerchant'],
    checks: ['bank-payments.merchant-verified'],
    async run(it) {
      const merchant = it.secondMerchant
      if (merchant.verified) it.notApplicable('the second merchant is verified')
      const accountId = merchant.bankAccountId ?? it.notApplicable('the second merchant has linked no bank')
      const payload = bankPayment(it, { clientId: merchant.id, accountId })
      const response = await pay(it, { merchant, payload })
      it.refuses('bank-payments.merchant-verified', response, 'the merchant is not verified')
      it.given(await pay(it))
    },
  }),
  property({
    ...money,
    title: 'the money goes to an account that the merchant has linked, and to no other',
    kind: 'ladder',
    checks: ['bank-payments.to-a-linked-merchant-account'],
    async run(it) {
      const others = [it.target.merchants[1]?.bankAccountId, it.target.shoppers.ready.stockId]
      await refusesOthers(it, 'bank-payments.to-a-linked-merchant-account', [
        ['nobody has that account', { accountId: it.id('account') }],
        ['no account is named', { accountId: '' }],
        ...others.flatMap((accountId): [string, { accountId: string }][] =>
          typeof accountId === 'string' ? [['the account is of someone else', { accountId }]] : [],
        ),
      ])
    },
  }),
  property({
    ...money,
    title: 'the money comes from an account that a shopper has connected, and from no other',
    kind: 'ladder',
    checks: ['bank-payments.from-a-connected-shopper-account'],
    async run(it) {
      const { accountId } = bankPayment(it)
      await refusesOthers(it, 'bank-payments.from-a-connected-shopper-account', [
        ['nobody has that account', { stockId: it.id('bank') }],
        ['no account is named', { stockId: '' }],
        ["it is the merchant's account", { stockId: accountId }],
      ])
    },
  }),
]
