// Each update of each order has the custom parameters of its order, and arrives by the order's method. Checked after each situation of
// each property, so of orders in every situation.

import { clientIdOf } from '../../../client/target-accounts.ts'
import { isObject, valueAt } from '../../../core/json.ts'
import type { MadeRecord } from '../../invariants/foreign-parts.ts'
import { orderIdIn } from '../../observe/creations.ts'
import { type Delivery, merchantOf } from '../../observe/deliveries.ts'
import { PreconditionFailed } from '../../observe/violation.ts'
import type { Context } from '../../steps/context.ts'
import { checkUpdates, type Method, missingPairs, ofInvoice, ofQr } from '../../steps/order-updates.ts'
import { isOf, type Order, orderOf, type Pair } from '../../steps/orders.ts'
import type { PropertyRun } from '../../steps/property-run.ts'

/** An order with one transaction, and what its updates must be like. */
interface PaidOrder {
  order: Order
  /** The index of its merchant. */
  merchant: number
  method: Method
  requirement: typeof ofInvoice | typeof ofQr
}

/** Parameters that are longer may be cut, or may be too long for the method. */
const maxCharacters = { GET: 1000, POST: 100_000 }

/** The numbers of the last records and orders that are read. */
const [mostRecords, mostOrders] = [40, 4]

/** Checks the deliveries that have arrived. */
export async function checkEachUpdate(it: Context, { records, realTime }: PropertyRun): Promise<void> {
  const orders =
    it.has('webhooks') && realTime === undefined
      ? paidOrders(it, records.slice(-mostRecords)).slice(-mostOrders)
      : []
  if (orders.length === 0) return
  const received = await it.lastDeliveries()
  for (const one of orders) {
    const updates = received.filter((delivery) => belongsTo(one, delivery))
    const check = () => checkUpdates(it, one.requirement, one.order, one.method, updates)
    try {
      check()
    } catch (error) {
      if (error instanceof PreconditionFailed) continue
      await it.deliveries(isOf(one.order, 'anywhere'))
      check()
    }
  }
}

/**
 * True if a delivery is to the merchant of an order, names it, and has some of its parameters: one without any may be a notice. Most
 * deliveries are of others, so their text is searched first.
 */
function belongsTo({ order, merchant }: PaidOrder, delivery: Delivery): boolean {
  const isNamed = () =>
    [order.id, order.transactionId].some((id) => delivery.url.includes(id) || delivery.body.includes(id))
  return (
    merchantOf(delivery) === merchant &&
    isNamed() &&
    isOf(order, 'anywhere')(delivery) &&
    missingPairs(delivery, order).length < order.params.length
  )
}

function paidOrders(it: Context, records: readonly MadeRecord[]): PaidOrder[] {
  const { merchants } = it.target
  const made = records.map(({ merchant: caller, call, sent, result }) => {
    const { clientId } = sent
    const merchant = clientId === undefined ? caller : merchants.find((one) => clientIdOf(one) === clientId)
    const order = orderIdIn(sent)
    return { ...call, sent, order, result, merchant, key: `${merchant?.id} ${order}` }
  })
  return made.flatMap(({ operationId, key, order: id, merchant, sent, result }) => {
    const ofOrder = made.filter((one) => one.key === key)
    const transactions = ofOrder.filter((one) => one.operationId !== 'createInvoice')
    const invoices = ofOrder.filter((one) => one.operationId === 'createInvoice')
    // With several, the contract does not say whose parameters an update has.
    const isClear = transactions.length === 1 && invoices.length <= 1
    if (operationId === 'createInvoice' || !isClear || id === undefined) return []
    const isQr = operationId === 'createQrTransaction'
    const parameter = customParameterOf(isQr ? sent : invoices[0]?.sent)
    const at = merchant === undefined ? -1 : merchants.indexOf(merchant)
    if (parameter === undefined || at < 0) return []
    const { method, params } = parameter
    const status = valueAt(result, 'status')
    const record = { id: String(valueAt(result, 'id')), ...(typeof status === 'number' ? { status } : {}) }
    const order = orderOf({ order: id, customParameter: { returnMethod: method, params } }, record)
    return [{ order, merchant: at, method, requirement: isQr ? ofQr : ofInvoice }]
  })
}

/** The custom parameters of a request, if they are complete and short. */
function customParameterOf(sent: unknown): { method: Method; params: Pair[] } | undefined {
  const method = valueAt(sent, 'customParameter', 'returnMethod')
  const params = valueAt(sent, 'customParameter', 'params')
  if ((method !== 'GET' && method !== 'POST') || !Array.isArray(params)) return undefined
  const isShort = JSON.stringify(params).length <= maxCharacters[method]
  return isShort && params.length > 0 && params.every(isPair) ? { method, params } : undefined
}

const isPair = (pair: unknown): pair is Pair =>
  isObject(pair) && typeof pair.name === 'string' && typeof pair.value === 'string'
