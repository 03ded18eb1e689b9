// Holds every answer of success to its form in the document, and says which requirement each fault breaks. Fields beyond
// the document's are lawful. What an answer must say, rather than look like, is for the properties.

import { type OperationId, operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { componentNamed, responseMarks, responseSchema } from './contract-document.ts'
import { type FaultKind, type FormFault, type SeenPlace, walkForm } from './response-shape-walk.ts'

/** A requirement of form that an answer broke. */
export interface FormBreach {
  requirement: RequirementId
  place: string
  expected: string
  actual: string
}

/** What holding an answer to its form found: the requirements that were checked, and the breaches of them. */
export interface HeldForm {
  checked: ReadonlySet<RequirementId>
  breaches: readonly FormBreach[]
}

const every: readonly FaultKind[] = ['missing', 'type', 'value', 'pattern']

// The requirements that speak of form, with the kinds of fault that break them. The document's marks say where they hold.
const formRequirements: Partial<Record<RequirementId, readonly FaultKind[]>> = {
  'service.amounts-are-decimals': ['pattern'],
  'service.timestamps-utc': every,
  'service.identifiers-are-text': ['type', 'value'],
  'invoices.link-shape': every,
  'invoices.order-info-response-shape': every,
  'invoices.order-info-subscription-lines': ['type', 'value'],
  'qr-transactions.response-shape': every,
  'qr-transactions.cryto-currency-spelling': every,
  'exchange-payments.validation-response-shape': every,
  'exchange-payments.validation-amounts-are-numbers': ['type'],
  'exchange-payments.validation-memo-text-or-null': every,
  'balances.response-shape': every,
  'balances.text-or-number': every,
  'transactions.record-shape': every,
  'transactions.uuids': every,
  'transactions.codes-are-integers': every,
  'transactions.native-amount-two-decimals': every,
  'transactions.amounts-are-text': ['missing', 'type'],
  'transactions.final-amounts-are-numbers': every,
  'transactions.text-or-null': every,
  'transactions.check-shape': every,
  'transactions.check-counts-refunds': every,
  'transactions.meta-shape': every,
  'banks.response-shape': every,
  'banks.primary-boolean-or-null': every,
  'banks.balance-info-object-or-null': every,
  'partial-payments.response-shape': every,
  'payouts.transfers-response-shape': every,
  'payouts.transfers-row-labels': every,
  'payouts.transfers-inserted-count': every,
  'payouts.transfers-no-error-message': every,
  'payouts.payees-response-shape': every,
  'payouts.payees-row-labels': every,
  'payouts.payees-inserted-count': every,
  'payouts.payees-no-error-message': every,
  'currencies.response-shape': every,
  'currencies.rate-is-decimal-text': every,
  'currencies.fiat-equivalent-text-or-null': every,
  'currencies.sort-integer-or-null': every,
  'stores.response-shape': every,
  'stores.white-label-id-is-an-integer': ['type'],
  'stores.tab-labels': ['value'],
  'shoppers.response-shape': every,
  'shoppers.codes-are-integers': every,
  'shoppers.phone-country-is-an-integer': ['type'],
  'shoppers.null-or-filled': every,
  'subscriptions.debit-response-shape': every,
  'subscriptions.cancel-accepted': every,
}

const kindsByMark = new Map<string, readonly FaultKind[]>(Object.entries(formRequirements))

// Places whose requirement the marks alone would not tell.
const told: Readonly<Record<string, readonly RequirementId[]>> = {
  'Transaction.txMetadata': ['transactions.record-shape'],
  'Transaction.txMetadata.id': ['transactions.record-shape'],
  'Transaction.txMetadata.shippingAddress': ['transactions.shipping-address-object-or-null'],
  'Transaction.txMetadata.nativeConversionRate': ['transactions.amounts-are-text'],
  'OrderInfo.shippingAddress': ['invoices.order-info-same-shipping-address'],
  'OrderInfo.cart': ['invoices.order-info-response-shape'],
  'Store.merchant': ['stores.response-shape'],
  'Store.merchant.id': ['service.identifiers-are-text', 'stores.response-shape'],
  'Store.merchant.shopData': ['stores.response-shape'],
  'getInvoice/response.result.returnval': ['invoices.order-info-inside-returnval'],
  'debitSubscription/response.status': ['subscriptions.debit-status-200'],
  'cancelSubscription/response.status': ['subscriptions.cancel-status-200'],
}

/** Texts that hold amounts although the document's schema leaves them as text. */
const amountTexts = new Set(['OrderInfo.amount', 'QrTransaction.totalAmount', 'ExchangeAccount.balance'])
const plainDecimal = /^-?[0-9]+(\.[0-9]+)?$/

/** Holds an answer's body to the form of success of its operation. */
export function holdToForm(operationId: OperationId, body: unknown): HeldForm {
  const whole = `${operationId}/response`
  const { seen, faults } = walkForm(responseSchema(operationId), body, whole)
  const broken: Broken[] = [
    ...faults,
    ...seen.flatMap(furtherFaults),
    ...envelopeOfSubscriptions(operationId, body),
  ]
  const faulty = new Set(broken.map(({ path }) => path))
  const checked = new Set(
    seen
      .filter(({ path, value }) => !faulty.has(path) && !(Array.isArray(value) && value.length === 0))
      .flatMap((place) => every.flatMap((kind) => requirementsAt(operationId, place, kind))),
  )
  // Two requirements that no mark tells once they are kept.
  if (seen.some(isPlainAmount)) checked.add('service.amounts-are-decimals')
  if (seen.some(({ place }) => place === 'OrderInfo')) checked.add('invoices.order-info-inside-returnval')
  const withoutOk = withoutOkRequirement(operationId)
  if (withoutOk !== undefined) checked.add(withoutOk)
  const breaches = broken.flatMap((fault) =>
    requirementsAt(operationId, fault, fault.kind, fault.forbidden).map((requirement) => ({
      requirement,
      place: fault.path || 'the whole',
      expected: fault.expected,
      actual: fault.kind === 'missing' ? 'nothing' : (JSON.stringify(fault.value) ?? 'nothing').slice(0, 200),
    })),
  )
  for (const { requirement } of breaches) checked.add(requirement)
  return { checked, breaches }
}

interface Broken extends FormFault {
  /** The requirement that forbids what is there, where it is not told by the place. */
  forbidden?: RequirementId
}

function requirementsAt(
  operationId: OperationId,
  at: SeenPlace,
  kind: FaultKind,
  forbidden?: RequirementId,
): readonly RequirementId[] {
  if (forbidden !== undefined) return [forbidden]
  const outermost = at.around.at(-1) ?? at.place
  const named = outermost === at.place ? at.path : at.place
  const known = told[at.place] ?? told[named]
  if (known !== undefined) return known
  const inEnvelope = /^(ok|result)?$/.test(at.path)
  if (inEnvelope && isEnveloped(operationId) && kind !== 'value') {
    if (!at.path.startsWith('result') || kind === 'missing' || !isOneOf(at.value))
      return ['service.ok-envelope', ...formsAmong(responseMarks(operationId), kind)]
  }
  const specific = formsAmong(at.marks, kind).filter((id) => holdsOf(id, at) && belongsTo(operationId, id))
  const enclosing = enclosingForms(operationId, at, kind)
  if (specific.length === 0) return enclosing
  // An identifier that is no text breaks the form of its record too.
  return specific.every((id) => id === 'service.identifiers-are-text')
    ? [...new Set([...specific, ...enclosing])]
    : specific
}

function holdsOf(id: RequirementId, { value, path }: SeenPlace): boolean {
  if (id === 'service.amounts-are-decimals') return typeof value !== 'string' || !plainDecimal.test(value)
  if (id === 'service.identifiers-are-text') return /id$/i.test(path)
  return true
}

function enclosingForms(operationId: OperationId, at: SeenPlace, kind: FaultKind): RequirementId[] {
  for (const place of at.around) {
    const [component = ''] = place.split(/[./]/)
    if (place.includes('/')) break
    const { schema } = componentNamed(component)
    const forms = formsAmong(schema['x-requirements'] ?? [], kind)
    if (forms.length > 0) return forms.filter((id) => belongsTo(operationId, id))
  }
  return formsAmong(responseMarks(operationId), kind)
}

// A component that several answers share bears the forms of all of them.
function belongsTo(operationId: OperationId, id: RequirementId): boolean {
  const own = responseMarks(operationId)
  return !/(response|record)-shape$/.test(id) || own.includes(id)
}

function formsAmong(marks: readonly string[], kind: FaultKind): RequirementId[] {
  return marks.filter((mark): mark is RequirementId => isFormRequirement(mark, kind))
}

function isFormRequirement(mark: string, kind: FaultKind): mark is RequirementId {
  return kindsByMark.get(mark)?.includes(kind) === true
}

function isEnveloped(operationId: OperationId): boolean {
  return operations[operationId].envelope === 'ok-result'
}

const withoutOkRequirements: readonly RequirementId[] = [
  'subscriptions.debit-without-ok',
  'subscriptions.cancel-without-ok',
]

/** The requirement that an operation's response has no `ok`, if there is one. */
function withoutOkRequirement(operationId: OperationId): RequirementId | undefined {
  return withoutOkRequirements.find((id) => responseMarks(operationId).includes(id))
}

function isOneOf(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isPlainAmount({ place, marks, value }: SeenPlace): boolean {
  const isAmount = marks.includes('service.amounts-are-decimals') || amountTexts.has(place)
  return isAmount && typeof value === 'string' && plainDecimal.test(value)
}

/** What the schema cannot say: identifiers that are empty, and amounts in the places that the schema leaves as text. */
function furtherFaults(at: SeenPlace): Broken[] {
  if (at.value === '' && at.marks.includes('service.identifiers-are-text') && /id$/i.test(at.path))
    return [
      { ...at, kind: 'value', expected: 'text that is not empty', forbidden: 'service.identifiers-are-text' },
    ]
  if (amountTexts.has(at.place) && typeof at.value === 'string' && !plainDecimal.test(at.value))
    return [
      { ...at, kind: 'pattern', expected: 'a plain decimal', forbidden: 'service.amounts-are-decimals' },
    ]
  return []
}

function envelopeOfSubscriptions(operationId: OperationId, body: unknown): Broken[] {
  const forbidden = withoutOkRequirement(operationId)
  if (forbidden === undefined || typeof body !== 'object' || body === null || !('ok' in body)) return []
  const at = { place: `${operationId}/response`, around: [], path: 'ok', marks: [], value: body.ok }
  return [{ ...at, kind: 'value', expected: 'no `ok`', forbidden }]
}
