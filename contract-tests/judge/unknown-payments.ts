// Payments that the webhook reports and that no request of the run made. The contract describes no payload of the webhook, so they are
// no violation, and the report only names them.

import type { OperationId } from '../../spec/operations.ts'
import type { Creation } from '../observe/creations.ts'
import { type Delivery, fieldsOf, statusTexts } from '../observe/deliveries.ts'

const payments: readonly OperationId[] = [
  ...(['createQrTransaction', 'createExchangePayment', 'createBankPayment', 'debitSubscription'] as const),
]

/** One line with the orders that one request paid, and that another transaction is reported of in the same way; none without any. */
export function unknownPayments(created: readonly Creation[], received: readonly Delivery[]): string[] {
  const made = created.filter(({ operationId }) => payments.includes(operationId))
  const known = new Set(made.map(({ theirs }) => theirs))
  const valuesOf = (delivery: Delivery) => fieldsOf(delivery).map(({ value }) => value)
  const isKnown = (delivery: Delivery) => valuesOf(delivery).some((value) => known.has(value))
  const fieldNames = new Set(
    received.flatMap(fieldsOf).flatMap(({ name, value }) => (known.has(value) && name !== '' ? [name] : [])),
  )
  const found = made.flatMap(({ ours, theirs }) => {
    if (theirs === undefined || made.some((one) => one.ours === ours && one.theirs !== theirs)) return []
    const ofOrder = received.filter((delivery) => valuesOf(delivery).includes(ours))
    const statuses = ofOrder.filter(isKnown).flatMap((delivery) => statusTexts(delivery))
    const others = ofOrder.filter(
      (delivery) =>
        !isKnown(delivery) && statusTexts(delivery).some((text) => text !== '' && statuses.includes(text)),
    )
    const ids = others.flatMap(fieldsOf).flatMap(({ name, value }) => (fieldNames.has(name) ? [value] : []))
    return ids.length === 0 ? [] : [`${ours} (${[theirs, ...new Set(ids)].join(', ')})`]
  })
  if (found.length === 0) return []
  const more = found.length > 1 ? ` and ${found.length - 1} more` : ''
  return [`The webhook reports several transactions of orders that one request paid: ${found[0]}${more}.`]
}
