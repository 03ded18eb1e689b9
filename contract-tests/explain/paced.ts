// A deployment within the limits of its target: the number and the rate of requests, and the time of each.

import type { Deployment } from '../observe/deployment.ts'
import type { RunBudget } from '../observe/run-budget.ts'

/** Sends each request of an operation when the budget allows it. Throws a RunEnded once it is spent. */
export const paced = (deployment: Deployment, budget: RunBudget): Deployment => ({
  ...deployment,
  send: async (url, init, operationId) => {
    if (operationId === undefined) return deployment.send(url, init)
    await budget.admit(operationId, [])
    const limit = budget.timeLimit(operationId)
    try {
      return await deployment.send(url, { ...init, signal: limit.signal }, operationId)
    } finally {
      limit.end()
    }
  },
})
