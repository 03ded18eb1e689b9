// The operations that rest on what the contract does not show, tried once; and the datum of the target to change if one fails.

import { type ClientAssumptions, clientOptions } from '../../client/assumptions.ts'
import type { RequestOptions } from '../../client/operation-request.ts'
import { groupedBy } from '../../core/grouping.ts'
import { includesLevel } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import type { ApiResponse } from '../observe/client.ts'
import type { FailedPrecondition } from '../observe/failed-preconditions.ts'
import {
  assumptionsOf,
  type Change,
  datumOf,
  diagnosisOf,
  emailDomain,
  hasProvedDatum,
  type Refused,
} from './diagnosis.ts'
import { knownGood, laterAttempts, type ProbedId } from './known-good.ts'
import type { Form, Prober } from './prober.ts'

/** Adds the failed preconditions of operations to those of the run. Later operations are probed with what was found for earlier ones. */
export async function checkOperationPreconditions(
  prober: Prober,
  used: ReadonlySet<OperationId>,
): Promise<void> {
  const { budget } = prober.run
  const refused: Refused[] = []
  const accepted = new Set<OperationId>()
  for (const id of Object.keys(knownGood) as ProbedId[]) {
    if (!used.has(id) || !includesLevel(budget.level, operations[id].harm)) continue
    const found = await probed(
      prober,
      id,
      refused.flatMap(({ change }) => change ?? []),
    )
    if (found === 'accepted') accepted.add(id)
    else if (found !== undefined) refused.push(found)
    // An invoice that cannot be created must not keep payments from being probed.
    if (found !== undefined && found !== 'accepted' && id === 'createInvoice')
      budget.failedPreconditions.push({ message: '', operations: [id] })
  }
  budget.failedPreconditions.splice(
    0,
    budget.failedPreconditions.length,
    ...budget.failedPreconditions.filter(({ message }) => message !== ''),
  )
  const unproved: Refused[] = []
  for (const one of refused) if (!(await isProved(prober, one, refused))) unproved.push(one)
  budget.failedPreconditions.push(...(await failedPreconditionsOf(prober, unproved, accepted)))
}

/** True if the credential or secret of a refused operation works: in this run, or in another operation that is tried for that. */
async function isProved(
  prober: Prober,
  { operationId }: Refused,
  refused: readonly Refused[],
): Promise<boolean> {
  const { succeeded, budget } = prober.run
  for (const other of Object.keys(knownGood) as ProbedId[]) {
    if (hasProvedDatum(operationId, succeeded, prober)) return true
    const canProve = hasProvedDatum(operationId, new Set([other]), prober)
    if (!canProve || !includesLevel(budget.level, operations[other].harm)) continue
    if (refused.every((one) => one.operationId !== other)) await probed(prober, other, [])
  }
  return hasProvedDatum(operationId, succeeded, prober)
}

/** `accepted`, or how an operation is refused; undefined if that could not be found out. */
async function probed(
  prober: Prober,
  id: ProbedId,
  known: readonly Change[],
): Promise<'accepted' | Refused | undefined> {
  const forms = knownGood[id](prober)
  let response: ApiResponse | undefined
  let options: RequestOptions | undefined
  for (const form of forms) {
    const next = await prober.send(id, async (one) => {
      options = await form(one)
      return options
    })
    if (next === undefined) return undefined
    if (next.outcome !== 'refusal' || (await succeedsLater(prober, id, options))) {
      if (form === forms[0]) prober.run.accepted.add(id)
      return 'accepted'
    }
    response ??= next
  }
  const [form] = forms
  if (response === undefined || form === undefined) return undefined
  if (await prober.isRefusedForAMoment(id, form)) {
    prober.run.accepted.add(id)
    return 'accepted'
  }
  const change = await acceptedChange(prober, id, form, known)
  return { operationId: id, response, ...(change === undefined ? {} : { change }) }
}

/** True if a request succeeds when it is retried after the clock has moved. */
async function succeedsLater(prober: Prober, id: ProbedId, options?: RequestOptions): Promise<boolean> {
  const { deployment, budget } = prober.run
  const { clock, missing } = deployment
  if (clock === undefined || missing.has('clock') || !includesLevel(budget.level, 'disruptive')) return false
  for (const span of laterAttempts[id] ?? []) {
    await clock.advance(span)
    const response = await prober.send(id, () => options)
    if (response !== undefined && response.outcome !== 'refusal') return true
  }
  return false
}

/** The other assumptions with which a request succeeds; those that were found before come first. */
async function acceptedChange(
  prober: Prober,
  id: OperationId,
  form: Form,
  known: readonly Change[],
): Promise<Change | undefined> {
  const relevant = assumptionsOf(id, prober)
  const changes = [
    ...known.filter((change) => Object.keys(change).every((key) => relevant.some((one) => one === key))),
    ...combinations(relevant, prober),
  ]
  for (const change of changes) {
    const response = await prober.assuming(change).send(id, form)
    if (response !== undefined && response.outcome !== 'refusal') return change
  }
  return undefined
}

/** Every other combination of options, those that change the least first. */
function combinations(ids: readonly (keyof ClientAssumptions)[], { target }: Prober): Change[] {
  const lacksServiceKey = target.servicePublicKey === undefined
  const all = ids.reduce<Change[]>(
    (changes, id) =>
      changes.flatMap((change) =>
        clientOptions[id].map((option) =>
          option === target.assumptions[id] ? change : { ...change, [id]: option },
        ),
      ),
    [{}],
  )
  return all
    .filter((change) => Object.keys(change).length > 0)
    .filter((change) => !(lacksServiceKey && Object.values<string>(change).includes('service-key')))
    .sort((a, b) => Object.keys(a).length - Object.keys(b).length)
}

/** One failed precondition for each datum: for each change that helps, and for each key, secret or credential. */
async function failedPreconditionsOf(
  prober: Prober,
  refused: readonly Refused[],
  accepted: ReadonlySet<OperationId>,
): Promise<FailedPrecondition[]> {
  const working = new Set([...accepted].map((id) => datumOf(id, prober)))
  const isInvoiceRefused = refused.some(({ operationId }) => operationId === 'createInvoice')
  const mayNeedDigits = isInvoiceRefused && prober.target.known.orderIds === 'text'
  const withDigits = mayNeedDigits ? prober.withOrdersOfDigits() : undefined
  const diagnosed: (Refused & Awaited<ReturnType<typeof diagnosisOf>>)[] = []
  for (const one of refused)
    diagnosed.push({ ...one, ...(await diagnosisOf(one, prober, working, withDigits)) })
  return [...groupedBy(diagnosed, ({ datum }) => datum)].map(([datum, of]) => {
    const ids = of.map(({ operationId }) => operationId)
    const [{ response, remedy }] = of
    const said = `HTTP ${response.status} ${response.text.slice(0, 120)}`
    const never = ids.length === 1 ? 'never succeeds' : 'never succeed'
    const failsByItself = of.every(({ response, change }) => response.status >= 500 && change === undefined)
    // A wallet transaction has the same customer.
    const withCustomer: OperationId[] =
      datum === emailDomain && ids.includes('createInvoice') ? ['createQrTransaction'] : []
    return {
      operations: [...ids, ...withCustomer],
      call: prober.calls.get(response),
      message: failsByItself
        ? `${ids.join(', ')} ${never} (${said}): the service fails by itself, so look for the cause there first. Then ${datum}: ${remedy}`
        : `${datum}: ${ids.join(', ')} ${never} (${said}). ${remedy}`,
    }
  })
}
