// What must be true of the updates of each payment in a world, whatever a property sends: they go to the webhook of the merchant
// that is paid, by the method that the order asks for, with the parameter by which the order is recognized.

import { clientIdOf } from '../../client/merchant-ids.ts'
import { pairOf } from '../../client/sample-requests.ts'
import type { Target } from '../../client/target.ts'
import type { Call, Step } from '../../client/transcript.ts'
import { parseJson, valueAt } from '../../core/json.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import {
  type Delivery,
  hasOpaqueText,
  hasPair,
  mentions,
  merchantOf,
  statusesSaid,
} from '../observe/deliveries.ts'
import { isStatus } from '../observe/status-integers.ts'

/** Longer updates may not fit in a GET, and the contract does not say what happens to them. */
const maxParameterCharacters = 600

interface Payment {
  order: string
  transactionId: string
  /** The status in the response, if it has one. */
  status: unknown
  /** The index of the merchant that is paid. */
  merchant: number
}

const sentIn = ({ payload, body }: Call): unknown => payload ?? parseJson(body)
const resultOf = (call: Call, key: string): unknown => valueAt(parseJson(call.response), 'result', key)

/** The payment that a call began; undefined for any other call. */
function paymentOf(call: Call, merchants: Target['merchants']): Payment[] {
  const isQr = call.operationId === 'createQrTransaction'
  if (!isQr && call.operationId !== 'createExchangePayment' && call.operationId !== 'createBankPayment')
    return []
  const sent = sentIn(call)
  const merchant = merchants.findIndex((one) =>
    isQr
      ? call.headers.authorization === `Bearer ${one.accessToken}`
      : valueAt(sent, 'clientId') === clientIdOf(one),
  )
  const [order, transactionId] = [valueAt(sent, isQr ? 'orderId' : 'offerId'), resultOf(call, 'id')]
  if (merchant < 0 || typeof order !== 'string' || typeof transactionId !== 'string') return []
  return [{ order, transactionId, status: resultOf(call, 'status'), merchant }]
}

/** What an order asks of its updates, if one request alone says so. */
function askedFor(order: string, calls: readonly Call[]) {
  const creations = calls.filter(
    (call) =>
      (call.operationId === 'createInvoice' && valueAt(sentIn(call), 'order') === order) ||
      (call.operationId === 'createQrTransaction' && valueAt(sentIn(call), 'orderId') === order),
  )
  const [creation] = creations
  const asked = creation === undefined ? undefined : valueAt(sentIn(creation), 'customParameter')
  const method = valueAt(asked, 'returnMethod')
  const pair = pairOf(order)
  const isKnown =
    creations.length === 1 &&
    JSON.stringify(asked ?? '').includes(JSON.stringify(pair)) &&
    JSON.stringify(asked).length <= maxParameterCharacters &&
    (method === 'GET' || method === 'POST')
  return isKnown ? { isQr: creation?.operationId === 'createQrTransaction', method, pair } : undefined
}

interface BrokenUpdate {
  requirement: RequirementId
  expected: string
  actual: string
}

/**
 * What the updates of payments violate. Only a delivery with the id of a transaction and another status than the first one is
 * certain to be an update; if another one has the same status, either may be a mere notice.
 */
export function brokenUpdates(
  steps: readonly Step[],
  deliveries: readonly Delivery[],
  { merchants, known: { statusIntegers } }: Pick<Target, 'merchants' | 'known'>,
): BrokenUpdate[] {
  if (statusIntegers === undefined || deliveries.length === 0) return []
  const calls = steps.filter((step): step is Call => !('did' in step))
  const statusesIn = (one: Delivery) => statusesSaid(one, statusIntegers)
  return calls
    .flatMap((call) => paymentOf(call, merchants))
    .flatMap(({ order, transactionId, status, merchant }) => {
      const certain = deliveries.filter(
        (one) =>
          mentions(one, transactionId) &&
          !hasOpaqueText(one) &&
          statusesIn(one).some((name) => name !== 'pending' && !isStatus(statusIntegers, name, status)),
      )
      const reported = deliveries.filter((one) => mentions(one, transactionId)).map(statusesIn)
      // Without a status in the response, the payment begins with the one that is reported first.
      const first = status === undefined ? reported.find(({ length }) => length > 0)?.join() : undefined
      const counts = new Map<string, number>()
      for (const one of certain)
        counts.set(statusesIn(one).join(), (counts.get(statusesIn(one).join()) ?? 0) + 1)
      const updates = certain.filter((one) => {
        const statuses = statusesIn(one).join()
        return statuses !== first && counts.get(statuses) === 1
      })
      const asked = updates.length === 0 ? undefined : askedFor(order, calls)
      return updates.flatMap((update) => brokenIn(update, merchant, asked))
    })
}

function brokenIn(update: Delivery, merchant: number, asked: ReturnType<typeof askedFor>): BrokenUpdate[] {
  const actual = `${update.method} ${update.url.slice(0, 2500)} ${update.body.slice(0, 1000)}`
  const at = merchantOf(update)
  if (at !== undefined && at !== merchant)
    return [
      {
        requirement: 'webhooks.one-for-crypto-and-bank',
        expected: `an update at the webhook of merchant ${merchant + 1}, which is paid`,
        actual,
      },
    ]
  if (asked === undefined || (update.method !== 'GET' && update.method !== 'POST')) return []
  const { isQr, method, pair } = asked
  if (update.method !== method)
    return [
      {
        requirement: method === 'GET' ? 'webhooks.delivered-by-get' : 'webhooks.delivered-by-post',
        expected: `an update by ${method}`,
        actual,
      },
    ]
  return hasPair(update, pair.name, pair.value)
    ? []
    : [
        {
          requirement: isQr ? 'webhooks.qr-parameters' : 'webhooks.invoice-parameters',
          expected: `an update with the custom parameter ${JSON.stringify(pair)}`,
          actual,
        },
      ]
}
