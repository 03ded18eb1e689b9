// Paying from a linked bank account (ACH), and the list of those accounts.

import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import { compare, plainText } from '../world/money.ts'
import { amountRefused, hasSubscription, recordable } from './carts.ts'
import { localAmount } from './exchange-payments.ts'
import { keptAddress, keptCart } from './kept.ts'
import { methodOff } from './stores.ts'
import { derivedUuid, transactionRecord } from './transaction-records.ts'
import { bankFee, beginTransaction, invoiceOf, markPaid, offerRefused, scheduleBank } from './transactions.ts'

export const createBankPayment: Handler<'createBankPayment'> = ({ world, merchant, shopper, plain }) => {
  if (plain.clientId !== merchant.id) return refuse('payment.unknown-merchant')
  if (!merchant.verified || merchant.bankAccount === null) return refuse('bank.merchant-not-verified')
  if (plain.accountId !== merchant.bankAccount.id) return refuse('bank.unknown-merchant-account')
  const linked = world.cast.linkedBank(plain.stockId)
  if (linked === undefined || (shopper !== undefined && linked.shopper.id !== shopper.id))
    return refuse('bank.unknown-shopper-account')
  if (linked.shopper.profile.country !== 'US') return refuse('bank.us-only')
  const named = world.invoices.get(plain.hostedPageId)
  const invoice = named?.merchant === merchant.id ? named : invoiceOf(world, merchant, plain.offerId)
  if (
    invoice !== undefined &&
    hasSubscription(invoice.cart) &&
    world.standIns.is('subscription.other-methods', 'refused')
  )
    return refuse('bank.subscription-item')
  if (methodOff(world, merchant, 'bank')) return refuse('payment.method-off')
  if (compare(plain.amount, 0) <= 0) return refuse('payment.amount-not-positive')
  const { limit } = linked.bank
  if (world.standIns.is('bank.limit', 'enforced') && compare(plain.amount, limit) > 0)
    return refuse('bank.above-limit', `The limit is ${limit}.`)
  if (!recordable(plain.cart)) return refuse('payment.too-large')
  if (amountRefused(world, plain.amount, plain.cart)) return refuse('payment.amount-mismatch')
  if (offerRefused(world, merchant, plain.offerId, 'bank')) return refuse('payment.duplicate-offer')

  const amount = plainText(plain.amount)
  const transaction = beginTransaction(world, {
    kind: 'bank',
    status: 'pending',
    merchant: merchant.id,
    shopper: linked.shopper.id,
    offerId: plain.offerId,
    invoice: invoice?.uuid ?? null,
    nativeAmount: amount,
    nativeCurrency: 'USD',
    amount,
    currency: 'USD',
    rate: '1',
    localAmount: localAmount(world, plain.merchantStoreCurrency, amount),
    localCurrency: plain.merchantStoreCurrency,
    cart: keptCart(plain.cart),
    shippingAddress: keptAddress(plain.shippingAddress),
    customParameter: invoice?.customParameter ?? null,
    customer: invoice?.customer ?? null,
    stockId: plain.stockId,
    fee: bankFee(world, merchant, amount),
  })
  if (world.standIns.is('invoice.becomes-order', 'onAcceptance')) markPaid(world, transaction)
  scheduleBank(world, transaction)
  return { ok: true, result: transactionRecord(world, transaction) }
}

export const listBanks: Handler<'listBanks'> = ({ world, shopper }) => ({
  ok: true,
  result: {
    banks: shopper.banks.map((bank, index) => ({
      name: bank.name,
      value: bank.name.toLowerCase().replaceAll(' ', '-'),
      stockId: bank.stockId,
      limit: bank.limit,
      accounts: bank.accounts.map((account, at) => ({
        accountName: account.accountName,
        bankName: account.bankName,
        mask: account.mask,
        id: account.id,
        customerUrl: `${world.options.publicUrl}/customers/${shopper.id}`,
        customerId: shopper.id,
        fundingSource: derivedUuid(`funding source ${account.id}`),
        isPrimary: at === 0,
        currency: 'USD',
        isBalanceInfo: false,
        balanceInfo: null,
        status: world.standIns.value('people.integers').account,
      })),
      default: index === 0,
      priority: index + 1,
      connected: true,
    })),
    defaultCurrency: 'USD',
  },
})
