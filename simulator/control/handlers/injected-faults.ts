// Injected faults: failures that a user plans for the next requests of an operation.

import { UsageError } from '../../../core/errors.ts'
import { exchangePaymentErrors } from '../../../spec/errors.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { InjectedFaultAction } from '../../pipeline/injected-faults.ts'
import { type RefusalCode, refusalRows } from '../../resources/refusals.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { listControlOperations, readControlDocument } from '../document.ts'
import type { ControlInput, TopicHandlers } from '../handler-types.ts'

function listed({ faults }: Sandbox) {
  return { injectedFaults: faults.list().map((fault) => ({ ...fault })) }
}

export const injectedFaults: TopicHandlers<'injected-faults'> = {
  listInjectedFaults: ({ sandbox }) => listed(sandbox),
  injectFault: ({ sandbox, body }) => {
    const { operationId, action, after = 0, times = 1 } = body
    sandbox.faults.add({ operationId, action: actionOf(operationId, action), after, times })
    return listed(sandbox)
  },
  clearInjectedFaults: ({ sandbox }) => {
    sandbox.faults.clear()
    return listed(sandbox)
  },
}

function actionOf(
  operationId: OperationId,
  action: ControlInput<'injectFault'>['body']['action'],
): InjectedFaultAction {
  if (action.do === 'respond') return { ...action, body: action.body ?? null }
  if (action.do !== 'refuse') return action
  const codes = refusalsOf(operationId)
  const code = codes.find((one) => one === action.code || statedCode(one) === Number(action.code))
  if (code !== undefined) return { do: 'refuse', code }
  throw new UsageError(
    `${operationId} cannot refuse with ${JSON.stringify(action.code)}.`,
    codes.some(statedCode)
      ? 'The operation has no such code. The errors that the contract states can also be given as numbers.'
      : 'The operation has no such code.',
    `Choose among: ${codes.join(', ')}. For any other response, use {"do":"respond","status":…,"body":…}.`,
  )
}

/** The number of a stated error. Contract: Errors, 1. */
function statedCode(code: RefusalCode): number | undefined {
  const row = refusalRows[code]
  return row.form === 'exchange-error' ? exchangePaymentErrors[row.error].code : undefined
}

/** The codes that an operation refuses with, as the control document lists them. */
function refusalsOf(operationId: OperationId): readonly RefusalCode[] {
  return listControlOperations(readControlDocument()).flatMap(
    ({ operation }) => operation['x-refusals']?.[operationId] ?? [],
  )
}
