// Payments from an exchange or a bank account, and the check before them.

import type { InvoiceState } from '../../observe/in-process.ts'
import type { RequestAction } from '../action.ts'
import type { Entry, Known, State } from '../state.ts'
import { decimal } from '../values.ts'

type Fields = Readonly<Record<string, unknown>>

/** The order that a payment is for, with or without an invoice. */
interface Bill {
  invoice: Known<InvoiceState> | undefined
  merchant: number
  order: string
  cart: Fields[]
  /** In USD, with two decimals. */
  amount: string
}

function bill(state: State): Bill {
  const { values, random, world } = state
  const invoice = random.chance(0.85) ? state.invoice() : undefined
  const local = (total: string) =>
    values.some({ localAmount: Number(total), localCurrency: random.of('USD', 'USD', 'EUR') }, 0.9)
  if (invoice === undefined) {
    const { lines, cents } = values.cart()
    const cart = values.sent(lines, (line) => local(decimal(line.cents)))
    return { invoice, merchant: state.merchant(), order: state.order(), cart, amount: decimal(cents) }
  }
  const { row } = invoice
  const asText = random.chance(0.3)
  const cart = row.cart.map(({ id, name = 'Lamp', price = '1.00', quantity = 1 }) => ({
    ...{ id, name, quantity, price: asText ? String(price) : Number(price) },
    ...local((Number(price) * Number(quantity)).toFixed(2)),
  }))
  const rate = Number(world.accounts.currency(row.currency)?.rate ?? '1')
  const amount = (Math.ceil(Number((Number(row.amount) * rate * 100).toFixed(4))) / 100).toFixed(2)
  return { invoice, merchant: state.merchantAt(row.merchant), order: row.order, cart, amount }
}

/** A coin that the merchant accepts, or now and then any other currency. */
function coin({ random, target, world }: State, merchant: number): string {
  const enabled = random.pick(target.merchants[merchant]?.enabledCurrencies ?? [])
  const any = random.pick(world.accounts.currencies)?.id ?? 'BTC'
  return random.chance(0.9) ? (enabled ?? any) : any
}

/** Usually the amount of the bill. */
function about(state: State, amount: string): string {
  const { random } = state
  if (random.chance(0.92)) return amount
  return (Number(amount) * random.of(0.5, 0.9, 1.1)).toFixed(random.of(2, 2, 3))
}

const clientId = (merchant: number) => `⟨merchant ${merchant} clientId⟩`

function drawCheck(state: State): RequestAction {
  const { random } = state
  const { merchant, order, cart, amount } = bill(state)
  return {
    operation: 'validateExchangePayment',
    ...{ merchant, shopper: state.role(), exchange: state.exchange() },
    payload: {
      clientId: clientId(merchant),
      assets: coin(state, merchant),
      cart,
      offerId: order,
      confirmation: random.of('true', 'true', 'false'),
      nativeAmount: about(state, amount),
    },
  }
}

function drawExchangePayment(state: State): RequestAction {
  const { random } = state
  const { merchant, order, cart, amount } = bill(state)
  return {
    operation: 'createExchangePayment',
    ...{ merchant, shopper: state.role(), exchange: state.exchange() },
    payload: {
      clientId: clientId(merchant),
      assets: coin(state, merchant),
      cart,
      shippingAddress: state.values.address(),
      offerId: order,
      nativeAmount: about(state, amount),
      savepassword: random.chance(0.3),
      code2fa: random.of('', '', '123456', 'abc'),
      merchantStoreCurrency: random.of('USD', 'USD', 'EUR', 'XTS'),
    },
  }
}

function drawBankPayment(state: State): RequestAction {
  const { random, target } = state
  const { invoice, merchant, order, cart, amount } = bill(state)
  const shopper = state.role()
  const sender = random.chance(0.9) ? shopper : state.role()
  const stockId = target.shoppers[sender]?.stockId === undefined ? 'no-stock' : `⟨shopper ${sender} stockId⟩`
  const uuid = invoice !== undefined && random.chance(0.5) ? invoice.reference : ''
  return {
    operation: 'createBankPayment',
    ...{ merchant, shopper },
    ...(random.chance(0.2) ? { token: null } : {}),
    payload: {
      clientId: clientId(merchant),
      amount: Number(about(state, amount)),
      accountId: `⟨merchant ${random.chance(0.95) ? merchant : state.merchant()} bankAccountId⟩`,
      cart,
      stockId,
      offerId: order,
      merchantStoreCurrency: random.of('USD', 'USD', 'EUR'),
      hostedPageId: random.chance(0.04) ? 'page-7' : uuid,
      shippingAddress: state.values.address(),
    },
  }
}

export const payments: Readonly<Record<string, Entry<RequestAction>>> = {
  validateExchangePayment: { weight: 6, draw: drawCheck },
  createExchangePayment: { weight: 14, draw: drawExchangePayment },
  createBankPayment: { weight: 8, draw: drawBankPayment },
}
