// The requirements that a difference may violate: those that the document marks nearest to it, or of a delivery, those of its kind.

import type { Marks } from '../../spec/openapi/schema.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { type RequirementId, requirementIds, requirements, resourceOf } from '../../spec/requirements.ts'
import { exchangePaymentErrors, payoutErrors } from '../../spec/stated-errors.ts'
import { requestsOf, type Step } from '../histories/action.ts'
import { isAboutForm } from '../invariants/response-shape.ts'
import type { TransactionState, World } from '../observe/in-process.ts'
import type { KeyedDifference } from './differences.ts'
import { marksOfAnswer, marksOfRequest } from './marks.ts'
import { operationsOf } from './replay.ts'

const maxRequirements = 5

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The ids of requirements that determine an answer where it differs, the nearest first. */
export function requirementsOf(
  { action }: Step,
  { place, key, isOutcome }: KeyedDifference,
): RequirementId[] {
  const requests = requestsOf(action)
  const at = Math.max(0, Number(/^response (\d+)/.exec(place)?.[1] ?? 1) - 1)
  const request = requests[at]
  const isOfRequest =
    isOutcome === true || key.startsWith('refusals') || /^(response \d+ )?status/.test(place)
  const marks: readonly Marks[] =
    request !== undefined && isOfRequest && !place.startsWith('delivery')
      ? marksOfRequest(request)
      : marksOfAnswer(request?.operation, place)
  return idsOf(marks).slice(0, maxRequirements)
}

const idsOf = (marks: readonly Marks[]) =>
  [...new Set(marks.flatMap((node) => node['x-requirements'] ?? []))].filter((id): id is RequirementId =>
    Object.hasOwn(requirements, id),
  )

/**
 * The requirement that determines a value where it differs; undefined if none does. Requirements about the form of values, or about the
 * service as a whole, do not.
 */
export function determining(
  step: Step,
  difference: KeyedDifference,
  world: World,
): RequirementId | undefined {
  if (difference.place.startsWith('delivery')) return ofDelivery(difference, world)
  const text = difference.isOutcome === true ? statedTextIn(String(difference.expected)) : undefined
  const [operation] = operationsOf(step)
  if (text !== undefined && operation !== undefined) return stating(text, operation)
  return requirementsOf(step, difference).find((id) => !isAboutForm(id) && resourceOf(id) !== 'service')
}

const statedTexts = [
  ...Object.values(exchangePaymentErrors).map(({ message }) => escaped(message.trim())),
  ...Object.values(payoutErrors).map((text) =>
    escaped(text('ROW', 'Email')).replace('ROW', '\\d+').replace('Key - Email', 'Key - [^"]+'),
  ),
].map((pattern) => RegExp(pattern))

/** The text of a refusal that the contract states; undefined if it states none. */
export function statedTextIn(body: string): string | undefined {
  return statedTexts.flatMap((text) => text.exec(body)?.[0] ?? []).at(0)
}

/** The requirement that states the text of a refusal of an operation. */
export function stating(text: string, operation: OperationId): RequirementId | undefined {
  const error = Object.values(exchangePaymentErrors).find(({ message }) => message.trim() === text)
  const words = error === undefined ? text.replace(/ - .*/, '') : `error ${error.code} with its message`
  const ids = requirementIds.filter((id) => requirements[id].statement.includes(words))
  return ids.find((id) => requirements[id].statement.includes(operations[operation].path)) ?? ids[0]
}

const updatesOf: Readonly<Record<TransactionState['kind'], RequirementId>> = {
  exchange: 'webhooks.exchange-status-changes',
  bank: 'webhooks.bank-status-changes',
  wallet: 'webhooks.wallet-status-changes',
  subscription: 'webhooks.recurring-payments',
}

/** The requirement of a delivery by the part that differs, and by the kind of its transaction. */
function ofDelivery(
  { place, expected, actual }: KeyedDifference,
  { transactions }: World,
): RequirementId | undefined {
  const [, part = ''] = /^delivery \d+ ?(.*)$/.exec(place) ?? []
  if (part === 'method')
    return expected === 'GET' ? 'webhooks.delivered-by-get' : 'webhooks.delivered-by-post'
  if (part === 'url.path') return 'webhooks.registered-in-the-portal'
  const said = JSON.stringify([expected, actual])
  const about = [...transactions].findLast(({ id }) => said.includes(id))
  return about === undefined ? undefined : updatesOf[about.kind]
}
