// Without a clock, whether a payment that was accepted is made stays open.

import { expect, it } from 'vitest'
import { mutants } from '../../altered/mutants/all.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'
import { bankParties } from './parties.ts'

const id = 'bank-payments.us-shoppers-only'

it('says what shows whether a payment by a shopper abroad is made', async () => {
  const { requirement: _, ...options } = mutants.find(({ requirement }) => requirement === id) ?? {}
  const { clock: __, ...deployment } = inProcess(options)
  const report = await verify(deployment, { properties: bankParties, only: [id], level: 'money' })
  expect(report.requirements.find((one) => one.id === id)).toMatchObject({
    verdict: 'inconclusive',
    reasons: [expect.stringMatching(/^bank-payments.canceled-later: .* A clock and webhooks rule it out/)],
    permitted: ['bank-payments.canceled-later'],
  })
})
