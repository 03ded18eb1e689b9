// Pays an invoice as a shopper does on the hosted checkout page: sends the service what the page would send, without
// encryption.

import { InvariantError } from '../../core/errors.ts'
import type { PayloadOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { exchanged, times } from '../world/money.ts'
import type { CartLine, InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { takesBankPayments } from './bank-payments.ts'
import { lineTotal } from './carts.ts'
import type { HandlerInput, Handlers } from './handler-types.ts'
import { type Attempt, dueOf, isPaid, nativeCurrency, payable, paymentsOf } from './payability.ts'
import { takesWalletPayment } from './qr-transactions.ts'
import { Refusal, refuse } from './refusals.ts'

type ExchangePayload = PayloadOf<Operations['createExchangePayment']>

/** An invoice and the shopper who pays it. */
export interface Checkout {
  world: World
  handlers: Handlers
  merchant: Merchant
  invoice: InvoiceState
  shopper: Shopper
}

/** The parts that a request lacks. */
const absent = { shopper: undefined, exchange: undefined, query: undefined, payload: undefined }

const inProgress = new Set(['pending', 'processing', 'completed', 'closed'])

/** The payment of an invoice that needs nothing more from the shopper. */
export function paymentOf(world: World, invoice: InvoiceState): TransactionState | undefined {
  if (isPaid(world, invoice)) return world.transactions.get(invoice.paidBy ?? '')
  return paymentsOf(world, invoice).findLast(({ status }) => inProgress.has(status))
}

/** The currency that the page names as that of the store: it is that of the cart, if the world knows it. */
function storeCurrency({ accounts }: World, { merchant, currency }: InvoiceState): string {
  return accounts.currency(currency) === undefined
    ? (accounts.merchant(merchant)?.storeCurrency ?? '')
    : currency
}

/** The amount of an invoice as an exchange or a bank pays it. */
export function nativeOf(world: World, invoice: InvoiceState): { amount: string; currency: string } {
  const currency = nativeCurrency(world, storeCurrency(world, invoice))
  return { amount: exchanged(world, dueOf(world, invoice), currency), currency }
}

/** Why the page of an invoice does not offer a way to pay; undefined if it does. */
export function notOffered(
  { world, merchant, invoice }: Pick<Checkout, 'world' | 'merchant' | 'invoice'>,
  by: Attempt['by'],
): Refusal | undefined {
  const { order, cart } = invoice
  if (by === 'bank' && !takesBankPayments(merchant)) return refuse('bank-payments.merchant-not-verified')
  const [amount, currency] =
    by === 'wallet'
      ? [invoice.amount, invoice.currency]
      : [nativeOf(world, invoice).amount, storeCurrency(world, invoice)]
  const paid = payable({ world, merchant, by, order, invoice, cart: cart.map(namedLine), amount, currency })
  return paid instanceof Refusal ? paid : undefined
}

/** Pays from the shopper's account at an exchange, in a coin. */
export function payByExchange(
  checkout: Checkout,
  { exchange, coin, savePassword }: { exchange: Exchange; coin: string; savePassword: boolean },
): TransactionState | Refusal {
  const { world, handlers, merchant, invoice, shopper } = checkout
  const payload: ExchangePayload = {
    ...sharedFields(checkout),
    assets: coin,
    nativeAmount: nativeOf(world, invoice).amount,
    savepassword: savePassword,
    code2fa: '',
  }
  const paid = handlers.createExchangePayment({
    ...{ world, merchant, shopper, exchange, payload, invoice },
    ...{ query: undefined, body: { data: '' } },
  })
  return paid instanceof Refusal ? paid : created(world, paid.result.id)
}

/** The pre-payment check of the checkout page. */
export function exchangeCheck(
  { world, merchant, invoice, shopper }: Omit<Checkout, 'handlers'>,
  exchange: Exchange,
  coin: string,
): HandlerInput<'validateExchangePayment'> {
  const payload = {
    clientId: world.accounts.clientIdOf(merchant),
    assets: coin,
    cart: invoice.cart.map(paymentLine),
    offerId: invoice.order,
    confirmation: 'true',
    nativeAmount: exchanged(world, dueOf(world, invoice), 'USD'),
  } as const
  return { world, merchant, shopper, exchange, query: undefined, body: { data: '' }, payload }
}

/** True if the pre-payment check says that the shopper has not supplied the exchange password. */
export function asksForPassword(checkout: Checkout, exchange: Exchange, coin: string): boolean {
  const checked = checkout.handlers.validateExchangePayment(exchangeCheck(checkout, exchange, coin))
  return !(checked instanceof Refusal) && checked.result.password
}

/** The wallet transaction of an invoice that waits for a payment or for the rest of one. */
export function openWalletPayment(
  { world, invoice }: Pick<Checkout, 'world' | 'invoice'>,
  coin?: string,
): TransactionState | undefined {
  return paymentsOf(world, invoice).findLast(
    (one) => one.currency === (coin ?? one.currency) && takesWalletPayment(one),
  )
}

/** Pays from a bank that the shopper has linked. */
export function payByBank(checkout: Checkout, stockId: string): TransactionState | Refusal {
  const { world, handlers, merchant, invoice, shopper } = checkout
  const paid = handlers.createBankPayment({
    ...absent,
    ...{ world, merchant, shopper },
    body: '',
    payload: {
      ...sharedFields(checkout),
      amount: Number(nativeOf(world, invoice).amount),
      accountId: merchant.bankAccount?.id ?? '',
      stockId,
      hostedPageId: invoice.uuid,
    },
  })
  return paid instanceof Refusal ? paid : created(world, paid.result.id)
}

/** The wallet transaction of an invoice in a coin that can still be paid; a new one if there is none. */
export function walletTransaction(checkout: Checkout, coin: string): TransactionState | Refusal {
  const { world, handlers, merchant, invoice, shopper } = checkout
  const open = openWalletPayment(checkout, coin)
  if (open !== undefined) return open
  const made = handlers.createQrTransaction({
    ...absent,
    ...{ world, merchant, invoice },
    body: {
      amount: invoice.amount,
      currency: invoice.currency,
      cryptoCurrency: coin,
      orderId: invoice.order,
      cart: invoice.cart.map(namedLine),
      customerInfo: invoice.customer ?? { name: shopper.fullname, email: shopper.email },
      ...(invoice.customParameter === null ? {} : { customParameter: invoice.customParameter }),
    },
  })
  return made instanceof Refusal ? made : created(world, made.result.id)
}

/** The fields that the payloads of exchange and bank payments share. */
function sharedFields({ world, merchant, invoice }: Checkout) {
  return {
    clientId: world.accounts.clientIdOf(merchant),
    cart: invoice.cart.map((line) => ({ ...paymentLine(line), localCurrency: invoice.currency })),
    // Stored from an invoice request, whose addresses have the same schema.
    shippingAddress: invoice.shippingAddress as ExchangePayload['shippingAddress'],
    offerId: invoice.order,
    merchantStoreCurrency: storeCurrency(world, invoice),
  }
}

function paymentLine(line: CartLine) {
  const { id, name, price, quantity } = namedLine(line)
  return { id, name, price, quantity, localAmount: Number(times(price, quantity)) }
}

/** A line with the fields that payments need. Invoices may leave them out. */
function namedLine(line: CartLine) {
  const { id, name = id, price, quantity = 1 } = line
  if (price !== undefined) return { ...line, name, price, quantity }
  return { ...line, name, price: lineTotal(line) ?? '0', quantity: 1 }
}

function created(world: World, id: string): TransactionState {
  const transaction = world.transactions.get(id)
  if (transaction === undefined) throw new InvariantError(`The payment ${id} was not recorded.`)
  return transaction
}
