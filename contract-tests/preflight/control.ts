// The control operations that the suite needs, tried once. One that does not work is treated as missing.

import { ControlError } from '../../client/control-client.ts'
import { errorMessage } from '../../core/errors.ts'
import { includesLevel } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import { PreconditionFailed } from '../observe/violation.ts'
import type { Prober } from './prober.ts'

/** Tries the clock and the shopper of a deployment. Records why one of them does not work. */
export async function probeControl(prober: Prober, used: ReadonlySet<OperationId>): Promise<void> {
  const { deployment, budget } = prober.run
  const { clock, shopper, missing } = deployment
  const attempt = async (capability: 'clock' | 'shopper', act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ControlError || error instanceof PreconditionFailed)) throw error
      // Without any response, each further call would wait as long.
      if (error instanceof ControlError && error.status === 0) throw error
      missing.set(capability, errorMessage(error))
    }
  }
  if (clock !== undefined)
    await attempt('clock', async () => {
      await clock.now()
      if (includesLevel(budget.level, 'disruptive')) await clock.advance({ ms: 0 })
    })
  if (shopper === undefined || !used.has('closePartialPayment') || !includesLevel(budget.level, 'money'))
    return
  const created = await prober.newTransaction()
  if (created === undefined) return
  await attempt('shopper', async () => {
    await shopper.pay(created.id, '0.5')
    await shopper.requestRefund(created.id)
  })
}
