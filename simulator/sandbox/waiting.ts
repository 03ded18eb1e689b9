// What a sandbox does once deliveries have their outcome, and who must not wait for that.

import { ConflictError, UnavailableError } from '../../core/errors.ts'
import { formatInstant } from '../time/instants.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { currentReception } from '../world/cascades.ts'
import type { World } from '../world/world.ts'

/** How many deliveries may wait for their outcome before requests that may cause others are refused. */
export const maxDeliveriesInLine = 10_000

/** Throws an UnavailableError when the line of deliveries is full. */
export function refuseFullLine({ inLine }: Outbox): void {
  if (inLine < maxDeliveriesInLine) return
  throw new UnavailableError(
    'paytwin cannot process the request: the line of webhook deliveries is full.',
    `${inLine} deliveries wait, because receivers take longer than clients that cause them.`,
    'Repeat the request when GET /control/clock shows fewer deliveriesInLine, or reset the sandbox (POST /control/reset).',
  )
}

/** A sandbox, whose world and outbox may be replaced meanwhile. */
interface Waiting {
  readonly world: World
  readonly outbox: Outbox
  readonly advancing: boolean
}

/**
 * Acts once every delivery has its outcome, before anything else can start. Throws a ConflictError when clients cause so many that
 * this would not end.
 */
export async function whenIdle<Result>(sandbox: Waiting, what: string, act: () => Result): Promise<Result> {
  refuseToWait(sandbox, what)
  return afterDeliveries(sandbox, what, sandbox.outbox.settleFromNow(), () => {
    const { busy, inLine } = sandbox.outbox
    if (!busy) return act()
    throw new ConflictError(
      `The sandbox did not ${what}.`,
      `It waited for the deliveries that were in line, and clients caused ${inLine} others meanwhile.`,
      'Stop these clients, or try again when GET /control/clock shows no deliveriesInLine.',
      { state: 'delivering' },
    )
  })
}

/** Acts once the deliveries that are in line have their outcome. What clients cause meanwhile is not sent before. */
export async function whenPaused(sandbox: Waiting, what: string, act: () => void): Promise<void> {
  refuseToWait(sandbox, what)
  const { outbox } = sandbox
  const resume = outbox.pauseFromNow()
  try {
    await afterDeliveries(sandbox, what, () => sandbox.outbox.settle(), act)
  } finally {
    // What is left of a world that was replaced is never sent.
    if (sandbox.outbox === outbox) resume()
  }
}

/** Between the last look at the deliveries and the act, nothing else can happen. */
async function afterDeliveries<Result>(
  sandbox: Waiting,
  what: string,
  settle: () => Promise<void> | undefined,
  act: () => Result,
): Promise<Result> {
  const { tally } = sandbox.outbox
  const { timedOut } = tally
  for (let settling = settle(); settling !== undefined; settling = settle()) await settling
  refuseWhileAdvancing(sandbox, what)
  if (tally.timedOut > timedOut)
    throw new ConflictError(
      `The sandbox did not ${what}.`,
      'It waited for a delivery that timed out. A webhook handler that requests this over HTTP waits for itself.',
      'Try again outside the webhook handler.',
    )
  return act()
}

export function refuseToWait(sandbox: Waiting, what: string): void {
  refuseWhileAdvancing(sandbox, what)
  refuseInReceiver(sandbox, what)
}

function refuseWhileAdvancing(sandbox: Waiting, what: string): void {
  if (!sandbox.advancing) return
  throw new ConflictError(
    `The sandbox cannot ${what} now.`,
    `Its clock is advancing, and is at ${formatInstant(sandbox.world.now)}. A webhook handler must not wait for that.`,
    'Wait for the response of that advance, then try again.',
    { state: 'advancing' },
  )
}

export function refuseInReceiver(sandbox: Waiting, what: string): void {
  const reception = currentReception()
  if (reception?.cascades !== sandbox.world.cascades || reception.over) return
  throw new ConflictError(
    `A webhook handler cannot ${what}.`,
    'This waits for every delivery, and the delivery that is being handled ends only with the handler.',
    'Do it after the handler has returned.',
    { state: 'delivering' },
  )
}
