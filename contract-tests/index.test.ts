// The conformance suite from code.

import { expect, expectTypeOf, it } from 'vitest'
import { createSimulator } from '../simulator/index.ts'
import { exitCodes, type Report, verify } from './index.ts'

it('checks the built-in simulator', async () => {
  const report = await verify({ only: ['currencies'], runs: 1 })
  expectTypeOf(report).toEqualTypeOf<Report>()
  expect(report.exitCode).toBe(exitCodes.conforms)
  const checked = report.requirements.filter(({ verdict }) => verdict !== 'disabled')
  expect(new Set(checked.map(({ resource, verdict }) => `${resource} ${verdict}`))).toEqual(
    new Set(['currencies pass']),
  )
})

it('checks a deployment at a URL', async () => {
  const simulator = createSimulator()
  await using server = await simulator.listen()
  const report = await verify({ baseUrl: `${server.url}/api`, level: 'read', only: ['stores'], runs: 1 })
  expect([report.exitCode, report.level, report.target]).toEqual([
    exitCodes.conforms,
    'read',
    `${server.url}/api`,
  ])
})

it('throws for options that make no sense', async () => {
  await expect(verify({ only: ['nothing'] })).rejects.toMatchObject({ name: 'UsageError' })
  await expect(verify({ target: { baseUrl: 'http://127.0.0.1:1' } as never })).rejects.toMatchObject({
    fact: 'Invalid target (target).',
  })
})
