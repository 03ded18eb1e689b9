// The grid of conditional mutants: every fault under every condition with which it still breaks its requirement. It is derived from
// the operators, the document and the conditions; what is left out is a row below, with the reason.

import { groupedBy } from '../../../core/grouping.ts'
import { listOperations } from '../../../spec/openapi/reading.ts'
import { type OperationId, operations } from '../../../spec/operations.ts'
import { type RequirementId, requirements } from '../../../spec/requirements.ts'
import { Random } from '../../histories/random.ts'
import { contractDocument } from '../../observe/contract-document.ts'
import { faults } from '../mutants/all.ts'
import type { Mutant } from '../mutants/mutation.ts'
import { type Condition, conditions, operationsWith } from './conditions.ts'

export interface ConditionalMutant {
  /** The fault, then the condition; unique. */
  id: string
  fault: Mutant
  condition: Condition
}

const isOnRecords = ({ world, delivery, request, response, handlers }: Mutant) =>
  (world ?? delivery) !== undefined && (request ?? response ?? handlers) === undefined
const recordDimensions: readonly string[] = ['merchant', 'coin', 'attempt', 'at-once', 'day']
/** Dimensions that give no reason to refuse by the contract: a second merchant, another day, another order before. */
const refusalDimensions: readonly string[] = ['merchant', 'attempt', 'day', 'history']

/** Why a fault has no place in the grid, or not under some conditions. */
const leftOut: readonly ((fault: Mutant, condition: Condition) => boolean)[] = [
  // It changes the transport of all requests, which have no moment.
  ({ transport }) => transport !== undefined,
  // The contract does not exclude another reason to refuse under this condition.
  ({ refuses }, { dimension }) => refuses === true && !refusalDimensions.includes(dimension),
  // Only lookups have no limit. (permitted: service.refuses-after-a-while)
  (fault, { words }) =>
    fault.refuses === true &&
    words === 'from the 3rd time on' &&
    operationsOf(fault).every((id) => operations[id].harm !== 'read'),
  // The target file names one bank of a shopper.
  ({ requirement }, { selects }) => requirement === 'banks.of-the-shopper' && selects !== undefined,
  // Records and deliveries have only these dimensions.
  (fault, { dimension }) => isOnRecords(fault) && !recordDimensions.includes(dimension),
  // A wallet or bank payment has no such coin.
  (fault, { dimension }) => isOnRecords(fault) && dimension === 'coin' && /bank/.test(fault.id),
  // The response to a debit has one row.
  ({ path = '' }, { selects }) => selects !== undefined && path.startsWith('result.data.'),
  // It changes no element of a list.
  ({ path, response }, { selects }) =>
    selects !== undefined && (response === undefined || path?.includes('*') !== true),
  // Its operations have nothing of the kind.
  (fault, condition) =>
    !isOnRecords(fault) && !applies(operationsOf(fault), condition, fault.operations !== undefined),
  // A request with a wrong token, or with an unreadable payload, does not say so.
  (fault, { dimension }) =>
    (/needs?-token|token-is-not-a/.test(fault.requirement) &&
      (dimension === 'shopper' ||
        (['merchant', 'at-once'].includes(dimension) &&
          operationsOf(fault).some((id) =>
            ['listCurrencies', 'getStore', 'createQrTransaction'].includes(id),
          )))) ||
    (fault.name.includes('clientId is missing') && ['merchant', 'at-once'].includes(dimension)) ||
    (/undecryptable|not-an-array/.test(fault.requirement) &&
      ['optional', 'text', 'count', 'likeness'].includes(dimension)),
  // The second merchant of the world is not verified, so that its bank payments are refused anyway.
  (fault, { dimension }) =>
    dimension === 'merchant' &&
    (isOnRecords(fault)
      ? /bank/.test(fault.id)
      : operationsOf(fault).every((id) => id === 'createBankPayment') &&
        fault.requirement !== 'bank-payments.merchant-verified'),
  // A request without any field names no record.
  ({ name }, { dimension }) =>
    dimension === 'afterwards' &&
    /an empty object|(a missing uuid|an empty text) in place of the uuid/.test(name),
  // The target file says that the fields of a debit are not in its items, which are sent.
  (_, { words }) =>
    /^debitSubscription (with items\.\*\.(subscriptionId|amount|currency)|without items)$/.test(words),
  // The contract does not say which keys of a payee other than the email may be missing.
  (_, { words }) => /^(addPayees|createTransfers) without \*\.(?!email$)/.test(words),
  // A request with the name of an unknown exchange is for none of them.
  ({ requirement }, { dimension }) =>
    requirement === 'exchange-payments.other-exchanges-refused' && dimension === 'exchange',
  // Lines with frequencies are subscriptions, which are not paid from a bank account.
  (fault, { words }) =>
    words === 'with different frequencies' && operationsOf(fault).every((id) => id === 'createBankPayment'),
  // The fault already has a condition of this dimension.
  ({ requirement, name }, { dimension }) =>
    (dimension === 'exchange' && /the (second|third|fourth|fifth) exchange/.test(name)) ||
    (dimension === 'return-method' && requirement === 'webhooks.custom-parameter-other-method-refused'),
  // A field that is missing, or present, cannot be so at the same time.
  ({ name }, { dimension, words }) =>
    dimension === 'optional' &&
    words
      .split(' ')
      .slice(2)
      .some((path) => name.includes(path)),
  // The sentence is about recurring debits as a whole; without some of them, only the interval is broken.
  ({ requirement }, { dimension }) =>
    requirement === 'subscriptions.renewed-by-the-service' &&
    ['day', 'attempt', 'at-once'].includes(dimension),
]

