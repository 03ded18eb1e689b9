// A deployment that violates only an inferred requirement conforms, with a warning. With `strict` it does not.

import { describe, expect, it } from 'vitest'
import { requirements } from '../../spec/requirements.ts'
import { changeResponse } from '../altered/mutants/operators/response.ts'
import { exitCodes } from '../judge/exit-codes.ts'
import { report as reportSchema } from '../judge/report.ts'
import { inProcess, type ResponseSeam } from '../observe/in-process.ts'
import { htmlReport } from '../report/html.ts'
import { junitReport } from '../report/junit.ts'
import { terminalReport } from '../report/terminal.ts'
import { verify } from './verify.ts'

const id = 'invoices.order-info-same-redirect-url'
const { section, reason } = requirements[id]

/** Verifies a deployment that adds a parameter to the redirect URL, which the contract does not exclude. */
const run = (strict: boolean) =>
  verify(
    inProcess({
      response: changeResponse('getInvoice', 'result.returnval.redirectUrl', (url) => `${url}?paid=1`),
    }),
    { only: [id, 'stores'], runs: 2, strict },
  )

it('reports a violation of an inferred requirement as a warning, and conforms', async () => {
  const report = await run(false)
  expect(report.exitCode).toBe(exitCodes.conforms)
  expect(report.outcome).toBe('conforms, with warnings about 1 requirement; --strict fails on warnings')
  expect(report.failures).toEqual([])
  expect(report.warnings).toMatchObject([{ requirement: id, basis: 'inferred', reason, section }])
  expect(report.requirements.find((one) => one.id === id)).toMatchObject({
    verdict: 'warning',
    reasons: [reason],
  })
  expect(report.counts).toMatchObject({ fail: 0, warning: 1 })
  expect(() => reportSchema.parse(report)).not.toThrow()
})

it('lists warnings apart, with the place and the reason, in every form of the report', async () => {
  const report = await run(false)
  const terminal = terminalReport(report)
  expect(terminal).toMatch(/^Warnings\. /m)
  expect(terminal).toMatch(new RegExp(`^⚠ Requirement {5}${id}$`, 'm'))
  for (const text of [terminal, htmlReport(report), junitReport(report)]) {
    expect(text).toContain(section)
    expect(text).toContain(reason)
  }
  expect(htmlReport(report)).toContain('<section id="warnings">')
  expect(htmlReport(report)).not.toContain('<section id="failures">')
  expect(junitReport(report)).toContain('<system-out>Warning: ')
  expect(junitReport(report)).not.toContain('<failure')
})

describe('a property with a violation of an inferred requirement', () => {
  const amount = changeResponse('getInvoice', 'result.returnval.amount', () => '123456.00')
  const merchant = changeResponse('getInvoice', 'result.returnval.merchant_id', () => 'unknown')
  const verified = (response: ResponseSeam) =>
    verify(inProcess({ response }), { only: ['invoices'], level: 'write', runs: 6, acceptPartial: true })

  it('checks its other requirements', async () => {
    const { warnings, counts, exitCode } = await verified(amount)
    expect(warnings).toMatchObject([{ requirement: 'invoices.order-info-same-amount' }])
    expect(warnings[0]?.counterexample).toBeDefined()
    expect(counts).toMatchObject({ warning: 1, inconclusive: 0 })
    expect(exitCode).toBe(exitCodes.conforms)
  })

  it('accuses no stated requirement that may rest on it, and says that there are warnings', async () => {
    const report = await verified((...response) => merchant(amount(...response), response[1], response[2]))
    expect(report.failures).toEqual([])
    expect(report.outcome).toMatch(/^is inconclusive in \d+ requirements?, with warnings about/)
    expect(report.requirements).toContainEqual(
      expect.objectContaining({ id: 'invoices.order-info-names-the-merchant', verdict: 'inconclusive' }),
    )
  })
})

it('fails with strict, and the command that reproduces it is strict, too', async () => {
  const report = await run(true)
  expect(report.exitCode).toBe(exitCodes.violated)
  expect(report.warnings).toEqual([])
  expect(report.failures).toMatchObject([{ requirement: id, basis: 'inferred', reason }])
  expect(report.failures[0]?.reproduce).toContain(' --strict ')
})
