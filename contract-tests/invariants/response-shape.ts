// Checks the shape of every successful response against the document, and which requirement each error violates. Additional
// fields are permitted. Properties check the values.

import { type OperationId, operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { componentNamed, responseMarks, responseSchema } from '../observe/contract-document.ts'
import type { ResponseViolation } from '../observe/violation.ts'
import {
  type ShapeError,
  type ShapeErrorKind,
  type VisitedPlace,
  walkResponse,
} from './response-shape-walk.ts'

interface ShapeResult {
  checked: ReadonlySet<RequirementId>
  violations: readonly ResponseViolation[]
}

const allKinds: readonly ShapeErrorKind[] = ['missing', 'type', 'value', 'pattern']

// The requirements about shape with the kinds of errors that violate them. The document marks the places where they apply.
const shapeRequirements: Partial<Record<RequirementId, readonly ShapeErrorKind[]>> = {
  'service.amounts-are-decimals': ['pattern'],
  'service.timestamps-utc': allKinds,
  'service.identifiers-are-text': ['type', 'value'],
  'invoices.order-info-subscription-lines': ['type', 'value'],
  'qr-transactions.cryto-currency-spelling': allKinds,
  'exchange-payments.validation-amounts-are-numbers': ['type'],
  'exchange-payments.validation-memo-text-or-null': allKinds,
  'balances.text-or-number': allKinds,
  'transactions.uuids': allKinds,
  'transactions.codes-are-integers': allKinds,
  'transactions.native-amount-two-decimals': allKinds,
  'transactions.amounts-are-text': ['missing', 'type'],
  'transactions.final-amounts-are-numbers': allKinds,
  'transactions.text-or-null': allKinds,
  'transactions.check-counts-refunds': allKinds,
  'banks.primary-boolean-or-null': allKinds,
  'banks.balance-info-object-or-null': allKinds,
  'payouts.transfers-row-labels': allKinds,
  'payouts.transfers-no-error-message': allKinds,
  'payouts.payees-row-labels': allKinds,
  'payouts.payees-no-error-message': allKinds,
  'currencies.rate-is-decimal-text': allKinds,
  'currencies.fiat-equivalent-text-or-null': allKinds,
  'currencies.sort-integer-or-null': allKinds,
  'stores.white-label-id-is-an-integer': ['type'],
  'stores.tab-labels': ['value'],
  'shoppers.codes-are-integers': allKinds,
  'shoppers.phone-country-is-an-integer': ['type'],
  'shoppers.null-or-filled': allKinds,
  'subscriptions.cancel-accepted': allKinds,
}

const kindsByMark = new Map<string, readonly ShapeErrorKind[]>(Object.entries(shapeRequirements))

/** The kinds of errors that violate the requirement of a mark. That of a whole shape is violated by all of them. */
const kindsOf = (mark: string) => (/(?<!refusal)-shape$/.test(mark) ? allKinds : kindsByMark.get(mark))

/** A valid form violates none of these, and satisfies none: properties check the values. */
const notByForm: readonly RequirementId[] = ['service.timestamps-utc']

// The requirements of places where the marks alone do not decide.
const requirementsByPlace: Readonly<Record<string, readonly RequirementId[]>> = {
  'Transaction.txMetadata': ['transactions.record-shape'],
  'Transaction.txMetadata.id': ['transactions.record-shape'],
  'Transaction.txMetadata.shippingAddress': ['transactions.shipping-address-object-or-null'],
  'Transaction.txMetadata.nativeConversionRate': ['transactions.amounts-are-text'],
  'OrderInfo.shippingAddress': [
    'invoices.order-info-response-shape',
    'invoices.order-info-same-shipping-address',
  ],
  'OrderInfo.cart': ['invoices.order-info-response-shape'],
  'Store.merchant': ['stores.response-shape'],
  'Store.merchant.id': ['service.identifiers-are-text', 'stores.response-shape'],
  'Store.merchant.shopData': ['stores.response-shape'],
  'getInvoice/response.result.returnval': ['invoices.order-info-inside-returnval'],
  'debitSubscription/response.status': ['subscriptions.debit-status-200'],
  'cancelSubscription/response.status': ['subscriptions.cancel-status-200'],
}

/** Places with amounts whose schema in the document is any string. */
const amountPlaces = new Set(['OrderInfo.amount', 'QrTransaction.totalAmount', 'ExchangeAccount.balance'])
const plainDecimal = /^-?[0-9]+(\.[0-9]+)?$/

export function checkResponseShape(operationId: OperationId, body: unknown): ShapeResult {
  const whole = `${operationId}/response`
  const walk = walkResponse(responseSchema(operationId), body, whole)
  const { visited } = walk
  const errors: FoundError[] = [
    ...walk.errors,
    ...visited.flatMap(errorsBeyondSchema),
    ...forbiddenOk(operationId, body),
  ]
  const invalidPaths = new Set(errors.map(({ path }) => path))
  const checked = new Set<RequirementId>()
  for (const at of visited) {
    if (invalidPaths.has(at.path) || (Array.isArray(at.value) && at.value.length === 0)) continue
    for (const id of requirementsOf(operationId, at)) if (!notByForm.includes(id)) checked.add(id)
  }
  // No mark shows that these requirements were checked.
  if (visited.some(isPlainAmount)) checked.add('service.amounts-are-decimals')
  if (visited.some(({ place }) => place === 'OrderInfo')) checked.add('invoices.order-info-inside-returnval')
  const withoutOk = withoutOkRequirement(operationId)
  if (withoutOk !== undefined) checked.add(withoutOk)
  const violations = errors.flatMap((error) =>
    requirementsAt(operationId, error, error.kind, error.requirement).map((requirement) => ({
      requirement,
      place: error.path || 'the whole response',
      expected: error.expected,
      actual: error.kind === 'missing' ? 'missing' : (JSON.stringify(error.value) ?? 'missing').slice(0, 200),
    })),
  )
  for (const { requirement } of violations) checked.add(requirement)
  return { checked, violations }
}

/** True if a requirement is about the form of values, and not about which ones they are. */
export const isAboutForm = (id: RequirementId) => kindsOf(id) !== undefined

const known = new Map<string, readonly RequirementId[]>()

/** The requirements that are checked at a valid place. The same place of another line or response has the same. */
function requirementsOf(operationId: OperationId, at: VisitedPlace): readonly RequirementId[] {
  const key = `${operationId} ${at.place} ${at.path} ${isObjectOrArray(at.value)} ${isPlainAmount(at)}`
  const ids = known.get(key) ?? [
    ...new Set(allKinds.flatMap((kind) => requirementsAt(operationId, at, kind))),
  ]
  known.set(key, ids)
  return ids
}

interface FoundError extends ShapeError {
  /** The violated requirement, if the place does not determine it. */
  requirement?: RequirementId
}

function requirementsAt(
  operationId: OperationId,
  at: VisitedPlace,
  kind: ShapeErrorKind,
  requirement?: RequirementId,
): readonly RequirementId[] {
  if (requirement !== undefined) return [requirement]
  const outermost = at.enclosing.at(-1) ?? at.place
  const name = outermost === at.place ? at.path : at.place
  const known = requirementsByPlace[at.place] ?? requirementsByPlace[name]
  if (known !== undefined) return known
  const inEnvelope = /^(ok|result)?$/.test(at.path)
  if (inEnvelope && operations[operationId].envelope === 'ok-result' && kind !== 'value') {
    if (!at.path.startsWith('result') || kind === 'missing' || !isObjectOrArray(at.value))
      return ['service.ok-envelope', ...shapeRequirementsIn(responseMarks(operationId), kind)]
  }
  const specific = shapeRequirementsIn(at.marks, kind).filter(
    (id) => appliesTo(id, at) && belongsTo(operationId, id),
  )
  const enclosing = enclosingRequirements(operationId, at, kind)
  if (specific.length === 0) return enclosing
  // An id that is not a string also violates the shape of its record.
  return specific.every((id) => id === 'service.identifiers-are-text')
    ? [...new Set([...specific, ...enclosing])]
    : specific
}

function appliesTo(id: RequirementId, { value, path }: VisitedPlace): boolean {
  if (id === 'service.amounts-are-decimals') return typeof value !== 'string' || !plainDecimal.test(value)
  if (id === 'service.identifiers-are-text') return /id$/i.test(path)
  return true
}

function enclosingRequirements(
  operationId: OperationId,
  at: VisitedPlace,
  kind: ShapeErrorKind,
): RequirementId[] {
  for (const place of at.enclosing) {
    const [component = ''] = place.split(/[./]/)
    if (place.includes('/')) break
    const { schema } = componentNamed(component)
    const found = shapeRequirementsIn(schema['x-requirements'] ?? [], kind)
    if (found.length > 0) return found.filter((id) => belongsTo(operationId, id))
  }
  return shapeRequirementsIn(responseMarks(operationId), kind)
}

// A component that several responses share has the marks of all of them.
function belongsTo(operationId: OperationId, id: RequirementId): boolean {
  const own = responseMarks(operationId)
  return !/(response|record)-shape$/.test(id) || own.includes(id)
}

function shapeRequirementsIn(marks: readonly string[], kind: ShapeErrorKind): RequirementId[] {
  return marks.filter((mark): mark is RequirementId => kindsOf(mark)?.includes(kind) === true)
}

const withoutOkRequirements: readonly RequirementId[] = [
  'subscriptions.debit-without-ok',
  'subscriptions.cancel-without-ok',
]

/** The requirement that an operation's response has no `ok`, if there is one. */
function withoutOkRequirement(operationId: OperationId): RequirementId | undefined {
  return withoutOkRequirements.find((id) => responseMarks(operationId).includes(id))
}

function isObjectOrArray(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isPlainAmount({ place, marks, value }: VisitedPlace): boolean {
  const isAmount = marks.includes('service.amounts-are-decimals') || amountPlaces.has(place)
  return isAmount && typeof value === 'string' && plainDecimal.test(value)
}

/** Errors that the schema does not exclude: empty ids, and amounts that are not decimals. */
function errorsBeyondSchema(at: VisitedPlace): FoundError[] {
  if (at.value === '' && at.marks.includes('service.identifiers-are-text') && /id$/i.test(at.path))
    return [
      { ...at, kind: 'value', expected: 'a non-empty string', requirement: 'service.identifiers-are-text' },
    ]
  if (amountPlaces.has(at.place) && typeof at.value === 'string' && !plainDecimal.test(at.value))
    return [
      { ...at, kind: 'pattern', expected: 'a plain decimal', requirement: 'service.amounts-are-decimals' },
    ]
  return []
}

/** The error of a response with `ok` if its operation's response has none. */
function forbiddenOk(operationId: OperationId, body: unknown): FoundError[] {
  const requirement = withoutOkRequirement(operationId)
  if (requirement === undefined || typeof body !== 'object' || body === null || !('ok' in body)) return []
  const at = { place: `${operationId}/response`, enclosing: [], path: 'ok', marks: [], value: body.ok }
  return [{ ...at, kind: 'value', expected: 'no `ok`', requirement }]
}
