// The keys and secrets of the second merchant: a refusal by a wrong one would look as if merchants were isolated.

import { includesLevel } from '../../spec/operation.ts'
import { operations } from '../../spec/operations.ts'
import type { FailedPrecondition } from '../observe/failed-preconditions.ts'
import { datumOf, encryptionRemedy } from './diagnosis.ts'
import { knownGood, type ProbedId } from './known-good.ts'
import type { Prober } from './prober.ts'

/** The probes: of the operations with a key or a secret, those that harm the least. */
const probes = ['validateExchangePayment', 'addPayees'] as const

/** One failed precondition for each key or secret with which the request of the second merchant is refused, and that of the first is not. */
export async function secondMerchantPreconditions(prober: Prober): Promise<FailedPrecondition[]> {
  const { budget, deployment } = prober.run
  const [, second] = deployment.target.merchants
  if (second === undefined) return []
  const own = prober.for(second)
  const failedPreconditions: FailedPrecondition[] = []
  for (const id of probes) {
    const [form] = knownGood[id]()
    if (form === undefined || !includesLevel(budget.level, operations[id].harm)) continue
    const response = await own.send(id, form)
    if (response?.outcome !== 'refusal' || (await prober.send(id, form))?.outcome !== 'success') continue
    if (await own.isRefusedForAMoment(id, form)) continue
    const datum = datumOf(id, prober)
    const encrypted = (Object.keys(knownGood) as ProbedId[]).filter((one) => datumOf(one, prober) === datum)
    failedPreconditions.push({
      merchant: second.id,
      operations: encrypted,
      call: own.calls.get(response),
      message: `${datum.replace('merchants[0]', 'merchants[1]')}: ${id} of the second merchant is refused (HTTP ${response.status} ${response.text.slice(0, 120)}), and that of the first succeeds. ${encryptionRemedy}`,
    })
  }
  return failedPreconditions
}
