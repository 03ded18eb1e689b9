// Two simulators with equal options answer 100,000 actions alike, though they make different ids.

import { expect, it } from 'vitest'
import { inProcess } from '../observe/in-process.ts'
import { Generator } from './generator.ts'
import { firstDifference } from './history.ts'

const share = Number(process.env.TEST_SHARE ?? 1)
const actions = 500

it.each(Array.from({ length: Math.ceil(200 * share) }, (_, at) => at + 1))(
  'no difference in 500 actions (%d)',
  async (seed) => {
    const assumptions = { 'transactions.crypto-duration': 'min', 'bank-payments.duration': 'min' } as const
    const [model, other] = [1, 2].map((one) => inProcess({ simulator: { seed: one, assumptions } }))
    if (model === undefined || other === undefined) throw new RangeError('There are two.')
    const history = await new Generator(seed).history(model, actions)
    expect(await firstDifference(history, other)).toBeUndefined()
  },
)
