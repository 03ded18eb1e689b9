// Violations in which a request was refused that must succeed, and why some say nothing about the requirement.
// retries.ts is about refusals for a moment. (permitted: service.refuses-after-a-while)

import { invoice, qrTransaction } from '../../client/sample-requests.ts'
import type { Call } from '../../client/transcript.ts'
import { parseJson } from '../../core/json.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../observe/client.ts'
import { contentOf, orderIdIn } from '../observe/creations.ts'
import { outcomeOf, reportsNothing } from '../observe/response-outcome.ts'
import { RunEnded } from '../observe/run-budget.ts'
import {
  NotApplicable,
  PreconditionFailed,
  Unavailable,
  type Violation,
  ViolationError,
} from '../observe/violation.ts'
import { knownGood, laterAttempts, lookupsWith } from '../preflight/known-good.ts'
import { nextInstant, ordinaryInstant } from '../situations/calendar.ts'
import { actingAs } from '../situations/situated-deployment.ts'
import { firstAccepted } from '../steps/acceptance.ts'
import { slightlyMore } from '../steps/arbitraries.ts'
import { close } from '../steps/closings.ts'
import { Context } from '../steps/context.ts'
import { exchangesOf } from '../steps/exchanges.ts'
import { partlyPaidQrOrder } from '../steps/orders.ts'
import {
  type NewWorld,
  type PropertyRun,
  type RunSituation,
  startWorld,
  waitAMoment,
} from '../steps/property-run.ts'
import { completeRequests, sendComplete } from '../steps/requests.ts'
import { endInconclusive, refusedCall, transientReason } from '../steps/retries.ts'
import { cancel, newSubscription, requestDebit, subscriptionIdOf } from '../steps/subscriptions.ts'

/** Requests about new records. (permitted: service.knows-records-later) */
export const requestsOfRecords = {
  closePartialPayment: async (it) => {
    const order = await partlyPaidQrOrder(it)
    return () => firstAccepted(...[{}, { forceUpdate: true }].map((body) => () => close(it, order, body)))
  },
  debitSubscription: async (it) => {
    const id = subscriptionIdOf(it, await newSubscription(it))
    const withOrder = { orderId: it.id('order') }
    return () => firstAccepted(...[{}, withOrder].map((more) => () => requestDebit(it, id, it.amount, more)))
  },
  cancelSubscription: async (it) => {
    const id = subscriptionIdOf(it, await newSubscription(it))
    return () => cancel(it, id)
  },
} satisfies Partial<Record<OperationId, (it: Context) => Promise<() => Promise<ApiResponse>>>>

type CompleteId = keyof typeof completeRequests | keyof typeof requestsOfRecords
type Style = NonNullable<NewWorld['style']>

/**
 * The violations without those where the service also refuses the complete request that it accepted before. Requests of
 * generated inputs were retried in their worlds, if the deployment isolates.
 */
export async function confirmed(run: PropertyRun, thrown: readonly Violation[]): Promise<Violation[]> {
  const kept: Violation[] = []
  for (const violation of [...thrown, ...run.violations]) {
    const isRetried = run.deployment.isolates && run.violations.includes(violation)
    const reason =
      (isRetried ? undefined : await transientReason(run, violation)) ?? (await otherReason(run, violation))
    if (reason === undefined) kept.push(violation)
    else endInconclusive(run, violation, reason)
  }
  return kept
}

/** Why a refusal that lasts says nothing about the requirement; undefined if it violates it. */
async function otherReason(run: PropertyRun, violation: Violation): Promise<string | undefined> {
  const call = refusedCall(violation)
  if (call === undefined) return undefined
  try {
    // permitted: customers.own-notations
    if (run.budget.ordersWithoutAddress.has(orderIdIn(contentOf(call)) ?? ''))
      return 'the service accepted the invoice of this order only without the address of the payment'
    if (violation.requirement === 'service.lookups-optional') return await reasonOfPayment(run, call)
    return isComplete(run, call.operationId) && (await isUnrelated(run, violation, call))
      ? `HTTP ${call.status}: ${call.response.slice(0, 200)}. The complete request is refused now, too: if this response does not say why, a token may have expired, or a limit is reached`
      : undefined
  } catch (error) {
    if (error instanceof RunEnded) return undefined
    if (error instanceof PreconditionFailed)
      return `the request was refused, and whether the complete one is refused now, too, is unknown: ${error.message}`
    throw error
  }
}

