// What a run says as a whole: the exit code and the words for each mix of verdicts.

import { expect, it } from 'vitest'
import { conclusionOf } from './exit-codes.ts'

it.each<[Parameters<typeof conclusionOf>, number, string]>([
  [[{ pass: 3 }, undefined, false], 0, 'conforms'],
  [[{ pass: 3, disabled: 200 }, undefined, false], 0, 'conforms'],
  [
    [{ pass: 3, fail: 1, error: 1, inconclusive: 1 }, undefined, false],
    1,
    'violates the contract in 1 requirement',
  ],
  [
    [{ pass: 3, fail: 2 }, 'the target stopped answering', true],
    1,
    'violates the contract in 2 requirements',
  ],
  [[{ pass: 3, error: 1 }, undefined, false], 3, 'has no verdict: the suite broke'],
  [
    [{ pass: 3 }, 'the target stopped answering (…)', true],
    2,
    'has no verdict: the target stopped answering (…)',
  ],
  [[{ pass: 3 }, 'the 5 requests were spent', true], 4, 'is inconclusive: the 5 requests were spent'],
  [[{ pass: 3, inconclusive: 2 }, undefined, true], 4, 'is inconclusive in 2 requirements'],
  [[{ 'not applicable': 9 }, undefined, true], 4, 'is inconclusive: nothing could be checked'],
  [[{}, undefined, true], 4, 'is inconclusive: nothing could be checked'],
  [
    [{ pass: 3, 'not applicable': 1 }, undefined, false],
    4,
    'conforms in part: 1 requirement could not be checked there',
  ],
  [
    [{ pass: 3, 'not applicable': 2 }, undefined, true],
    0,
    'conforms in part: 2 requirements could not be checked there',
  ],
])('%j', (given, exitCode, outcome) => {
  expect(conclusionOf(...given)).toEqual({ exitCode, outcome })
})
