// Runs the properties that wait in real time, all at once: together they wait as long as the longest of them.

import type { RequirementId } from '../../spec/requirements.ts'
import type { Property } from '../engine/property.ts'
import { runProperty, type Shared } from '../engine/run-property.ts'
import type { PropertyOutcome } from '../engine/verdicts.ts'
import { durationText } from './duration.ts'
import { RealTime, type TimeSource } from './real-time.ts'

/** The outcomes of properties that wait in real time. Each has one generated input, and separate ids. */
export function runSideBySide(
  properties: readonly Property[],
  shared: Shared,
  source: TimeSource,
): Promise<PropertyOutcome[]> {
  const { deployment } = shared
  const deadline = source.now() + (deployment.patience ?? 0) * 1000
  return Promise.all(
    properties.map((property, index) => {
      const realTime = new RealTime(source, deadline, deployment.webhooks)
      const { webhooks } = realTime
      return runProperty(property, {
        ...shared,
        deployment: {
          ...deployment,
          clock: realTime,
          ...(webhooks === undefined ? {} : { webhooks }),
          send: (url, init) => {
            realTime.catchUp()
            return deployment.send(url, init)
          },
        },
        realTime,
        tag: `${shared.tag}-${index}`,
        ids: { count: 0 },
        runs: 1,
        shrink: false,
      })
    }),
  )
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
