// A fault under a condition: the deployment does wrong at the moments for which the condition holds, and right at all others.

import { isObject } from '../../../core/json.ts'
import type { Handlers, InProcessOptions, Seams, WireResponse, World } from '../../observe/in-process.ts'
import type { Mutation } from '../mutants/mutation.ts'
import { transactionOf } from '../mutants/operators/delivery.ts'
import type { Condition } from './conditions.ts'
import { type Moment, Moments } from './moment.ts'

/** Counts of how often a run met the condition where the fault applies, and of how often that changed something. */
export interface Meetings {
  met: number
  changed: number
}

type Handler = (call: never) => unknown
type Hooks = NonNullable<Seams['world']>

/** Calls `ask` at each moment of a deployment; where it returns true, the seam of the fault is used. */
function atMoments(
  fault: InProcessOptions,
  ask: (at: string, moment: Moment) => boolean,
  meetings: Meetings,
) {
  const moments = new Moments()
  const holdsAtRequest = (world: World) => {
    const moment = moments.ofRequest(world)
    return moment?.operation !== undefined && ask(moment.operation, moment)
  }
  const count = (changed: boolean) => {
    meetings.met += 1
    if (changed) meetings.changed += 1
  }
  const seams: Seams = {
    transport: (request, send) => moments.during(request, send),
    request: (request, world) => {
      const holds = holdsAtRequest(world)
      // A fault may remember what was requested before, so it sees every request.
      const rewritten = fault.request?.(request, world)
      if (!holds || rewritten === undefined) return request
      count(JSON.stringify(rewritten) !== JSON.stringify(request))
      return rewritten
    },
    response: (response, request, world) => {
      const holds = holdsAtRequest(world)
      moments.handled(world, response.status === 200 && Object(response.json).result?.success !== false)
      if (!holds || fault.response === undefined) return response
      const rewritten = fault.response(response, request, world)
      count(JSON.stringify(rewritten) !== JSON.stringify(response))
      return rewritten
    },
    handlers: (real) => {
      const replaced = Object.entries(fault.handlers?.(real) ?? {})
      const wrapped = replaced.map(([id, faulty]) => {
        const right = Reflect.get(real, id) as Handler
        return [
          id,
          (call: never) => {
            const { world } = call as { world: World }
            if (!holdsAtRequest(world)) return right(call)
            count(true)
            return (faulty as Handler)(call)
          },
        ]
      })
      return Object.fromEntries(wrapped) as Partial<Handlers>
    },
    delivery: (request, world) => {
      if (!ask('delivery', moments.ofRecord(world, transactionOf(request, world)))) return [request]
      const sent = fault.delivery?.(request, world) ?? [request]
      if (fault.delivery !== undefined) count(JSON.stringify(sent) !== JSON.stringify([request]))
      return sent
    },
    world: hooks(fault.world ?? {}, moments, ask, count),
  }
  return seams
}

function hooks(
  fault: Hooks,
  moments: Moments,
  ask: (at: string, moment: Moment) => boolean,
  count: (changed: boolean) => void,
): Hooks {
  return {
    create: (record, world) => {
      const subject = Object.values(record)[0]
      if (!ask('world', moments.ofRecord(world, subject)) || fault.create === undefined) return
      const before = JSON.stringify(subject)
      fault.create(record, world)
      count(JSON.stringify(subject) !== before)
    },
    scheduleEvent: (event, world) => {
      const record = world.transactions.get(event.ref) ?? world.subscriptions.get(event.ref)
      const at = event.kind === 'subscription.debit' ? event.due : world.now
      if (!ask('world', moments.ofRecord(world, record, at)) || fault.scheduleEvent === undefined)
        return event
      const scheduled = fault.scheduleEvent(event, world)
      count(scheduled !== event && JSON.stringify(scheduled) !== JSON.stringify(event))
      return scheduled
    },
    transition: (event, transaction, world) => {
      if (!ask('world', moments.ofRecord(world, transaction)) || fault.transition === undefined) return event
      const applied = fault.transition(event, transaction, world)
      count(applied !== event)
      return applied
    },
  }
}

export function conditional(
  fault: Mutation,
  condition: Condition,
  meetings: Meetings = { met: 0, changed: 0 },
): InProcessOptions {
  const { selects } = condition
  const response = fault.response
  const chosen: InProcessOptions =
    selects === undefined || response === undefined
      ? fault
      : {
          ...fault,
          response: (right, request, world) => {
            const wrong = response(right, request, world)
            return { ...wrong, json: spliced(right.json, wrong.json, selects) } satisfies WireResponse
          },
        }
  return {
    ...(fault.simulator === undefined ? {} : { simulator: fault.simulator }),
    ...(fault.target === undefined ? {} : { target: fault.target }),
    ...atMoments(chosen, (_, moment) => condition.holds(moment), meetings),
  }
}

/** A deployment without a fault that reports each moment: where it is, and what is the case. */
export function observed(report: (at: string, moment: Moment) => void): InProcessOptions {
  const see = (at: string, moment: Moment) => {
    report(at, moment)
    return false
  }
  return atMoments({}, see, { met: 0, changed: 0 })
}

/** A JSON value with some of the elements of its lists taken from another one. */
function spliced(right: unknown, wrong: unknown, selects: NonNullable<Condition['selects']>): unknown {
  if (Array.isArray(right) && Array.isArray(wrong) && right.length === wrong.length)
    return right.map((one, index) => (selects(index, right.length) ? wrong[index] : one))
  if (isObject(right) && isObject(wrong))
    return Object.fromEntries(
      Object.keys({ ...right, ...wrong })
        .filter((key) => key in wrong)
        .map((key) => [key, spliced(right[key], wrong[key], selects)]),
    )
  return wrong
}
