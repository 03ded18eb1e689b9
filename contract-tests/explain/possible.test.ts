// Actions that are possible at a deployment.

import { expect, it } from 'vitest'
import { Random } from '../histories/random.ts'
import { Side } from '../histories/side.ts'
import { State } from '../histories/state.ts'
import { inProcess } from '../observe/in-process.ts'
import { RunBudget } from '../observe/run-budget.ts'
import { possibleAt } from './possible.ts'

it('leaves out a payload for a key that the target file does not have', () => {
  const deployment = inProcess()
  const state = new State(new Side(deployment), new Random(1), 'order')
  const action = { operation: 'validateExchangePayment', encryption: 'the key of the service' } as const
  const at = (target: typeof deployment.target) =>
    possibleAt({ ...deployment, target }, new RunBudget(target.limits, 'money', deployment))(action, state)
  expect(at(deployment.target)).toBe(action)
  expect(at({ ...deployment.target, servicePublicKey: undefined })).toBeUndefined()
})
