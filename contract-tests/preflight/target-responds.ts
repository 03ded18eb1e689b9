// Reasons to end a run before it begins: a target that does not respond, and amounts that exceed its limits.

import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { UsageError } from '../../core/errors.ts'
import { operations } from '../../spec/operations.ts'
import { Client } from '../observe/client.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { FailedRequest } from '../observe/repetition.ts'
import { isUnavailable } from '../observe/response-outcome.ts'
import type { RunBudget } from '../observe/run-budget.ts'

/** The attempts of the first request if the connection is lost. */
const maxAttempts = 3

/** Throws a UsageError if none of two operations is where the target says: then no other is. */
async function checkServes(client: Client, baseUrl: string, { status, text }: FailedRequest): Promise<void> {
  if (status !== 404 || (await client.lookup('getShopper')).status !== 404) return
  throw new UsageError(
    `There is no service at ${baseUrl}.`,
    `GET /stores and GET /users/me: HTTP 404. The response is ${text.slice(0, 200)}`,
    'Correct baseUrl in the target file, or --base-url.',
  )
}

/** Throws a UsageError if the usual payment of the suite exceeds the limit of the target. */
export function checkAmounts({ known, limits }: Target): void {
  if (new Decimal(known.amount).lte(limits.amount)) return
  throw new UsageError(
    `known.amount is ${known.amount} USD, which exceeds limits.amount of ${limits.amount} USD.`,
    'Most payments of the suite have the amount known.amount.',
    'Lower known.amount, or raise limits.amount in the target file.',
  )
}

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** The variable of a proxy through which the target may be reached by other programs. */
function unusedProxy(environment: NodeJS.ProcessEnv): string {
  const name = proxyVariables.find((variable) => environment[variable])
  return name === undefined ? '' : ` ${name} is set, but requests to the target use no proxy.`
}

/** Sends one request before all others, because a target without any response has no verdict. Throws a UsageError then. */
export async function checkTargetResponds(deployment: Deployment, budget: RunBudget): Promise<void> {
  const { baseUrl, limits } = deployment.target
  await budget.admit('getStore', [])
  const client = new Client(deployment, budget)
  let first = await client.lookup('getStore')
  for (let attempt = 1; attempt < maxAttempts && first.status === 0; attempt += 1) {
    if (first.timedOut || !first.mayHaveArrived) break
    await budget.admit('getStore', [])
    first = await client.lookup('getStore')
  }
  await checkServes(client, baseUrl, first)
  const moved = client.movedBaseUrl(first, operations.getStore.path)
  if (moved !== undefined)
    throw new UsageError(
      `The target at ${baseUrl} redirects requests.`,
      `GET /stores: HTTP ${first.status}, location ${moved}/stores.`,
      `Set baseUrl in the target file, or --base-url, to ${moved}.`,
    )
  if (!isUnavailable(first.status) || first.status === 429) return
  // The rest can work.
  const canRespond = first.status !== 0 || first.timedOut
  if (canRespond && (await client.tryLookup('getShopper')) === undefined) return
  if (first.status !== 0)
    throw new UsageError(
      `The target at ${baseUrl} is not available.`,
      `GET /stores and GET /users/me: HTTP ${first.status}.`,
      'Run the suite again when the target is available, or correct baseUrl in the target file or --base-url.',
    )
  throw new UsageError(
    `The target at ${baseUrl} does not respond.`,
    `GET /stores: ${first.text}. The timeout is ${limits.timeoutSeconds} seconds.${unusedProxy(process.env)}`,
    `${first.timedOut ? 'Raise limits.timeoutSeconds in the target file if the target is slow. Otherwise start' : 'Start'} the target, or correct baseUrl in the target file or --base-url.`,
  )
}
