// Invariants of each record that a service returns, whatever a property sends: it does not name another order, merchant or shopper of
// the run, it has the lines of its cart, and no value is cut or in two currencies. What else a record may say about its request is
// inferred, so claims check it.

import type { MerchantAccount, Target } from '../../client/target.ts'
import { clientIdOf } from '../../client/target-accounts.ts'
import type { Call } from '../../client/transcript.ts'
import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { isLess, sameDecimal } from '../observe/decimals.ts'
import { areMixedUp, type CartLine, fieldDifferences, isCut, lacksLines } from '../observe/differences.ts'
import type { ResponseViolation } from '../observe/violation.ts'

/** A request that made a record for an order, with the merchant who sent it and the result. */
export interface MadeRecord {
  merchant: MerchantAccount
  call: Call
  /** The body of the request, or its payload. */
  sent: Readonly<Record<string, unknown>>
  result: unknown
}

/** The merchant, the order and the cart that a record belongs to, and the whole invoice. */
interface Owner {
  merchant: MerchantAccount | undefined
  order: unknown
  cart: unknown
  invoice?: MadeRecord['sent']
}

/** The accounts and the records of a run, each of whose ids begins with the tag. */
interface Run {
  target: Target
  tag: string
  records: readonly (Omit<MadeRecord, 'call'> & { call: Pick<Call, 'operationId'> })[]
}

type Sent = Pick<Call, 'operationId' | 'url' | 'headers' | 'payload'>

/** A part of a record: its requirement, its place in the response, and the values of the record that no other owner may have. */
interface Parts {
  order: readonly [RequirementId, ...place: string[]]
  merchant: readonly [RequirementId, ...places: (readonly string[])[]]
  lines: readonly [RequirementId, ...place: string[]]
}

const ofPayment: Parts = {
  order: ['transactions.names-its-order', 'result', 'meta', 'offerId'],
  merchant: [
    'transactions.names-its-merchant',
    ['result', 'merchantId'],
    ['result', 'merchant', 'shopData', 'companyName'],
  ],
  lines: ['transactions.lines-are-the-cart', 'result', 'check'],
}

const partsOf: Readonly<Partial<Record<OperationId, Parts>>> = {
  createExchangePayment: ofPayment,
  createBankPayment: ofPayment,
  getInvoice: {
    order: ['invoices.order-info-same-order', 'result', 'returnval', 'order'],
    merchant: [
      'invoices.order-info-names-the-merchant',
      ['result', 'returnval', 'merchant_id'],
      ['result', 'returnval', 'companyName'],
    ],
    lines: ['invoices.order-info-products', 'result', 'returnval', 'cart'],
  },
}

type Foreign = ResponseViolation & { gross: true }

/** The parts of a successful response that belong to another order, merchant or shopper, and the lines that it lacks. */
export function foreignParts(call: Sent, json: unknown, run: Run): Foreign[] {
  const parts = partsOf[call.operationId]
  const owner = parts && (call.operationId === 'getInvoice' ? ownerOf(call, run) : payerOf(call, run))
  if (parts === undefined || owner === undefined) return []
  return [
    ...foreignOrder(parts.order, json, owner, run),
    ...foreignMerchant(parts.merchant, json, owner, run),
    ...foreignShopper(call, json, run),
    ...missingLines(parts.lines, json, owner),
    ...distortedInvoice(valueAt(json, 'result', 'returnval'), owner),
  ]
}

/** The differences of an order from its invoice that no reading of the words permits. */
function distortedInvoice(order: unknown, { cart, invoice }: Owner): Foreign[] {
  if (invoice === undefined || !Array.isArray(cart)) return []
  const actual = Object(order)
  const of = (name: keyof typeof details, isDistorted: boolean) =>
    isDistorted
      ? found(details[name], ['result', 'returnval', name], String(invoice[name]), actual[name])
      : []
  const ofItem = (expected: string, line: CartLine | undefined) =>
    found(
      'invoices.order-info-subscription-lines',
      ['result', 'returnval', 'cart'],
      expected,
      JSON.stringify(line),
    )
  const lines = linesOf(Array.isArray(actual.cart) ? actual.cart : [])
  const lost = linesOf(cart).find(
    (item) => item.isSubscription === true && lines.every((line) => !isSameItem(item, line)),
  )
  const marked = lines.find((line) => line.isSubscription === true && isOfPlainItems(line, linesOf(cart)))
  const { amount, currency } = actual
  const isInTwo = invoice.currency !== undefined && currency !== invoice.currency
  return [
    ...of('currency', isInTwo && sameDecimal(invoice.amount, amount)),
    ...of('amount', !isInTwo && isLess(invoice.amount, amount)),
    // A fragment, which no server sees, need not come back.
    ...of('redirectUrl', isCut(withoutFragment(invoice.redirectUrl), withoutFragment(actual.redirectUrl))),
    ...(marked ? ofItem(`no subscription of the product ${marked.id}`, marked) : []),
    ...(lost
      ? ofItem(
          `the subscription ${lost.merchantSubscriptionId}, ${lost.frequency}`,
          lines.find(({ id }) => id === lost.id),
        )
      : []),
  ]
}

