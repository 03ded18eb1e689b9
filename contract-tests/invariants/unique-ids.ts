// Invariants of all responses in one world: an id that the service gave to one order is never that of another one.

import type { Target } from '../../client/target.ts'
import { clientIdOf } from '../../client/target-accounts.ts'
import type { Call } from '../../client/transcript.ts'
import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { contentOf, orderIdIn } from '../observe/creations.ts'
import type { ResponseViolation } from '../observe/violation.ts'

/** Which requirement a response breaks if an order gets what another order has, and where that is. */
const unique: Readonly<Partial<Record<OperationId, readonly [RequirementId, ...names: string[]]>>> = {
  createInvoice: ['invoices.created', 'uuid', 'url'],
  createQrTransaction: ['qr-transactions.created', 'id'],
  createExchangePayment: ['exchange-payments.creates-transaction', 'id'],
  createBankPayment: ['bank-payments.creates-transaction', 'id'],
}

export const isCreating = (operationId: OperationId) => Object.hasOwn(unique, operationId)

/** The index of the merchant of a new record, by the client id of its payload or the access token; -1 if it is unknown. */
function merchantOf({ merchants }: Pick<Target, 'merchants'>, call: Call): number {
  const { clientId } = Object(contentOf(call))
  const { authorization = '' } = call.headers
  return merchants.findIndex((one) =>
    typeof clientId === 'string' ? clientIdOf(one) === clientId : authorization.endsWith(one.accessToken),
  )
}

/** The ids in a successful response that another order has. `orders` has the order of each id that the world has given. */
export function repeatedIds(
  call: Call,
  json: unknown,
  orders: Map<string, string>,
  target: Pick<Target, 'merchants'>,
): ResponseViolation[] {
  const [requirement, ...names] = unique[call.operationId] ?? []
  const order = requirement === undefined ? undefined : orderIdIn(contentOf(call))
  if (requirement === undefined || order === undefined) return []
  const merchant = merchantOf(target, call)
  return names.flatMap((name) => {
    const id = String(valueAt(json, 'result', name)).toLowerCase()
    const first = orders.get(`${name} ${id}`) ?? order
    orders.set(`${name} ${id}`, first)
    const of = `${name} ${id} of merchant`
    const firstMerchant = Number(orders.get(of) ?? merchant)
    if (merchant >= 0) orders.set(of, String(firstMerchant))
    const isSame = first === order && (merchant < 0 || firstMerchant === merchant)
    const expected = `another ${name} than that of the order ${first}${first === order ? ' of another merchant' : ''}`
    return isSame ? [] : [{ requirement, place: `result.${name}`, expected, actual: id }]
  })
}