/** Of a fault that does not say which operations it changes, any may be without what the condition is about. */
const applies = (ids: readonly OperationId[], condition: Condition, areKnown: boolean) =>
  areKnown
    ? ids.some((id) => operationsWith(condition).includes(id))
    : ids.every((id) => operationsWith(condition).includes(id))

const mentions = listOperations(contractDocument).map(({ operationId, operation }) => ({
  id: operationId as OperationId,
  text: JSON.stringify(operation),
}))

export function operationsOf({ operations, requirement }: Mutant): readonly OperationId[] {
  if (operations !== undefined) return operations
  const marked = mentions.filter(({ text }) => text.includes(`"${requirement}"`)).map(({ id }) => id)
  return marked.length > 0 ? marked : mentions.map(({ id }) => id)
}

const byId = new Map(faults.map((fault) => [fault.id, fault]))
let known: ReadonlyMap<RequirementId, ReadonlyMap<string, readonly ConditionalMutant[]>> | undefined

/** The grid: by requirement, then by dimension. */
function grid(): NonNullable<typeof known> {
  known ??= new Map(
    [...groupedBy(byId.values(), ({ requirement }) => requirement)].map(([requirement, ofIt]) => [
      requirement,
      groupedBy(
        ofIt.flatMap((fault) =>
          conditions.flatMap((condition) =>
            leftOut.some((covers) => covers(fault, condition))
              ? []
              : [{ id: `${fault.id} | ${condition.words}`, fault, condition }],
          ),
        ),
        ({ condition }) => condition.dimension,
      ),
    ]),
  )
  return known
}

export const conditionalMutants = () =>
  [...grid().values()].flatMap((dimensions) => [...dimensions.values()].flat())

/** A sample without repetition: each time a requirement, one of its dimensions, then a mutant, so that none is most of it. */
export function sampled(count: number, seed: number): ConditionalMutant[] {
  const random = new Random(seed)
  const requirements = [...grid()].filter(([, dimensions]) => dimensions.size > 0)
  const sample = new Map<string, ConditionalMutant>()
  for (let tries = 0; sample.size < count && tries < 20 * count; tries += 1) {
    const [, dimensions] = random.pick(requirements) ?? []
    const mutant = random.pick(random.pick([...(dimensions?.values() ?? [])]) ?? [])
    if (mutant !== undefined) sample.set(mutant.id, mutant)
  }
  return [...sample.values()]
}

export const isStated = ({ fault }: Pick<ConditionalMutant, 'fault'>) =>
  requirements[fault.requirement].basis === 'stated'