const withoutFragment = (url: unknown) => String(url ?? '').replace(/#.*$/, '')

const details = {
  currency: 'invoices.order-info-same-currency',
  amount: 'invoices.order-info-same-amount',
  redirectUrl: 'invoices.order-info-same-redirect-url',
} as const

const isSameItem = ({ isSubscription, frequency, merchantSubscriptionId }: CartLine, line: object) =>
  fieldDifferences({ isSubscription, frequency, merchantSubscriptionId }, line).length === 0

/** True if a line is of a product of the invoice that is in no subscription item. */
function isOfPlainItems({ id }: CartLine, items: readonly CartLine[]): boolean {
  const same = items.filter((item) => item.id === id)
  return same.length > 0 && same.every(({ isSubscription }) => isSubscription !== true)
}

const found = (requirement: RequirementId, place: readonly string[], expected: string, actual: unknown) => [
  { requirement, place: place.join('.'), expected, actual: String(actual), gross: true } as const,
]

function foreignOrder(
  [requirement, ...place]: Parts['order'],
  json: unknown,
  { order }: Owner,
  { tag }: Run,
): Foreign[] {
  const actual = valueAt(json, ...place)
  return typeof order === 'string' && namesAnotherOrder(tag, order, actual)
    ? found(requirement, place, order, actual)
    : []
}

function foreignMerchant(
  [requirement, ...places]: Parts['merchant'],
  json: unknown,
  { merchant }: Owner,
  { target }: Run,
): Foreign[] {
  if (merchant === undefined) return []
  const place = places.find((path) => namesAnother(target, merchant, valueAt(json, ...path)))
  return place === undefined
    ? []
    : found(requirement, place, `the merchant ${merchant.id}`, valueAt(json, ...place))
}

/** No invoice has the email of a shopper. */
function foreignShopper({ operationId, headers }: Sent, json: unknown, { target }: Run): Foreign[] {
  if (operationId === 'getInvoice') return []
  const token = headers.authorization?.replace('Bearer ', '')
  const shoppers = Object.values(target.shoppers).filter((one) => one !== undefined)
  const payer = shoppers.find(({ accessToken }) => accessToken === token)
  const place = ['result', 'customer', 'email']
  const email = String(valueAt(json, ...place)).toLowerCase()
  const isForeign =
    payer !== undefined &&
    email !== payer.email?.toLowerCase() &&
    shoppers.some((one) => one.email?.toLowerCase() === email)
  return isForeign ? found('transactions.names-its-customer', place, 'no other shopper', email) : []
}

function missingLines([requirement, ...place]: Parts['lines'], json: unknown, { cart }: Owner): Foreign[] {
  const lines = valueAt(json, ...place)
  if (!Array.isArray(cart) || !Array.isArray(lines)) return []
  if (lacksLines(linesOf(lines), linesOf(cart)))
    return found(requirement, place, `${cart.length} lines`, `${lines.length} lines, with a lower total`)
  return areMixedUp(linesOf(cart), linesOf(lines), 'id', ['name'])
    ? found(requirement, place, 'each line with its name', JSON.stringify(lines).slice(0, 300))
    : []
}

const linesOf = (lines: readonly unknown[]): CartLine[] => lines.map((line) => Object(line))

/** The owner of a payment: the merchant with its client id. */
function payerOf({ payload }: Sent, { target }: Run): Owner {
  const { clientId, offerId, cart } = Object(payload)
  return { merchant: target.merchants.find((one) => clientIdOf(one) === clientId), order: offerId, cart }
}

/** The owner of an invoice that is read, unless a later one of the same order may have replaced it. */
function ownerOf({ url }: Sent, { records }: Run): Owner | undefined {
  const uuid = new URL(url).searchParams.get('uuid')
  const invoices = records.filter(({ call }) => call.operationId === 'createInvoice')
  const at = invoices.findLastIndex(({ result }) => valueAt(result, 'uuid') === uuid)
  const read = invoices[at]
  if (read === undefined) return undefined
  const { order, cart } = read.sent
  const isReplaced = invoices
    .slice(at + 1)
    .some(({ merchant, sent }) => merchant === read.merchant && sent.order === order)
  return isReplaced ? undefined : { merchant: read.merchant, order, cart, invoice: read.sent }
}

/** True if one of these texts is the id or the company name of another merchant of the target than this one. */
function namesAnother(
  { merchants }: Pick<Target, 'merchants'>,
  { id, companyName }: MerchantAccount,
  ...texts: readonly unknown[]
): boolean {
  const lower = (text: unknown) => String(text ?? '').toLowerCase()
  const own = ['', ...[id, companyName].map(lower)]
  const others = merchants.flatMap((other) => [other.id, other.companyName].map(lower))
  return texts.map(lower).some((text) => others.includes(text) && !own.includes(text))
}

/** True if a text is the id of another order of the run than this one, or this one cut or in another letter case. */
function namesAnotherOrder(tag: string, own: string, text: unknown): boolean {
  const id = String(text)
  return id.startsWith(`${tag}-`) && !id.startsWith(own)
}
