// Random actions do what the model says, and keep every invariant; the days on which banks are closed are those that were published.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { scaled, seed } from '../core/test-support/sampling.ts'
import { refuse } from '../simulator/resources/refusals.ts'
import { findingText } from './finding.ts'
import { fuzzModel } from './model.ts'

const holidays: { years: Record<string, string[]> } = JSON.parse(
  readFileSync(new URL('../simulator/test-support/published-holidays.json', import.meta.url), 'utf8'),
)
const closedDays = new Set(Object.values(holidays.years).flat())

it('every action is done or refused as the model says, and all invariants hold', async () => {
  const finding = await fuzzModel({ seed, runs: scaled(120, 6) }, closedDays)
  expect(finding && findingText('model', finding)).toBeUndefined()
}, 300_000)

it('notices a refusal that the model does not expect', async () => {
  const closePartialPayment = () => refuse('partial-payments.window-passed')
  const finding = await fuzzModel({ seed: 1, runs: 40, handlers: { closePartialPayment } })
  if (finding === undefined) throw new Error('Nothing was found.')
  const text = findingText('model', finding)
  expect(text).toContain('It was refused, and should not have been.\n')
  expect(text).toMatch(
    /\n {2}createQrTransaction\n {2}payFromWallet .*⟨wallet 0⟩.*\n[\s\S]* {2}closePartialPayment\n/,
  )
}, 300_000)
