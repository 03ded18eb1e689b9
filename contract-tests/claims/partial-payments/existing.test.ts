// Partial payments that an operator prepared make closings checkable where nobody can act as the shopper.

import { describe, expect, it } from 'vitest'
import { mutants } from '../../altered/mutants/all.ts'
import { sharedFixtures } from '../../commands/prepared-world.ts'
import { verify } from '../../commands/verify.ts'
import { type InProcessOptions, inProcess } from '../../observe/in-process.ts'
import { existingPartialPayments } from './existing.ts'

async function verifyWithFixtures(
  names: readonly string[],
  reuse = false,
  options?: InProcessOptions,
  others?: Readonly<Record<string, string>>,
) {
  const deployment = (await sharedFixtures(inProcess(options)))(names, others)
  const run = () => verify(deployment, { properties: existingPartialPayments, level: 'money' })
  if (reuse) await run()
  const report = await run()
  return {
    report,
    of: (id: string) => report.requirements.find((one) => one.id === `partial-payments.${id}`),
  }
}

const faulty = (name: string): InProcessOptions => {
  const { requirement: _, ...options } =
    mutants.find(({ requirement }) => requirement === `partial-payments.${name}`) ?? {}
  return options
}

describe('partial payments in the target file', () => {
  it('are closed, unless a refund is requested', async () => {
    const { report, of } = await verifyWithFixtures(['openPartialPayment', 'refundRequestedPartialPayment'])
    expect([report.failures, report.errors]).toEqual([[], []])
    for (const id of [
      'within-two-weeks',
      'unforced-refund-request-blocks',
      'forced-despite-refund-request',
      'required-fields-refused',
      'encrypted-with-the-client-secret',
      'by-its-merchant-only',
    ])
      expect([id, of(id)?.verdict]).toEqual([id, 'pass'])
    expect(of('after-two-weeks-refused')?.verdict).toBe('not applicable')
  })

  it('accuse nobody of refusing what an earlier run has closed', async () => {
    const { report, of } = await verifyWithFixtures(['openPartialPayment'], true)
    expect(report.failures).toEqual([])
    expect(of('within-two-weeks')?.reasons).toEqual([
      expect.stringContaining('Name a partial payment that no run'),
    ])
  })

  it('accuse nobody of accepting the closing of what an earlier run has closed', async () => {
    const { report } = await verifyWithFixtures(['refundRequestedPartialPayment'], true, {
      simulator: { assumptions: { 'partial-payments.closed-twice': 'accepted' } },
    })
    expect(report.failures).toEqual([])
  })

  it('show a deployment that closes them without a field, or with another secret', async () => {
    for (const name of ['required-fields-refused', 'encrypted-with-the-client-secret']) {
      const { report } = await verifyWithFixtures(['openPartialPayment'], false, faulty(name))
      expect(report.failures.map(({ requirement }) => requirement)).toContain(`partial-payments.${name}`)
    }
  })

  it('leave open whose closing took effect if another merchant may close them', async () => {
    const id = 'by-its-merchant-only'
    const { report, of } = await verifyWithFixtures(['openPartialPayment'], false, faulty(id))
    expect(report.failures).toEqual([])
    expect(of(id)?.verdict).toBe('inconclusive')
  })

  it('prove nothing if they do not exist', async () => {
    const others = { oldPartialPayment: 'no-such-order' }
    const { report, of } = await verifyWithFixtures(['openPartialPayment'], false, {}, others)
    expect(report.failures).toEqual([])
    expect(of('within-two-weeks')?.verdict).toBe('pass')
    expect(of('after-two-weeks-refused')).toMatchObject({
      verdict: 'inconclusive',
      reasons: [expect.stringMatching(/^fixtures.oldPartialPayment: .* Name one that exists.$/)],
    })
  })

  it('shows a deployment that closes late', async () => {
    const names = ['openPartialPayment', 'oldPartialPayment']
    const { report } = await verifyWithFixtures(names, false, faulty('after-two-weeks-refused'))
    expect(report.failures.map(({ requirement }) => requirement)).toEqual([
      'partial-payments.after-two-weeks-refused',
    ])
  })
})
