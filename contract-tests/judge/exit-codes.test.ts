// The exit code and the outcome for each mix of verdicts.

import { expect, it } from 'vitest'
import type { EarlyEnd } from '../observe/run-budget.ts'
import { runOutcome } from './exit-codes.ts'

const stopped: EarlyEnd = { code: 'target-stopped-responding', reason: 'no response' }
// The reason must not decide the exit code.
const spent: EarlyEnd = { code: 'requests-spent', reason: 'the target stopped responding' }
const none = 'is inconclusive: no requirement could be checked'

it.each<[Record<string, number>, EarlyEnd | undefined, boolean, number, string]>([
  [{ pass: 3 }, undefined, false, 0, 'conforms'],
  [{ pass: 3, disabled: 200 }, undefined, false, 0, 'conforms'],
  [{ fail: 1, error: 1, inconclusive: 1 }, undefined, false, 1, 'violates 1 requirement of the contract'],
  [{ pass: 3, fail: 2 }, stopped, true, 1, 'violates 2 requirements of the contract'],
  [{ pass: 3, error: 1 }, stopped, false, 3, 'has no verdict: internal error of the suite'],
  [{ pass: 3 }, stopped, true, 2, 'has no verdict: no response'],
  [{ pass: 3 }, spent, true, 4, 'is inconclusive: the target stopped responding'],
  [
    { pass: 3, warning: 1 },
    undefined,
    false,
    0,
    'conforms, with warnings about 1 requirement; --strict fails on warnings',
  ],
  [
    { warning: 2, fail: 1 },
    undefined,
    false,
    1,
    'violates 1 requirement of the contract, with warnings about 2 requirements; --strict fails on warnings',
  ],
  [{ pass: 3, inconclusive: 2 }, undefined, true, 4, 'is inconclusive in 2 requirements'],
  [{ 'not applicable': 9 }, undefined, true, 4, none],
  [{}, undefined, true, 4, none],
  [
    { pass: 3, 'not applicable': 1 },
    undefined,
    false,
    4,
    'conforms in part: 1 requirement not applicable to the target',
  ],
  [
    { pass: 3, 'not applicable': 2 },
    undefined,
    true,
    0,
    'conforms in part: 2 requirements not applicable to the target',
  ],
])('%j, ended early: %j, --accept-partial %s', (counts, earlyEnd, acceptPartial, exitCode, outcome) => {
  expect(runOutcome({ counts, earlyEnd, acceptPartial })).toEqual({ exitCode, outcome })
})

it('conforms if a first phase has prepared all requirements that it leaves to a later one', () => {
  const counts = { inconclusive: 2, 'not applicable': 3 }
  const codeOf = (prepared: number) =>
    runOutcome({ counts, earlyEnd: undefined, acceptPartial: false, prepared }).exitCode
  expect([1, 2].map(codeOf)).toEqual([4, 0])
})
