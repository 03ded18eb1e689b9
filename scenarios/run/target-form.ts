// Writes a body in the form that its target expects where the contract leaves the form open, so that a scenario needs one form:
// the ids by which requests name a merchant, and where a debit has its fields.

import { clientIdOf, merchantIdOf } from '../../client/merchant-ids.ts'
import type { Target } from '../../client/target.ts'
import { isObject } from '../../core/json.ts'
import type { ListedOperation } from '../format/documents.ts'

/** The fields of a debit whose place is not shown: top-level, or those of an element of items. */
const debitFields = ['subscriptionId', 'amount', 'currency']

/** A body with ids of merchants and the fields of a debit as the target expects them. */
export function inTargetForm({ operationId }: ListedOperation, body: unknown, target: Target): unknown {
  const named = withMerchantIds(body, target)
  return operationId === 'debitSubscription' && isObject(named) ? debitIn(named, target) : named
}

function withMerchantIds(value: unknown, target: Target): unknown {
  if (Array.isArray(value)) return value.map((element) => withMerchantIds(element, target))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const merchant = target.merchants.find(({ id }) => id === inner)
      if (merchant === undefined) return [name, withMerchantIds(inner, target)]
      if (name === 'clientId') return [name, clientIdOf(merchant)]
      const isSubscription = name === 'merchantId' && 'merchantAuth' in value
      return [
        name,
        isSubscription
          ? merchantIdOf(merchant, target.assumptions['authentication.merchant-id-form'])
          : inner,
      ]
    }),
  )
}

function debitIn(body: Record<string, unknown>, { assumptions }: Target): unknown {
  const { items, ...rest } = body
  const [item, ...more] = Array.isArray(items) ? items : []
  if (more.length > 0) return body
  const wantsItems = assumptions['subscriptions.debit-fields'] === 'items'
  const fields = (from: object) => Object.entries(from).filter(([name]) => debitFields.includes(name))
  if (wantsItems && item === undefined) {
    const others = Object.entries(rest).filter(([name]) => !debitFields.includes(name))
    return { ...Object.fromEntries(others), items: [Object.fromEntries(fields(rest))] }
  }
  if (!wantsItems && isObject(item) && fields(rest).length === 0)
    return { ...rest, ...Object.fromEntries(fields(item)), items: [] }
  return body
}
