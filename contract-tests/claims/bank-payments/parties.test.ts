// A clock, or days of patience, show that a payment that was accepted is made.

import { expect, it } from 'vitest'
import { mutantOf } from '../../altered/mutants/all.ts'
import { variants } from '../../altered/variants/all.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'
import { passingTime } from '../../observe/test-support/passing-time.ts'
import { bankParties } from './parties.ts'

const id = 'bank-payments.us-shoppers-only'

const canceling = new Map(variants).get('Bank payments from abroad that are accepted and canceled')

it('says what shows whether a payment by a shopper abroad is made', async () => {
  const { clock: _, ...deployment } = inProcess(mutantOf(id))
  const report = await verify(deployment, { properties: bankParties, only: [id], level: 'money' })
  expect(report.requirements.find((one) => one.id === id)).toMatchObject({
    verdict: 'inconclusive',
    reasons: [expect.stringMatching(/Webhooks rule it out with a clock.*\(bank-payments.canceled-later\)$/)],
    permitted: ['bank-payments.canceled-later'],
  })
})

it.each([
  ['fails', 'are completed', mutantOf(id), 'fail'],
  ['passes', 'are canceled', canceling, 'pass'],
])('%s when accepted payments %s days later, without a clock', async (_, __, options, verdict) => {
  const { deployment, time } = await passingTime(options)
  const run = { properties: bankParties, only: [id], level: 'money', time, patience: 10 * 86_400 } as const
  const report = await verify(deployment, run)
  expect(report.requirements.find((one) => one.id === id)?.verdict).toBe(verdict)
})