/** The same for a payment without lookups. They were made since, so only another payment shows whether it needs them. */
async function reasonOfPayment(run: PropertyRun, { operationId }: Call): Promise<string | undefined> {
  if (!(await waitAMoment(run))) return undefined
  // In the same world, the lookups may count for every payment.
  await startWorld(run)
  return (await isRefused(new Context(run), operationId as CompleteId))
    ? undefined
    : 'the payment was refused, and another one without lookups is accepted now'
}

/** True if there is a complete request of an operation. A new world would hide what is wrong with several debits. */
const isComplete = ({ deployment, accepted, situation }: PropertyRun, operationId: OperationId) =>
  Object.hasOwn(completeRequests, operationId) ||
  operationId === 'closePartialPayment' ||
  situation !== undefined ||
  (!deployment.isolates && accepted.has(operationId))

async function isUnrelated(
  run: PropertyRun,
  { expects, requirement }: Violation,
  call: Call,
): Promise<boolean> {
  const operationId = call.operationId as CompleteId
  const ids = new Set([tokenLookup(operationId), operationId])
  try {
    if (run.deployment.remote && (await isTokenRefused(run, call))) return true
    // An expected error must not be that of every request.
    if (expects !== 'success') return await isRefused(new Context(run), operationId, exchangeIn(call))
    const refused: CompleteId[] = []
    for (const id of ids) {
      if (!(await isRefused(new Context(run), id))) continue
      if (!run.deployment.isolates && (Object.hasOwn(knownGood, id) ? run.accepted : run.succeeded).has(id))
        return true
      refused.push(id)
    }
    // permitted: service.unknown-record-like-unknown-path
    if (refused.length === 0)
      return run.situation !== undefined && requirement === 'service.paths-under-base-url'
    if (!run.deployment.isolates) return false
    // A situation counts only if the complete request is accepted in it.
    let isElsewhereAccepted = run.situation !== undefined
    for (const id of isElsewhereAccepted ? [] : refused) {
      await startWorld(run)
      isElsewhereAccepted ||= !(await isRefused(new Context(run), id))
    }
    return isElsewhereAccepted && !(await hasCause(run, refused))
  } catch (error) {
    // Without a response to the complete request, nothing is known.
    if (error instanceof Unavailable) throw error
    if (error instanceof PreconditionFailed || error instanceof NotApplicable) return false
    throw error
  }
}

/** The lookup that shows whether the token of an operation is still valid. */
const tokenLookup = (operationId: OperationId): CompleteId =>
  operations[operationId].credential === 'shopperToken' ? 'getShopper' : 'getStore'

/** True if every look-up with the token of a request is refused, and one was accepted before: the token may have expired. */
async function isTokenRefused(run: PropertyRun, { operationId, headers }: Call): Promise<boolean> {
  const { credential } = operations[operationId]
  const token = headers.authorization?.replace('Bearer ', '')
  if (token === undefined || (credential !== 'shopperToken' && credential !== 'merchantToken')) return false
  const lookups = lookupsWith[credential]
  if (!lookups.some((id) => run.succeeded.has(id))) return false
  for (const id of lookups) {
    const response = await sendComplete(new Context(run), id, { token })
    const isNothing = reportsNothing(response, run.deployment.target.known.statusIntegers)
    if (response.outcome !== 'refusal' && !isNothing) return false
  }
  return true
}

export const isOfRecord = (id: OperationId): id is keyof typeof requestsOfRecords =>
  Object.hasOwn(requestsOfRecords, id)

const exchangeIn = ({ url }: Call) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

const isRefused = async (it: Context, operationId: CompleteId, exchange?: string): Promise<boolean> =>
  (await lastAttempt(it, operationId, exchange)).outcome === 'refusal'

