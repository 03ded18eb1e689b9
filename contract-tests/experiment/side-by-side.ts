// Runs the properties that wait in real time, all at once: together they wait as long as the longest of them.

import { createHash } from 'node:crypto'
import type { RequirementId } from '../../spec/requirements.ts'
import { durationText } from '../observe/duration.ts'
import type { Journal } from '../observe/journal.ts'
import { RealTime, type TimeSource } from '../observe/real-time.ts'
import { nameOf, type Property } from '../steps/property.ts'
import type { PropertyOutcome, Shared } from './one-run.ts'
import { runProperty } from './run-property.ts'

interface InRealTime {
  source: TimeSource
  /** The wait of the run, in seconds. */
  patience: number
  /** The journal of a property in earlier runs. */
  journalOf: (property: Property) => Journal
}

/** The outcomes of properties that wait in real time. Each has one generated input, and separate ids. */
export function runSideBySide(
  properties: readonly Property[],
  shared: Shared,
  { source, patience, journalOf }: InRealTime,
): Promise<PropertyOutcome[]> {
  const { deployment, budget } = shared
  const deadline = source.now() + patience * 1000
  return Promise.all(
    properties.map((property) => {
      const realTime = new RealTime(source, deadline, deployment.webhooks, journalOf(property))
      const { webhooks } = realTime
      return runProperty(property, {
        ...shared,
        deployment: {
          ...deployment,
          clock: realTime,
          ...(webhooks === undefined ? {} : { webhooks }),
          send: (url, init, operationId) => {
            // An earlier run has sent it.
            if (realTime.isReplaying) budget.sentRequests -= 1
            return realTime.send(url, init, operationId, deployment.send)
          },
        },
        realTime,
        tag: `${shared.tag}-${tagOf(property)}`,
        ids: { count: 0 },
        runs: 1,
        shrink: false,
      })
    }),
  )
}

/** A short name that stays the same in later runs, whichever properties they have. */
function tagOf(property: Property): string {
  return createHash('sha256').update(nameOf(property)).digest('hex').slice(0, 6)
}

/** One line: the requirements that only properties in real time have checked; none without such requirements. */
export function addedByPatience(
  inRealTime: readonly PropertyOutcome[],
  others: readonly PropertyOutcome[],
  patience = 0,
): string[] {
  const known = new Set(others.flatMap(({ checked }) => [...checked.keys()]))
  const added = new Set<RequirementId>()
  for (const { checked, property } of inRealTime)
    for (const id of checked.keys()) if (property.checks.includes(id) && !known.has(id)) added.add(id)
  if (added.size === 0) return []
  const count = `${added.size} ${added.size === 1 ? 'requirement' : 'requirements'}`
  return [`The patience of ${durationText(patience)} added ${count}: ${[...added].sort().join(', ')}.`]
}
