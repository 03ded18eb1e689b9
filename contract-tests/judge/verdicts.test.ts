// The verdict where a claim and histories find a violation of one requirement, or only one of them does.

import { expect, it } from 'vitest'
import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import { nothingFound } from '../experiment/one-run.ts'
import { inProcess } from '../observe/in-process.ts'
import type { Violation } from '../observe/violation.ts'
import { judge } from './verdicts.ts'

const requirement = 'partial-payments.after-two-weeks-refused'
const byClaim = { actual: 'by a claim' }
const byHistories = { actual: 'by histories', place: 'outcome', unexplained: 'undetermined' } as const

function judged(...violations: readonly Pick<Violation, 'actual' | 'place' | 'unexplained'>[]) {
  const outcomes = violations.map((one) => ({
    ...nothingFound,
    property: { title: one.actual, level: 'read', checks: [], run: async () => {} } as const,
    violations: [{ requirement, expected: '', transcript: [], ...one } as const],
  }))
  const { failures, warnings } = judge(outcomes, {
    ...{ selected: new Set([requirement] as const), strict: false, tag: 'pt', reproduce: () => '' },
    ...{ succeeded: new Set(), stayedUnavailable: new Set(), redactor: new Redactor(redactionPolicy) },
    ...{ target: inProcess().target, remote: false },
  })
  return {
    failures: failures.map(({ failure }) => failure.actual),
    warnings: warnings.map(({ failure }) => failure.actual),
  }
}

it('a claim decides, whatever histories find', () => {
  expect(judged(byClaim, byHistories)).toEqual({ failures: ['by a claim'], warnings: [] })
  expect(judged(byHistories, byClaim)).toEqual({ failures: ['by a claim'], warnings: [] })
})

it('histories alone warn, and fail where every possible option gives the same', () => {
  expect(judged(byHistories)).toEqual({ failures: [], warnings: ['by histories'] })
  const determined = { ...byHistories, unexplained: 'determined' } as const
  expect(judged(determined)).toEqual({ failures: ['by histories'], warnings: [] })
  expect(judged(determined, byClaim)).toEqual({ failures: ['by a claim'], warnings: [] })
})
