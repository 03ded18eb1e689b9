// The facts of a failure, as every form of the report lists them.

import { expect, it } from 'vitest'
import type { Failure } from '../judge/report.ts'
import { failureFacts, labeledLines } from './failure-facts.ts'

const failure: Failure = {
  requirement: 'stores.tab-labels',
  basis: 'stated',
  section: 'Endpoints, 13: sentence 2; Limits: row 1',
  sectionLinks: ['docs/reference/contract.md#endpoints-13', 'docs/reference/contract.md#limits'],
  statement: 'The labels are these.',
  expected: '"Crypto Wallet"',
  actual: '"Wallet"',
  place: 'result.settings.tabs[]',
  properties: ['a store has tabs'],
  counterexample: '[37]',
  timeline: [
    'Monday 2026-01-05 09:00 UTC: begins',
    'Friday 2026-01-09 10:30 UTC: 4 days, 1 hour and 30 minutes later, after 4 banking days',
  ],
  reproduce: 'npx paytwin verify --seed 1',
  curl: 'curl -X GET http://127.0.0.1/stores',
  scenario: 'scenarios/stores.tab-labels.json',
  replay: "npx paytwin replay 'my reports/scenarios/stores.tab-labels.json' --target staging.json",
  transcript: [],
}
const textOf = (facts: ReturnType<typeof failureFacts>) =>
  facts.flatMap(labeledLines).map(({ label, text }) => `${label}${text}`)

it('prints the facts of a failure in a fixed order', () => {
  expect(textOf(failureFacts(failure))).toEqual([
    'Requirement     stores.tab-labels',
    '                The labels are these.',
    '                Endpoints, 13: sentence 2; Limits: row 1 (docs/reference/contract.md#endpoints-13, docs/reference/contract.md#limits)',
    'Expected        "Crypto Wallet" at result.settings.tabs[]',
    'Actual          "Wallet"',
    'Counterexample  [37]',
    'Timeline        Monday 2026-01-05 09:00 UTC: begins',
    '                Friday 2026-01-09 10:30 UTC: 4 days, 1 hour and 30 minutes later, after 4 banking days',
    'Reproduce       npx paytwin verify --seed 1',
    '                curl -X GET http://127.0.0.1/stores',
    "Scenario        npx paytwin replay 'my reports/scenarios/stores.tab-labels.json' --target staging.json",
    'Properties      a store has tabs',
  ])
})

it('omits what a failure does not have', () => {
  const { counterexample: _, curl: __, scenario: ___, timeline: ____, ...rest } = failure
  expect(failureFacts(rest).map(({ label }) => label)).toEqual([
    ...['Requirement', 'Expected', 'Actual', 'Reproduce', 'Properties'],
  ])
})

it('lists three of forty properties and the count', () => {
  const properties = Array.from({ length: 40 }, (_, index) => `property ${index + 1}`)
  expect(textOf(failureFacts({ ...failure, properties })).slice(-4)).toEqual([
    'Properties      property 1',
    '                property 2',
    '                property 3',
    '                … and 37 more (40 in total)',
  ])
  const three = properties.slice(0, 3)
  expect(textOf(failureFacts({ ...failure, properties: three })).at(-1)).toBe('                property 3')
})

it('indents each line of a text', () => {
  expect(textOf(failureFacts({ ...failure, actual: 'one\ntwo' }))).toContain('                two')
})
