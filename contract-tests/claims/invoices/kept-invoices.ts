// An invoice keeps its order, its merchant and its products, whatever happens after it: payments, refused requests, other invoices with its
// order id at another merchant, days that pass. Checked after each situation of each property.

import type { MerchantAccount } from '../../../client/target.ts'
import type { Call } from '../../../client/transcript.ts'
import { valueAt } from '../../../core/json.ts'
import type { MadeRecord } from '../../invariants/foreign-parts.ts'
import type { Context } from '../../steps/context.ts'
import type { PropertyRun } from '../../steps/property-run.ts'
import { checkMerchant, checkOrder, checkProducts } from './order-info.ts'

/** An invoice whose request has what its order is compared with. */
interface CompleteInvoice {
  merchant: MerchantAccount
  order: string
  cart: { id: string }[]
  uuid: string
  call: Call
}

/** Reads the first invoice of the world, or the last ones of two merchants with the same order id. */
export async function keepsInvoices(it: Context, { records }: PropertyRun): Promise<void> {
  const some = someOf(records.flatMap(completeOnes))
  for (const { call } of some) it.recall(call)
  for (const { merchant, order, cart, uuid } of some) {
    const response = await it.client.call('getInvoice', { query: { uuid }, merchant })
    // The contract does not say how long an invoice can be read.
    if (response.outcome !== 'success') continue
    const { returnval } = response.success.result
    checkOrder(it, order, returnval.order)
    checkMerchant(it, merchant, returnval)
    checkProducts(it, cart, returnval.cart)
  }
}

function someOf(invoices: readonly CompleteInvoice[]): CompleteInvoice[] {
  // An invoice may replace an earlier one of the same order.
  const kept = [...new Map(invoices.map((one) => [`${one.merchant.id} ${one.order}`, one])).values()]
  const hasOther = ({ order, merchant }: CompleteInvoice) =>
    kept.some((other) => other.order === order && other.merchant.id !== merchant.id)
  const shared = kept.findLast(hasOther)
  return shared === undefined ? kept.slice(0, 1) : kept.filter(({ order }) => order === shared.order)
}

function completeOnes({ merchant, call, sent, result }: MadeRecord): CompleteInvoice[] {
  const uuid = call.operationId === 'createInvoice' ? valueAt(result, 'uuid') : undefined
  const { order, cart } = sent
  const isComplete =
    typeof uuid === 'string' &&
    typeof order === 'string' &&
    Array.isArray(cart) &&
    cart.every((line: unknown) => typeof Object(line).id === 'string')
  return isComplete ? [{ merchant, order, cart, uuid, call }] : []
}
