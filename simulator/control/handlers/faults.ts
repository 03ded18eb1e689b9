// Injected faults, and webhook fault rules.

import { ConflictError, UsageError } from '../../../core/errors.ts'
import { listControlOperations, readControlDocument } from '../../../spec/control/document.ts'
import type { OperationId, RefusalCode } from '../../../spec/operations.ts'
import { exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import { refusalRows } from '../../resources/refusal-rows.ts'
import type { InjectedFaultAction } from '../../sandbox/injected-faults.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { setFaultRules } from '../../webhooks/fault-rules.ts'
import type { World } from '../../world/world.ts'
import type { ControlInput, TopicHandlers } from '../handler-types.ts'
import { namedPage } from '../lists.ts'
import { findMerchant } from './accounts.ts'

type List = ControlInput<'listInjectedFaults'>['query']

function listed({ faults }: Sandbox, query: List = {}) {
  return namedPage('injectedFaults', faults.list(), query, (fault) => ({ ...fault }))
}

const faultRules = ({ faultRules: { rules } }: World) => ({ rules: [...rules] })

export const faults: TopicHandlers<'faults'> = {
  listInjectedFaults: ({ sandbox, query }) => listed(sandbox, query),
  injectFault: ({ sandbox, body }) => {
    const { operationId, action, after = 0, times = 1 } = body
    checkFaultCount(sandbox)
    sandbox.faults.add({ operationId, action: actionOf(operationId, action), after, times })
    return listed(sandbox)
  },
  clearInjectedFaults: ({ sandbox }) => {
    sandbox.faults.replace([])
    return listed(sandbox)
  },
  getWebhookFaultRules: ({ sandbox: { world } }) => faultRules(world),
  setWebhookFaultRules: ({ sandbox: { world }, body: { rules } }) => {
    // A merchant must exist; a transaction may be created later.
    for (const { merchantId } of rules) if (merchantId !== undefined) findMerchant(world, merchantId)
    setFaultRules(world, rules)
    return faultRules(world)
  },
  clearWebhookFaultRules: ({ sandbox: { world } }) => {
    setFaultRules(world, [])
    return faultRules(world)
  },
}

/** Every fault is looked at for every request. */
const maxFaults = 100

function checkFaultCount({ faults }: Sandbox): void {
  const { length } = faults.list()
  if (length >= maxFaults)
    throw new ConflictError(
      'There are too many injected faults.',
      `A sandbox has at most ${maxFaults} that have not ended.`,
      'Remove them with DELETE /control/injected-faults, or use a fault with more `times`.',
      { state: length },
    )
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
