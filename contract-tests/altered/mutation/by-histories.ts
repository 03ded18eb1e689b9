// Runs histories at conditional mutants: each answer is compared with that of the model.

import { errorMessage } from '../../../core/errors.ts'
import { Generator } from '../../histories/generator.ts'
import { firstDifference, type History, requestCount } from '../../histories/history.ts'
import { inProcess } from '../../observe/in-process.ts'
import { conditional } from '../conditions/conditional.ts'
import { type ConditionalMutant, isStated } from '../conditions/grid.ts'
import type { SampleOutcome } from './sample.ts'

let recorded: Promise<readonly History[]> | undefined

/** Runs histories with that many requests in all at a mutant until an answer differs. The histories are drawn once. */
export async function runByHistories(
  mutant: ConditionalMutant,
  requests: number,
  seed: number,
): Promise<SampleOutcome> {
  recorded ??= new Generator(seed).histories(inProcess(), requests)
  const { fault, condition, id } = mutant
  const meetings = { met: 0, changed: 0 }
  const outcome = {
    ...{ id, requirement: fault.requirement, dimension: condition.dimension, stated: isStated(mutant) },
    ...{ noticed: false, failed: [], inconclusive: false, errors: [], meetings },
  }
  let sent = 0
  try {
    for (const history of await recorded) {
      const found = await firstDifference(history, inProcess(conditional(fault, condition, meetings)))
      if (found !== undefined) return { ...outcome, noticed: true, requests: sent + found.requests }
      sent += requestCount(history.steps)
    }
    return outcome
  } catch (error) {
    return { ...outcome, errors: [errorMessage(error)] }
  }
}
