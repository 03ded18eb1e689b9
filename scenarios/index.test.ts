// Scenarios from code.

import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, it } from 'vitest'
import { createSimulator } from '../simulator/index.ts'
import { replay, type ScenarioReport } from './index.ts'

const file = 'scenarios/catalog/walk-through.json'
const own = JSON.parse(readFileSync('scenarios/catalog/exchange-error-then-retry.json', 'utf8'))

it('replays a file against a new simulator', async () => {
  const report = await replay(file)
  expectTypeOf(report).toEqualTypeOf<ScenarioReport>()
  expect(report).toMatchObject({ verdict: 'pass', reasons: [], title: expect.any(String) })
  expect(report.steps.length).toBeGreaterThan(3)
  expect(report.steps.every(({ status }) => typeof status === 'number')).toBe(true)
})

it('replays an object against a simulator that runs', async () => {
  const simulator = createSimulator()
  await using server = await simulator.listen()
  expect(await replay(own, { url: server.url })).toMatchObject({ verdict: 'pass' })
})

it('says why a scenario is invalid or fails', async () => {
  expect(await replay({ arazzo: '1.0.1' })).toMatchObject({ verdict: 'invalid' })
  const wrong = JSON.parse(JSON.stringify(own).replace('$statusCode == 200', '$statusCode == 201'))
  const report = await replay(wrong)
  expect([report.verdict, report.reasons.join()]).toEqual(['fail', expect.stringContaining('201')])
})

it('throws for options that exclude each other', async () => {
  await expect(replay(file, { target: 'target.json', seed: '7' })).rejects.toMatchObject({
    fact: 'A target has no simulator options.',
  })
})
