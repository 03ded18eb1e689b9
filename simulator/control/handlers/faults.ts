// Planning faults. What may be refused with is read off the control document, where the contract's table has written it.

import { UsageError } from '../../../core/errors.ts'
import { exchangePaymentErrors } from '../../../spec/errors.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { FaultAction } from '../../faults.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { ControlCall, ControlHandler } from '../call.ts'
import { listControlOperations, readControlDocument } from '../document.ts'

type WantedAction = ControlCall<'planFault'>['body']['action']

function planned({ faults }: Sandbox) {
  return { faults: faults.list().map((fault) => ({ ...fault })) }
}

export const listFaults: ControlHandler<'listFaults'> = ({ sandbox }) => planned(sandbox)

export const planFault: ControlHandler<'planFault'> = ({ sandbox, body }) => {
  const { operationId, action, after = 0, times = 1 } = body
  sandbox.faults.add({ operationId, action: readAction(operationId, action), after, times })
  return planned(sandbox)
}

export const clearFaults: ControlHandler<'clearFaults'> = ({ sandbox }) => {
  sandbox.faults.clear()
  return planned(sandbox)
}

function readAction(operationId: OperationId, action: WantedAction): FaultAction {
  if (action.do === 'answer') return { ...action, body: action.body ?? null }
  if (action.do !== 'refuse') return action
  const expected = refusalsOf(operationId)
  const code = nameOf(action.code)
  if (code !== undefined && expected.includes(code)) return { do: 'refuse', code }
  throw new UsageError(
    `${operationId} cannot be refused with ${JSON.stringify(action.code)}.`,
    operationId === 'createExchangePayment'
      ? 'A refusal is one that the operation can give; the five stated errors go by their codes too.'
      : 'A refusal is one that the operation can give.',
    `Choose among: ${expected.join(', ')}. For any other answer, use {"do":"answer","status":…,"body":…}.`,
  )
}

/** The refusal that a code means: its name, or the number of a stated error. Contract: Errors, 1. */
function nameOf(code: string | number): string | undefined {
  const stated = Object.entries(exchangePaymentErrors).find(
    ([, error]) => String(error.code) === String(code),
  )
  if (stated !== undefined) return `exchange-payments.${stated[0]}`
  return typeof code === 'string' ? code : undefined
}

function refusalsOf(operationId: OperationId): readonly string[] {
  const planning = listControlOperations(readControlDocument()).find(
    ({ operation }) => operation.operationId === 'planFault',
  )
  return planning?.operation['x-refusals']?.[operationId] ?? []
}
