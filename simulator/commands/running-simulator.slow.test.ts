// The commands that drive a running simulator, as a test in any language uses them: by their exit codes and their output. Their
// refusals are in running-simulator.test.ts.

import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Running, runProgram, type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { createInvoice } from '../test-support/requests.ts'
import { Shop } from '../test-support/shop.ts'

const directory = testDirectory('running')
const addressFile = join(directory, 'address.json')
let served: ServedProgram
let shop: Shop
beforeAll(async () => {
  served = await serveProgram('--address-file', addressFile)
  shop = await Shop.open(served)
})
afterAll(async () => {
  await served.stop()
})

/** Runs a command on the simulator of the address file; it must succeed. */
async function paytwin(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(...args, '--address-file', addressFile)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

it('pays an order, advances until it is completed, and resends its webhook', async () => {
  await paytwin('control', 'registerWebhook', `{"id":"${shop.merchant.id}","url":"http://127.0.0.1:9/"}`)
  await createInvoice(shop, 'order-7', { custmParameter: {} })
  expect(JSON.parse(await paytwin('pay', 'order-7', '--as', 'shopper-ready', '--json'))).toMatchObject({
    offerId: 'order-7',
    status: 'pending',
  })
  expect(await paytwin('advance', 'PT2H')).toMatch(
    /^2026\S+ {2}the transaction completes: order order-7, completed\n2026-01-05T11:00:00.000Z {2}events: 2, deliveries: 0, failed: 2\n/m,
  )
  expect(await paytwin('status')).toMatch(/order-7 {2}40.00 USD {2}exchange {2}completed$/m)
  const resent = await runProgram('resend', 'order-7', '--address-file', addressFile)
  expect(resent).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/completed {2}failed.*\nThis delivery was not accepted: unreachable\.\n$/),
  })
  const lines = (await paytwin('logs')).trim().split('\n')
  const remark = 'Unknown field "custmParameter". Did you mean "customParameter"?'
  expect(lines.find((line) => line.includes('createInvoice'))).toMatch(
    /^2026\S+ {2}POST \S*hosted-page {2}200 /,
  )
  expect(lines.find((line) => line.includes('createInvoice'))?.endsWith(`  createInvoice  ${remark}`)).toBe(
    true,
  )
  expect(lines.join('\n')).toMatch(/^2026-\S+ {2}event \d+ {2}order-7 {2}completed {2}failed/m)
  expect((await paytwin('logs', '--last', '2')).trim().split('\n')).toEqual(lines.slice(-2))
  expect(await paytwin('open')).toBe(`${served.url}\n`)
  expect(await paytwin('reset')).toBe('The world is reset. It is 2026-01-05T09:00:00.000Z.\n')
})

it('calls any operation of the control API, and lists them', async () => {
  expect(JSON.parse(await paytwin('control', 'listTransactions', '{"limit":1}'))).toMatchObject({ total: 0 })
  expect(await paytwin('control', 'advanceClock', '{"bankingDays":1}')).toMatch(
    /^\{\n {2}"from": "2026-01-05/,
  )
  expect(await paytwin('control')).toMatch(/^redeliver +Deliver .* seq$/m)
})

it('follows the log, with the first reason of a refusal', async () => {
  const following = new Running(['logs', '--follow', '--url', served.url])
  const printed = new Promise<string>((resolve) => {
    following.child.stdout?.on('data', () => {
      if (/hosted-page {2}4\d\d/.test(following.stdout)) resolve(following.stdout)
    })
  })
  await expect(createInvoice(shop, 'order-9', { amount: 7 })).rejects.toThrow()
  expect(await printed).toMatch(
    /hosted-page {2}4\d\d {2}createInvoice {2}The request does not match the contract. body.amount must be a string\.$/m,
  )
  following.child.kill()
  await following.ended
})
