// Checks the updates of an order that a webhook received: their method, and that each has all custom parameters.

import type { RequirementId } from '../../spec/requirements.ts'
import {
  type Delivery,
  fieldsNamed,
  fieldsOf,
  hasOpaqueText,
  hasPair,
  mentions,
} from '../observe/deliveries.ts'
import { isStatus } from '../observe/status-integers.ts'
import type { Context } from './context.ts'
import { isOf, type Order, type Pair, statusesIn } from './orders.ts'

export type Method = 'GET' | 'POST'
const byMethod = { GET: 'webhooks.delivered-by-get', POST: 'webhooks.delivered-by-post' } as const
/** The requirements of both methods. */
export const eitherMethod = Object.values(byMethod)
/** The requirement of the custom parameters of an invoice. */
export const ofInvoice = 'webhooks.invoice-parameters'
/** The requirement of the custom parameters of a QR transaction. */
export const ofQr = 'webhooks.qr-parameters'

/** True if two deliveries report the same statuses. */
export const haveSameStatuses = (it: Context, one: Delivery, other: Delivery) =>
  statusesIn(it, one).join() === statusesIn(it, other).join()

/**
 * True if a delivery may be a notice of a new payment: it reports only the status that the payment begins with. That is no
 * status change, so the notice need not have what an update has.
 */
export function mayBeOfNew(it: Context, delivery: Delivery, status?: number): boolean {
  return statusesIn(it, delivery).every(
    (name) => name === 'pending' || isStatus(it.target.known.statusIntegers, name, status),
  )
}

/**
 * The custom parameters of an order that a delivery lacks. A form by names, such as an object, has only one of several with one name;
 * in any other form, the name is a value, too.
 */
export const missingPairs = (update: Delivery, { params }: Pick<Order, 'params'>) =>
  params.filter(
    ({ name, value }) =>
      !hasPair(update, name, value) &&
      (mentions(update, name) ||
        !params.some((other) => other.name === name && hasPair(update, name, other.value))),
  )

/**
 * Checks each update of an order: its method, and that it has all custom parameters. An update of the status has one of the four
 * statuses and the id of the transaction. Anything else may be a notice, for example of a settlement or of a new payment,
 * which the contract does not describe: it need not have them, but if no delivery is certain to be an update and none has
 * them, nothing is proved.
 */
export function checkUpdates(
  it: Context,
  requirement: RequirementId,
  order: Order,
  method: Method,
  updates: readonly Delivery[],
): void {
  const fulfils = (update: Delivery) => update.method === method && missingPairs(update, order).length === 0
  // A notice without parameters may have the status of any update whose status cannot be read.
  const isAnyUnread = updates.some((one) => fulfils(one) && statusesIn(it, one).length === 0)
  let isUnsure = false
  let checked = 0
  // Without the integers, or a status in the response, the first status is the one that is reported first.
  const first = updates.find((update) => statusesIn(it, update).length > 0)
  const isFirst = (update: Delivery) =>
    (it.target.known.statusIntegers === undefined || order.status === undefined) &&
    first !== undefined &&
    haveSameStatuses(it, first, update)
  for (const update of updates) {
    const missing = missingPairs(update, order)
    const hasNone = missing.length === order.params.length
    // An update with some of the parameters is no mere notice, whatever status it reports in whichever form.
    const isCut = !hasNone && missing.some(isPlain)
    const isUpdate =
      mentions(update, order.transactionId) &&
      (isCut || statusesIn(it, update).length > 0) &&
      !hasOpaqueText(update)
    const mayBeNotice =
      ((hasNone || missing.length === 0) && (mayBeOfNew(it, update, order.status) || isFirst(update))) ||
      (hasNone && updates.some((other) => fulfils(other) && haveSameStatuses(it, other, update)))
    if ((!isUpdate || mayBeNotice) && !fulfils(update)) continue
    if (hasNone && isAnyUnread && !fulfils(update)) {
      isUnsure = true
      continue
    }
    // permitted: webhooks.tests-the-url
    if (update.method !== 'GET' && update.method !== 'POST') continue
    // The contract does not say what happens to an update that is too long for a GET.
    if (method === 'GET' && isLongAsGet(update, missing)) continue
    checked += 1
    checkMethod(it, order, method, update)
    it.check(requirement, missing.length === 0, {
      expected: `an update of order ${order.id} with the custom parameters ${missing.map(({ name, value }) => `${name}=${value}`).join(', ')}`,
      actual: `${missing.map(({ name }) => valueText(update, name)).join(', ')}: ${update.url.slice(0, 2500)} ${update.body.slice(0, 1000)}`,
    })
  }
  // permitted: webhooks.notices
  it.precondition(
    (checked > 0 && !isUnsure) || updates.length === 0,
    `no delivery is certain to be an update of the status: ${updates.map((update) => update.method).join(', ')} for an order with returnMethod ${method}`,
  )
}

/** Checks the method of an update of an order. */
export function checkMethod(it: Context, { id }: Pick<Order, 'id'>, method: Method, update: Delivery): void {
  it.check(byMethod[method], update.method === method, {
    expected: `${method} for an update of order ${id}`,
    actual: `${update.method} ${update.url.slice(0, 300)}`,
  })
}

/** The value that a delivery has for a custom parameter, or its absence. */
function valueText(update: Delivery, name: string): string {
  const [field] = fieldsNamed(fieldsOf(update), name)
  return field === undefined ? `no ${name}` : `${name}=${field.value.slice(0, 300)}`
}

/** True if no encoding changes a pair. */
const isPlain = ({ name, value }: Pair) => /^\w+$/.test(`${name}${value}`)

function isLongAsGet({ url, body }: Delivery, missing: readonly Pair[]): boolean {
  const texts = [body, ...missing.flatMap(({ name, value }) => [name, value])]
  return url.length + encodeURIComponent(texts.join('')).length > 2048
}

/** The updates of an order. Having at least one is a precondition, because the status may change later. */
export async function someUpdates(it: Context, order: Order): Promise<readonly Delivery[]> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order))
  it.precondition(updates.length > 0, 'the webhook received no update of the order')
  return updates
}

/** Checks the updates of an order. Having at least one is a precondition. */
export async function checkSomeUpdates(
  it: Context,
  requirement: RequirementId,
  order: Order,
  method: Method,
) {
  checkUpdates(it, requirement, order, method, await someUpdates(it, order))
}