/** The response to a complete request, at the first attempt at which it is accepted if there is one. */
async function lastAttempt(it: Context, operationId: CompleteId, exchange?: string): Promise<ApiResponse> {
  const options = { exchange: exchange ?? exchangesOf(it)[0] ?? '' }
  if (!isOfRecord(operationId)) return sendComplete(it, operationId, options)
  const send = await requestsOfRecords[operationId](it)
  let response = await send()
  for (const span of it.canMoveClock ? (laterAttempts[operationId] ?? []) : []) {
    if (response.outcome !== 'refusal') break
    await it.advance(span)
    response = await send()
  }
  return response
}

/** The requirements that a refused complete request violates. */
const acceptances: Readonly<Partial<Record<CompleteId, RequirementId>>> = {
  createInvoice: 'invoices.created',
  createQrTransaction: 'qr-transactions.created',
  validateExchangePayment: 'exchange-payments.validation-accepted',
  createExchangePayment: 'exchange-payments.accepted',
  createBankPayment: 'bank-payments.accepted',
  createTransfers: 'payouts.transfers-accepted',
  addPayees: 'payouts.payees-accepted',
  closePartialPayment: 'partial-payments.within-two-weeks',
  debitSubscription: 'subscriptions.debit-accepted',
  cancelSubscription: 'subscriptions.cancel-accepted',
}

/**
 * The violation if a request was refused that a check needs, and the complete one is refused, too: it is accepted elsewhere, and what
 * differs is no reason to refuse.
 */
export async function refusedForNoReason(run: PropertyRun, call: Call | undefined): Promise<Violation[]> {
  const id = call?.operationId as CompleteId
  const { [id]: requirement } = acceptances
  const wasRefused = call !== undefined && outcomeOf(id, call.status, parseJson(call.response)) === 'refusal'
  if (!wasRefused || requirement === undefined || !run.deployment.isolates) return []
  const it = new Context(run)
  try {
    it.succeeds(requirement, await lastAttempt(it, id, exchangeIn(call)))
    return []
  } catch (error) {
    if (error instanceof ViolationError)
      return (await hasLastingCause(run, id, error.violation)) ? [error.violation] : []
    if ([PreconditionFailed, NotApplicable, RunEnded].some((type) => error instanceof type)) return []
    throw error
  }
}

/** True if a complete request is still refused a moment later, and for what is no reason to refuse. */
async function hasLastingCause(run: PropertyRun, id: CompleteId, violation: Violation): Promise<boolean> {
  return (await transientReason(run, violation)) === undefined && (await hasCause(run, [id]))
}

/**
 * True if complete requests are refused because of one part of the situation, because of another merchant, or because they were
 * accepted before.
 */
async function hasCause(run: PropertyRun, ids: readonly CompleteId[]): Promise<boolean> {
  const { triedReasons } = run.budget
  const { situation } = run
  const parts = situation === undefined ? [] : partsOf(run, situation)
  const before = [{}, situation?.style ?? {}].flatMap((style) =>
    Object.entries({ others: isRefusedBecauseOfOthers, again: isRefusedForEver }).map(
      ([words, isReason]) => ({
        words: `${words} ${JSON.stringify(style)}`,
        isReason: (id: CompleteId) => isReason(run, id, style),
      }),
    ),
  )
  try {
    for (const id of ids)
      for (const { words, isReason } of [...parts, ...before]) {
        const key = `${words}: ${id}`
        // Twice. (permitted: service.refuses-for-a-moment)
        const isTrue = triedReasons.get(key) ?? ((await isReason(id)) && (await isReason(id)))
        triedReasons.set(key, isTrue)
        if (isTrue) return true
      }
    return false
  } catch (error) {
    if ([PreconditionFailed, NotApplicable, RunEnded].some((type) => error instanceof type)) return false
    throw error
  }
}

