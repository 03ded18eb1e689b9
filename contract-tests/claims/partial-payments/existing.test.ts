// Partial payments that an operator prepared make closings checkable where nobody can act as the shopper.

import { describe, expect, it } from 'vitest'
import { qrTransaction, sampleSource } from '../../../client/sample-requests.ts'
import { callService } from '../../../client/service-client.ts'
import { mutants } from '../../altered/mutants/all.ts'
import { verify } from '../../commands/verify.ts'
import type { InProcessOptions } from '../../observe/in-process.ts'
import { sharedWorld } from '../../observe/shared-world.ts'
import { existingPartialPayments } from './existing.ts'

async function verifyWithFixtures(
  names: readonly string[],
  reuse = false,
  options?: InProcessOptions,
  others: Readonly<Record<string, string>> = {},
) {
  const simulator = await sharedWorld(options)
  const { clock: _, shopper, ...rest } = simulator
  const { target } = simulator
  const fixtures: Record<string, string> = { ...others }
  for (const name of names) {
    const body = qrTransaction(sampleSource(target, name))
    const { success } = await callService('createQrTransaction', target, { body }, simulator.send)
    await shopper?.pay(success.result.id, '0.5')
    if (name === 'refundRequestedPartialPayment') await shopper?.requestRefund(success.result.id)
    fixtures[name] = body.orderId
  }
  const deployment = {
    ...rest,
    target: { ...target, fixtures, capabilities: {} },
    remote: true,
  }
  const run = () => verify(deployment, { properties: existingPartialPayments, level: 'money' })
  if (reuse) await run()
  const report = await run()
  return {
    report,
    of: (id: string) => report.requirements.find((one) => one.id === `partial-payments.${id}`),
  }
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
      const id = `partial-payments.${name}`
      const { requirement: _, ...options } = mutants.find(({ requirement }) => requirement === id) ?? {}
      const { report } = await verifyWithFixtures(['openPartialPayment'], false, options)
      expect(report.failures.map(({ requirement }) => requirement)).toContain(id)
    }
  })

  it('leave open whose closing took effect if another merchant may close them', async () => {
    const id = 'partial-payments.by-its-merchant-only'
    const { requirement: _, ...options } = mutants.find(({ requirement }) => requirement === id) ?? {}
    const { report, of } = await verifyWithFixtures(['openPartialPayment'], false, options)
    expect(report.failures).toEqual([])
    expect(of('by-its-merchant-only')?.verdict).toBe('inconclusive')
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
    const { report } = await verifyWithFixtures(['openPartialPayment', 'oldPartialPayment'])
    expect(report.failures.map(({ requirement }) => requirement)).toEqual([
      'partial-payments.after-two-weeks-refused',
    ])
  })
})
