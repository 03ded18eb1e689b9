// The commands that a report prints reproduce its failures, against a faulty target over HTTP.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { runProgram } from '../../simulator/test-support/built-program.ts'
import type { Report } from '../judge/report.ts'
import { inProcess } from '../observe/in-process.ts'
import { copyTo, listening, passOn } from '../observe/test-support/servers.ts'

const directory = testDirectory('reproduction')
const targetFile = join(directory, 'target.json')

/** A service that returns stores without a merchant, and the wrong message for payees that are not an array. */
const faulty = inProcess({
  response: (response, { operationId }) => {
    const text = JSON.stringify(response.json).replace('Invalid Formate of', 'Wrong')
    const json = JSON.parse(operationId === 'addPayees' ? text : text.replace('"merchant":', '"nobody":'))
    return { ...response, json }
  },
})
beforeAll(async () => {
  await faulty.fresh()
  const baseUrl = await listening(async (request, response) =>
    copyTo(response, await passOn(request, faulty)),
  )
  writeFileSync(targetFile, JSON.stringify({ ...faulty.target, name: 'faulty', baseUrl }))
})

const wordsOf = (command: string) => command.replace(/^npx paytwin /, '').split(' ')

it('the printed commands fail with the same requirement', async () => {
  const reports = join(directory, 'reports')
  const flags = ['--target', targetFile, '--level', 'write', '--runs', '1']
  const only = ['--only', 'stores.response-shape', 'payouts.payees-not-an-array']
  const { code } = await runProgram('verify', ...flags, ...only, '--report', reports)
  expect(code).toBe(1)
  const report: Report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
  expect(report.failures.map(({ requirement }) => requirement).sort()).toEqual([
    'payouts.payees-not-an-array',
    'stores.response-shape',
  ])
  for (const { requirement, reproduce, replay } of report.failures) {
    for (const command of [reproduce, replay ?? 'no replay']) {
      const again = await runProgram(...wordsOf(command))
      expect([command, again.code, again.stdout.includes(requirement)]).toEqual([command, 1, true])
    }
  }
})
