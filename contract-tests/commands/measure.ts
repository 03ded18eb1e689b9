// Measures the requests that properties send to the built-in simulator.

import type { Send } from '../../client/service-client.ts'
import type { OperationId } from '../../spec/operations.ts'
import { situationsOf } from '../experiment/choose-situations.ts'
import { emptyState } from '../experiment/one-run.ts'
import type { PlannedRequests, RequestPlan } from '../experiment/request-plan.ts'
import type { Deployment } from '../observe/deployment.ts'
import { inProcess, operationAt } from '../observe/in-process.ts'
import { sharedWorld, withoutControl } from '../observe/shared-world.ts'
import { nameOf, type Property } from '../steps/property.ts'
import { withFixtures } from './prepared-world.ts'
import { verify } from './verify.ts'

const [fewRuns, moreRuns, runsWithSituations] = [1, 3, 20]

export async function measuredPlan(properties: readonly Property[]): Promise<RequestPlan> {
  const plan: Record<string, PlannedRequests> = {}
  for (const property of properties) {
    const few = await requestsOf(property, fewRuns)
    const more = await requestsOf(property, moreRuns)
    const perRun = Math.max(0, (more.length - few.length) / (moreRuns - fewRuns))
    const inSituations = async (deployment: Deployment) => {
      const shared = { ...emptyState(), deployment, runs: runsWithSituations }
      const count = situationsOf(property, shared).length
      if (count === 0) return 0
      const all = await requestsOf(property, runsWithSituations, deployment)
      return tenths((all.length - few.length - perRun * (runsWithSituations - fewRuns)) / count)
    }
    plan[nameOf(property)] = {
      operations: [...new Set([...few, ...more])].sort(),
      once: Math.max(0, Math.round(few.length - perRun * fewRuns)),
      perRun: tenths(perRun),
      perSituation: {
        isolated: await inSituations(inProcess()),
        shared: await inSituations(await sharedWorld()),
        uncontrolled: await inSituations(withoutControl(await sharedWorld())),
      },
    }
  }
  return plan
}

const tenths = (value: number) => Math.max(0, Math.round(value * 10) / 10)

async function requestsOf(
  property: Property,
  runs: number,
  simulator: Deployment = inProcess(),
): Promise<OperationId[]> {
  const sent: OperationId[] = []
  const needsFixtures = property.needs?.some((need) => need.startsWith('fixture.')) === true
  const deployment = needsFixtures ? await withFixtures(simulator) : simulator
  const send: Send = (url, init) => {
    const id = operationAt(init.method ?? 'GET', new URL(url).pathname.replace(/^\/api/, ''))
    if (id !== undefined) sent.push(id)
    return simulator.send(url, init)
  }
  await verify({ ...deployment, send }, { properties: [property], runs, shrink: false })
  return sent
}

/** The text of the committed plan: one line for each property. */
export function planText(plan: RequestPlan): string {
  const lines = Object.entries(plan).map(([key, row]) => `  ${JSON.stringify(key)}: ${JSON.stringify(row)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
