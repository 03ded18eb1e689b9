// Before anything is judged: one known-good request for each credential, encryption and role. What cannot succeed with the data
// of the target is named once, and what rests on it is inconclusive instead of failing.

import type { OperationId } from '../../spec/operations.ts'
import { RunEnded } from '../engine/run-budget.ts'
import { probeControl } from './control.ts'
import { findOperationObstacles } from './operations.ts'
import { type ProbeRun, Prober } from './prober.ts'
import { secondMerchantObstacles } from './second-merchant.ts'
import { tokenObstacles } from './tokens.ts'

/** Probes what operations need. The budget of the run then admits no request that cannot succeed. */
export async function preflight(
  run: ProbeRun,
  used: ReadonlySet<OperationId>,
  { actsAsSecondMerchant = false } = {},
): Promise<void> {
  const prober = new Prober(run)
  try {
    const obstacles = await tokenObstacles(prober, used)
    if (obstacles === undefined) return
    run.budget.obstacles.push(...obstacles)
    await probeControl(prober, used)
    await findOperationObstacles(prober, used)
    if (actsAsSecondMerchant) run.budget.obstacles.push(...(await secondMerchantObstacles(prober)))
  } catch (error) {
    // The budget keeps why the run ended.
    if (!(error instanceof RunEnded)) throw error
  }
}
