// Before anything is judged: one known-good request for each credential, encryption and role. What cannot succeed with the data
// of the target is named once, and what rests on it is inconclusive instead of failing.

import type { OperationId } from '../../spec/operations.ts'
import { RunEnded } from '../observe/run-budget.ts'
import { probeControl } from './control.ts'
import { learnDeliveries, learnRefusals } from './learn-profile.ts'
import { checkOperationPreconditions } from './operations.ts'
import { type ProbeRun, Prober } from './prober.ts'
import { secondMerchantPreconditions } from './second-merchant.ts'
import { tokenPreconditions } from './tokens.ts'

/** Probes what operations need. The budget of the run then admits no request that cannot succeed. */
export async function preflight(
  shared: Omit<ProbeRun, 'successes'>,
  used: ReadonlySet<OperationId>,
  { actsAsSecondMerchant = false, readsWebhooks = false } = {},
): Promise<void> {
  const run: ProbeRun = { ...shared, successes: new Map() }
  const prober = new Prober(run)
  try {
    const failedPreconditions = await tokenPreconditions(prober, used)
    if (failedPreconditions === undefined) return
    run.budget.failedPreconditions.push(...failedPreconditions)
    await probeControl(prober, used)
    await checkOperationPreconditions(prober, used)
    await learnRefusals(prober, used)
    if (readsWebhooks) await learnDeliveries(prober)
    if (actsAsSecondMerchant)
      run.budget.failedPreconditions.push(...(await secondMerchantPreconditions(prober)))
  } catch (error) {
    // The budget keeps why the run ended.
    if (!(error instanceof RunEnded)) throw error
  }
}
