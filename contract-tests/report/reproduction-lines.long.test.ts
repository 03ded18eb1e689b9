// The failures of 20 mutants over HTTP, reproduced by the commands, the scenarios and the curl commands that their reports print.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { valueAt } from '../../core/json.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { runProgram } from '../../simulator/test-support/built-program.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { mutantOf } from '../altered/mutants/all.ts'
import type { Failure, Report } from '../judge/report.ts'
import { inProcess } from '../observe/in-process.ts'
import { copyTo, listening, passOn } from '../observe/test-support/servers.ts'

const directory = testDirectory('reproduction')

/** A fault with what its report has: a scenario, a curl command, or only the command that runs the suite. */
const faults: readonly [RequirementId, string, 'all' | 'scenario' | 'curl' | 'command'][] = [
  ['service.paths-under-base-url', 'getStore', 'all'],
  ['service.identifiers-are-text', 'listBanks', 'all'],
  ['authentication.shopper-token-is-not-a-merchants', 'createQrTransaction', 'all'],
  ['carts.each-frequency-accepted', 'quarterly', 'all'],
  ['customers.shipping-address-null-accepted', 'createExchangePayment', 'scenario'],
  ['invoices.required-fields-refused', 'amount', 'all'],
  ['invoices.order-info-same-cart', 'append', 'all'],
  ['invoices.order-info-same-amount', 'times', 'all'],
  ['invoices.order-info-names-the-merchant', 'set', 'all'],
  ['qr-transactions.response-shape', '', 'all'],
  ['qr-transactions.uri-names-amount', 'Rounds', 'curl'],
  ['exchange-payments.validation-same-object-always', 'minimum', 'all'],
  ['exchange-payments.error-422-names-the-exchange', '', 'scenario'],
  ['bank-payments.incomplete-lines-refused', 'quantity', 'scenario'],
  ['transactions.lines-are-the-cart', 'floor', 'scenario'],
  ['partial-payments.after-two-weeks-refused', '', 'scenario'],
  ['payouts.payees-as-sent', '', 'all'],
  ['payouts.transfers-undecryptable', '', 'scenario'],
  ['currencies.response-shape', '', 'all'],
  ['payouts.transfers-row-number', '', 'command'],
]

const shell = promisify(execFile)
const run = (command: string) => runProgram(...command.replace(/^npx paytwin /, '').split(' '))

/** The output of a curl command, with each variable set to the field of the target file that the command names. */
async function outputOf(curl: string, target: unknown): Promise<string> {
  const variables = [...curl.matchAll(/\$\{(\w+):\?is (\S+) of the target file\}/g)]
  const values = variables.map(([, name, field = '']) => {
    const path = field.replace('[', '.').replace(']', '').split('.')
    return [name, valueAt(target, ...path)]
  })
  const env = { PATH: process.env.PATH, ...Object.fromEntries(values) }
  if (values.length > 0) await expect(shell('sh', ['-c', curl])).rejects.toThrow('of the target file')
  return (await shell('sh', ['-c', `${curl} -sS`], { env })).stdout
}

/** A response without what differs between two of the same kind. */
const withoutIds = (text: string) =>
  text.replace(/[\da-f]{8}-[\da-f-]{27}|tb1\w{39}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…').slice(0, 1500)

it.each(faults)('reproduces %s: %s', async (id, words, kind) => {
  let deployment = inProcess(mutantOf(id, words))
  await deployment.fresh()
  const origin = await listening(async (request, response) => {
    const service = { send: deployment.send, target: { baseUrl: 'http://127.0.0.1:4020' } }
    await copyTo(response, await passOn(request, service))
  })
  const reports = join(directory, id)
  const file = join(directory, `${id}.json`)
  const target = {
    ...{ ...deployment.target, name: 'faulty', baseUrl: `${origin}/api` },
    capabilities: { control: { url: `${origin}/control`, ownSandbox: false } },
  }
  writeFileSync(file, JSON.stringify(target))
  const { code } = await run(
    `npx paytwin verify --target ${file} --runs 2 --strict --level disruptive --only ${id} --report ${reports}`,
  )
  const report: Report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
  const failure: Partial<Failure> = report.failures.find(({ requirement }) => requirement === id) ?? {}
  const { curl, replay, reproduce = '', deciding = -1 } = failure
  expect({ code, found: failure.requirement }).toEqual({ code: 1, found: id })
  expect({ curl: curl ?? failure.noCurl, replay: replay ?? failure.noScenario }).toMatchObject({
    curl: expect.stringMatching(['all', 'curl'].includes(kind) ? /^curl -X/ : /^(?!curl)\S/),
    replay: expect.stringMatching(['all', 'scenario'].includes(kind) ? /^npx paytwin/ : /^(?!npx)\S/),
  })
  if (curl !== undefined) {
    const shown = failure.transcript?.[deciding] ?? { did: '' }
    expect(withoutIds(await outputOf(curl, target))).toBe(withoutIds('did' in shown ? '' : shown.response))
  }
  const commands = [replay ?? [], kind === 'command' ? reproduce : []].flat()
  for (const command of commands) expect([command, (await run(command)).code]).toEqual([command, 1])
  deployment = inProcess()
  await deployment.fresh()
  for (const command of commands) {
    const { code: now, stdout } = await run(command)
    expect([command, now === 0 ? '' : stdout]).toEqual([command, ''])
  }
})