/** The parts of a situation that are no reason to refuse: in an otherwise plain world first, then in one like that of the situation. */
const partsOf = (run: PropertyRun, { acting, days, plain, style, sharesOrders }: RunSituation) =>
  [{ like: {} }, { like: acting, style }].flatMap(({ like, ...world }) => {
    const as = (merchant: number) => ({ ...world, deployment: actingAs(plain, { ...like, merchant }) })
    const instant = (now: number) => nextInstant(days, now)
    const ordinary = (now: number) => ordinaryInstant(instant(now) ?? now)
    // permitted: service.shoppers-of-one-merchant
    const mayBeOfOther = async (id: CompleteId) =>
      operations[id].credential === 'shopperToken' &&
      (await isRefused(
        await newWorld(run, { deployment: actingAs(plain, { merchant: acting.merchant }) }),
        id,
      ))
    const never = async () => false
    const parts: [
      words: string,
      is: boolean,
      special: NewWorld,
      without: NewWorld,
      isRow: typeof mayBeOfOther,
    ][] = [
      ['merchant', acting.merchant > 0, as(acting.merchant), as(0), mayBeOfOther],
      ['history', sharesOrders, { ...as(0), sharesOrders }, as(0), never],
      [`${days}`, days.length > 0, { ...as(0), instant }, { ...as(0), instant: ordinary }, never],
    ]
    return parts
      .filter(([, is]) => is)
      .map(([words, , special, without, isRow]) => ({
        words: `${words} ${JSON.stringify([like, world])}`,
        isReason: async (id: CompleteId) =>
          (await isRefused(await newWorld(run, special), id)) &&
          !(await isRefused(await newWorld(run, without), id)) &&
          !(await isRow(id)),
      }))
  })

/** True if the first request of a merchant is refused because another one has orders, one of which waits for its payment. */
async function isRefusedBecauseOfOthers(run: PropertyRun, id: CompleteId, style: Style): Promise<boolean> {
  const it = await newWorld(run, { style })
  const [, merchant] = it.target.merchants
  if (merchant === undefined) return false
  const { redirectUrl } = merchant
  for (let count = 0; count < 2; count += 1)
    await it.client.call('createInvoice', { merchant, body: invoice(it, { redirectUrl }) })
  // permitted: service.refuses-what-is-alike
  const other = qrTransaction(it, { amount: slightlyMore(it.target) })
  await it.client.call('createQrTransaction', { merchant, body: other })
  return (await isRefused(it, id)) && !(await isRefused(await newWorld(run, { style }), id))
}

const aMonth = { days: 31 }

/**
 * True if a request is accepted once, and refused in each of the next two months: the contract speaks of payments, transfers and
 * payees, so one for ever is too few. It does not say that two are, except of lookups. The last one has another amount.
 * (permitted: service.refuses-what-is-alike)
 */
async function isRefusedForEver(run: PropertyRun, id: CompleteId, style: Style): Promise<boolean> {
  const { target, ...plain } = run.situation?.plain ?? run.deployment
  const known = { ...target.known, amount: slightlyMore(target) }
  const deployment = { ...plain, target: { ...target, known } }
  const later = await newWorld(run, { deployment, style })
  if (!later.canMoveClock) return false
  for (const span of [aMonth, aMonth]) await later.advance(span)
  // A token may have expired by then.
  if (await isRefused(later, id)) return false
  const it = await newWorld(run, { style })
  if (await isRefused(it, id)) return false
  await it.advance(aMonth)
  const isLookup = operations[id].harm === 'read'
  if (!(await isRefused(it, id)) && !(isLookup && (await isRefused(it, id)))) return false
  await it.advance(aMonth)
  return isRefused(contextWith(run, { deployment, style }), id)
}

/** A context in a new world with nothing else than what is given. */
async function newWorld(run: PropertyRun, special: NewWorld = {}): Promise<Context> {
  const { situation, ...others } = run
  await startWorld({ ...others, deployment: situation?.plain ?? run.deployment })
  const it = contextWith(run, special)
  const to = it.canMoveClock ? special.instant?.(await it.now()) : undefined
  if (to !== undefined) await it.advanceTo(to)
  return it
}

/** A context without the situation of a run, but with what is given. */
function contextWith(run: PropertyRun, special: NewWorld): Context {
  const { situation, ...others } = run
  const plain = situation?.plain ?? run.deployment
  const { deployment = plain, style = {}, sharesOrders = false } = special
  const like = {
    words: '',
    style,
    sharesOrders,
    plain,
    acting: { merchant: 0 },
    days: [],
    begin: async () => {},
  }
  const isPlain = !sharesOrders && Object.keys(style).length === 0
  return new Context({ ...others, deployment, ...(isPlain ? {} : { situation: like }) })
}
