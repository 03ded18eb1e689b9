// Puts together what the runner says of steps and what the wire saw of requests. The runner loses the results of a part's
// steps when the part ends without its outputs; the wire does not.

import { lostStep, type RanStep, stepName } from './running.ts'
import type { Exchange } from './wire.ts'

/** A step and its request, where one went out. */
export interface StepAndExchange {
  step: RanStep
  exchange: Exchange | undefined
}

/** The steps that ran with their exchanges, in the order of the requests; also those whose results the runner lost. */
export function inOrder(ran: readonly RanStep[], exchanges: readonly Exchange[]): StepAndExchange[] {
  const unclaimed = [...exchanges]
  const claim = ({ workflowId, stepId }: RanStep): Exchange | undefined => {
    const at = unclaimed.findIndex(({ step }) => step === stepName(workflowId, stepId))
    return at < 0 ? undefined : unclaimed.splice(at, 1)[0]
  }
  const claimed = ran.map((step) => ({ step, exchange: step.sent ? claim(step) : undefined }))
  const placed: StepAndExchange[] = []
  const place = (before: Exchange | undefined): void => {
    while (
      unclaimed[0] !== undefined &&
      (before === undefined || isBefore(exchanges, unclaimed[0], before))
    ) {
      placed.push({ step: lostStep(unclaimed[0]), exchange: unclaimed[0] })
      unclaimed.shift()
    }
  }
  claimed.forEach((one, index) => {
    place(one.exchange ?? claimed.slice(index).find(({ exchange }) => exchange !== undefined)?.exchange)
    placed.push(one)
  })
  place(undefined)
  return placed
}

function isBefore(exchanges: readonly Exchange[], one: Exchange, other: Exchange): boolean {
  return exchanges.indexOf(one) < exchanges.indexOf(other)
}
