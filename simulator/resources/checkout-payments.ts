// Pays an invoice as a shopper does on the hosted checkout page: sends the service what the page would send, without
// encryption.

import { InvariantError } from '../../core/errors.ts'
import type { PayloadOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { times, toScale } from '../world/money.ts'
import type { CartLine, InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { lineTotal } from './carts.ts'
import { rateOf } from './currencies.ts'
import type { HandlerInput, Handlers } from './handler-types.ts'
import { takesWalletPayment } from './qr-transactions.ts'
import { Refusal, refuse } from './refusals.ts'
import { isExchangeOnly } from './transactions.ts'

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
export function paymentOf(
  world: World,
  merchant: Merchant,
  { uuid, order, paidBy }: InvoiceState,
): TransactionState | undefined {
  if (paidBy !== null) return world.transactions.get(paidBy)
  return world.transactions
    .group(merchant, order)
    .findLast(({ invoice, status }) => invoice === uuid && inProgress.has(status))
}

/** The amount of an invoice in US dollars, with two decimals. */
export function dollarsOf(world: World, { amount, currency }: InvoiceState): string {
  return toScale(times(amount, rateOf(world, currency) ?? '1'), 2)
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
    nativeAmount: dollarsOf(world, invoice),
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
    nativeAmount: dollarsOf(world, invoice),
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
  { world, merchant, invoice }: Pick<Checkout, 'world' | 'merchant' | 'invoice'>,
  coin?: string,
): TransactionState | undefined {
  return world.transactions
    .group(merchant, invoice.order)
    .findLast(
      (one) =>
        one.invoice === invoice.uuid && one.currency === (coin ?? one.currency) && takesWalletPayment(one),
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
      amount: Number(dollarsOf(world, invoice)),
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
  if (isExchangeOnly(world, invoice)) return refuse('qr-transactions.subscription-item')
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
    merchantStoreCurrency: merchant.storeCurrency,
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
