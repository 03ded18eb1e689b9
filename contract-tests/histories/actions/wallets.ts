// Wallet transactions: created by merchants, and closed.

import { dayMs } from '../../../core/durations.ts'
import { closingWindowWeeks } from '../../../spec/limits.ts'
import type { TransactionState } from '../../observe/in-process.ts'
import type { RequestAction } from '../action.ts'
import type { Entry, State } from '../state.ts'
import { decimal } from '../values.ts'

const isWallet = ({ kind }: TransactionState) => kind === 'wallet'
function drawQrTransaction(state: State): RequestAction {
  const { values, random, world, target } = state
  const invoice = random.chance(0.4) ? state.invoice() : undefined
  const { lines, cents } = values.cart()
  const merchant = invoice === undefined ? state.merchant() : state.merchantAt(invoice.row.merchant)
  const enabled = random.pick(target.merchants[merchant]?.enabledCurrencies ?? [])
  const subscribes = random.chance(0.1)
  return {
    operation: 'createQrTransaction',
    merchant,
    body: {
      amount: invoice?.row.amount ?? decimal(cents),
      currency: invoice?.row.currency ?? random.of('USD', 'USD', 'USD', 'EUR'),
      cryptoCurrency: random.chance(0.93) ? (enabled ?? 'BTC') : random.pick(world.accounts.currencies)?.id,
      orderId: invoice?.row.order ?? state.order(),
      cart: values.sent(lines, () => (subscribes ? values.subscription() : {})),
      customerInfo: values.customer(),
      ...values.some({ customParameter: values.parameters() }, 0.8),
    },
  }
}

function drawClosing(state: State): RequestAction {
  const { random } = state
  const isInTime = (row: TransactionState) =>
    row.status === 'partially-paid' &&
    state.world.now - (row.lastPartialAt ?? 0) < closingWindowWeeks * 7 * dayMs
  const isPartial = ({ status }: TransactionState) => status === 'partially-paid'
  const isDisputed = ({ refund }: TransactionState) => refund === 'requested'
  const known =
    state.transaction(random.of<typeof isInTime>(isInTime, isInTime, isPartial, isDisputed, isWallet)) ??
    state.transaction(isWallet)
  const merchant =
    known === undefined || random.chance(0.08) ? state.merchant() : state.merchantAt(known.row.merchant)
  const own = known?.row.ownOfferId == null ? undefined : known.reference.replace('transaction', 'offer')
  const order = known?.row.offerId ?? state.order()
  return {
    operation: 'closePartialPayment',
    merchant,
    body: random.chance(0.6) ? { forceUpdate: random.chance(0.4) } : {},
    payload: { offerId: random.chance(0.5) ? (own ?? order) : order },
  }
}

export const wallets: Readonly<Record<string, Entry<RequestAction>>> = {
  createQrTransaction: { weight: 9, draw: drawQrTransaction },
  closePartialPayment: { weight: 8, draw: drawClosing },
}
