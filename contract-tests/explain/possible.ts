// The actions that are possible at a deployment: by its capabilities, the level of the run, and the limits of its target.

import { dayMs, hourMs, minuteMs } from '../../core/durations.ts'
import { parseJson } from '../../core/json.ts'
import { includesLevel } from '../../spec/operation.ts'
import { type Action, type RequestAction, requestsOf } from '../histories/action.ts'
import type { Comparable } from '../histories/comparison.ts'
import type { Adapt } from '../histories/generator.ts'
import type { State } from '../histories/state.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { RunBudget } from '../observe/run-budget.ts'

/** Leaves out what a deployment cannot do, or what a run may not do there. */
export function possibleAt({ clock, shopper, isolates, target }: Deployment, budget: RunBudget): Adapt {
  const actsOutside = includesLevel(budget.level, 'money')
  const canEncrypt = (one: RequestAction) =>
    (target.encrypt === undefined || isEncryptedByModule(one)) &&
    (target.servicePublicKey !== undefined || one.encryption !== 'the key of the service')
  const isOrdinary = (one: RequestAction) => (isolates || one.part !== 'length') && canEncrypt(one)
  return (action, state) => {
    if ('outside' in action) {
      const isPossible = actsOutside && (action.outside === 'advance' ? clock : shopper) !== undefined
      return isPossible ? withSteadyEnd(action, state) : undefined
    }
    const isPermitted = requestsOf(action).every(
      (one) => isOrdinary(one) && budget.permits(one.operation, [one.body, one.payload]),
    )
    return isPermitted ? action : undefined
  }
}

/** True if the function of a target, which encrypts JSON in one way, can encrypt the payload. */
const isEncryptedByModule = ({ payloadText, encryption }: RequestAction) =>
  (payloadText === undefined || parseJson(payloadText) !== undefined) && !ofSimulator.has(encryption)

const ofSimulator: ReadonlySet<RequestAction['encryption']> = new Set([
  ...([
    'the other scheme',
    'PKCS #1 padding',
    'separate blocks',
    'PBKDF2',
    'the key of the service',
  ] as const),
])

/** The times between which a payment is processed and completes, before the latest instant at which it completes. */
const windows = { crypto: [2 * hourMs - minuteMs, 0], bank: [5 * dayMs, 0] } as const

/**
 * A wait that ends when no payment may be done or not: services decide when within hours or days. Such a wait goes on until all are
 * done. The model completes payments at the latest possible instant.
 */
function withSteadyEnd(action: Extract<Action, { outside: string }>, { world }: State): Action {
  if (action.outside !== 'advance') return action
  let end = world.now + action.ms
  const due = [...world.schedule].filter(({ kind }) => kind === 'transaction.complete')
  for (const event of due.sort((one, other) => one.due - other.due)) {
    const isBank = world.transactions.get(event.ref)?.kind === 'bank'
    const [before, after] = windows[isBank ? 'bank' : 'crypto']
    if (end > event.due - before && end <= event.due + after) end = event.due + after + 1
  }
  return end === world.now + action.ms ? action : { ...action, ms: end - world.now }
}

/** Options under which the model completes payments at the latest instant. */
export const latestCompletion = {
  'transactions.crypto-duration': 'max',
  'bank-payments.duration': 'max',
} as const

/** More than a second, in which clocks are often read. */
const betweenReadsMs = 1100
/** The clocks of both sides run while a request is on its way, and instants may be rounded. */
const runningClockToleranceMs = minuteMs

/** The parts of answers that can be compared: deliveries only if the deployment says when they are done, instants if its clock stands still. */
export async function comparableAt({ clock, webhooks, remote }: Deployment): Promise<Comparable> {
  const before = await clock?.now()
  if (remote) await new Promise((resolve) => setTimeout(resolve, betweenReadsMs))
  const isStill = before !== undefined && (await clock?.now()) === before
  return {
    deliveries: clock !== undefined && webhooks !== undefined,
    toleranceMs: isStill ? 0 : runningClockToleranceMs,
    isRemote: remote,
  }
}
