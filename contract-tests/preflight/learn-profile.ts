// Learns the profile of a deployment: how each operation refuses, from one request that no conforming service accepts and from the
// successes of the preflight; and how the webhook reports a payment, and how late, from one that a wallet pays in full.

import type { RequestOptions } from '../../client/operation-request.ts'
import { cancellationOf, closing, debit } from '../../client/sample-requests.ts'
import { includesLevel } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { type Delivery, mentions } from '../observe/deliveries.ts'
import { formOf } from '../observe/delivery-form.ts'
import { isBuiltInError } from '../observe/violation.ts'
import { refusalOf } from '../profile/refusal-form.ts'
import { lookupsWith } from './known-good.ts'
import type { Prober } from './prober.ts'

const noise: RequestOptions = { payload: {}, encryption: { scheme: 'none', text: 'bm9pc2U=' } }
const unknown = 'pt-unknown'
const noToken: readonly OperationId[] = Object.values(lookupsWith).flat()

/** A request of an operation that must be refused. It has valid credentials if it has a body. */
function knownBad(id: OperationId, { source }: Prober): RequestOptions {
  if (noToken.includes(id)) return { token: null }
  switch (id) {
    case 'getInvoice':
      return { query: { uuid: unknown } }
    case 'createInvoice':
    case 'createQrTransaction':
      return { body: {} }
    case 'closePartialPayment':
      return closing(source, { offerId: unknown })
    case 'debitSubscription':
      return {
        body: debit(source, { subscriptionId: unknown, amount: Number(source.amount), currency: 'USD' }),
      }
    case 'cancelSubscription':
      return { body: cancellationOf(source, unknown) }
    default:
      return noise
  }
}

/** Learns from the operations that the run uses and that are not known yet, except for those that move money. */
export async function learnRefusals(prober: Prober, used: ReadonlySet<OperationId>): Promise<void> {
  const { budget, deployment, successes } = prober.run
  const { refusals } = deployment.profile
  for (const id of used) {
    const { harm } = operations[id]
    if (refusals[id] !== undefined || harm === 'money' || !includesLevel(budget.level, harm)) continue
    const response = await prober.send(id, () => knownBad(id, prober))
    if (response === undefined) continue
    const { outcome, status } = response
    refusals[id] =
      outcome === 'refusal'
        ? refusalOf(response, successes.get(id))
        : { status, fields: [], isLikeSuccess: true }
  }
}

/** Longer than the two hours that a payment may take. */
const untilPaid = { hours: 3 }
const pollMs = 50
/** After so many polls without a delivery, none is under way; the first one may take longer. */
const quietPolls = 20
const firstPolls = 600
/** Other deliveries may take up to twice as long, and so much longer at most. */
const maxLaterMs = 2000

/** Learns from one payment, if the run may make it and move the clock. What is declared stays. */
export async function learnDeliveries(prober: Prober): Promise<void> {
  const { deployment, budget } = prober.run
  const { clock, shopper, webhooks, missing, profile } = deployment
  if (clock === undefined || shopper === undefined || webhooks === undefined || missing.size > 0) return
  if (profile.deliveries.lagSeconds !== undefined || !includesLevel(budget.level, 'disruptive')) return
  const created = await prober.newTransaction()
  if (created === undefined) return
  const { id, orderId } = created
  const isOf = (delivery: Delivery) => mentions(delivery, id) || mentions(delivery, orderId)
  try {
    await shopper.pay(id, '1')
    await clock.advance(untilPaid)
  } catch (error) {
    if (isBuiltInError(error)) throw error
    return
  }
  const { updates, lagMs } = await settled(async () => (await webhooks.received()).filter(isOf), budget)
  if (updates.length === 0) return
  const form = formOf(updates, id, deployment.target.known.statusIntegers)
  const { statusWords } = profile.deliveries
  profile.deliveries = {
    ...form,
    ...profile.deliveries,
    statusWords: { ...form.statusWords, ...statusWords },
    lagSeconds: (lagMs + Math.min(lagMs, maxLaterMs)) / 1000,
  }
}

/** The updates once no more arrive, and when the last one did. */
async function settled(read: () => Promise<Delivery[]>, budget: Prober['run']['budget']) {
  const began = budget.now
  let updates = await read()
  let lagMs = 0
  for (let quiet = 1; quiet <= (updates.length > 0 ? quietPolls : firstPolls); quiet += 1) {
    await budget.pause(pollMs)
    const next = await read()
    if (next.length > updates.length) [lagMs, quiet] = [budget.now - began, 0]
    updates = next
  }
  return { updates, lagMs }
}
