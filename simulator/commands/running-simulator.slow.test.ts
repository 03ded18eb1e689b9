// The commands that drive a running simulator, as a test in any language uses them: by their exit codes and their output.

import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeServer, listenOn } from '../../core/listening.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { Running, runProgram, type ServedProgram, serveProgram } from '../test-support/built-program.ts'
import { Shop } from '../test-support/shop.ts'
import { controlAt } from './running-simulator.ts'

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
  await shop.control.registerWebhook({
    params: { id: shop.merchant.id },
    body: { url: 'http://127.0.0.1:9/' },
  })
  await shop.invoice('order-7')
  expect(JSON.parse(await paytwin('pay', 'order-7', '--as', 'shopper-ready', '--json'))).toMatchObject({
    offerId: 'order-7',
    status: 'pending',
  })
  expect(await paytwin('advance', 'PT2H')).toMatch(
    /^2026\S+ {2}the transaction completes: order order-7, completed\n2026-01-05T11:00:00.000Z {2}\d+ events, .*\nlast failed delivery: .*completed {2}failed.*127\.0\.0\.1:9/m,
  )
  expect(await paytwin('status')).toMatch(/order-7 {2}40.00 USD {2}exchange {2}completed$/m)
  const resent = await runProgram('resend', 'order-7', '--json', '--address-file', addressFile)
  expect(JSON.parse(resent.stdout)).toMatchObject({ status: 'completed', delivery: 'failed' })
  expect(await runProgram('resend', 'order-7', '--address-file', addressFile)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\nThis delivery was not accepted: unreachable\.\n$/),
  })
  const logs = await paytwin('logs')
  expect(logs).toMatch(/^2026-01-05T09:00:00.000Z {2}POST \/\S*hosted-page {2}200 {2}createInvoice$/m)
  expect(logs).toMatch(/^2026-\S+ {2}event \d+ {2}order-7 {2}completed {2}failed/m)
})

it('prints how far a slow advance is', async () => {
  const hanging = createServer(() => undefined)
  const url = await listenOn(hanging, { host: '127.0.0.1', port: 0 })
  await shop.control.registerWebhook({ params: { id: shop.merchant.id }, body: { url } })
  await shop.invoice('order-8')
  await paytwin('pay', 'order-8')
  const { stdout, stderr } = await runProgram('advance', 'PT2H', '--address-file', addressFile)
  expect(stderr).toMatch(/^It is 2026-\S+Z\. (1 delivery waits|\d+ deliveries wait) for a response\.\n/)
  expect(stdout).toMatch(/\nlast failed delivery: .*order-8 .*failed \(/)
  await closeServer(hanging)
})

it('follows the log, with the first reason of a refusal', async () => {
  const following = new Running(['logs', '--follow', '--url', served.url])
  const printed = new Promise<string>((resolve) => {
    following.child.stdout?.on('data', () => {
      if (/hosted-page {2}4\d\d/.test(following.stdout)) resolve(following.stdout)
    })
  })
  await expect(shop.invoice('order-9', { amount: 7 })).rejects.toThrow()
  expect(await printed).toMatch(
    /hosted-page {2}4\d\d {2}createInvoice {2}The request does not match the contract. body.amount must be a string\.$/m,
  )
  // It asks when something has changed, so it does not fill the log of the server.
  const asked = () => served.printed().split('GET /control/journal').length
  const before = asked()
  await sleep(1000)
  expect(asked() - before).toBeLessThan(3)
  following.child.kill()
  await following.ended
})

it('opens the dashboard, and resets the world', async () => {
  expect(await paytwin('open')).toBe(`${served.url}\n`)
  await paytwin('advance', '--banking-days', '1')
  expect(await paytwin('reset')).toBe('The world is reset. It is 2026-01-05T09:00:00.000Z.\n')
})

it('prints the log of the world since its reset, in order, with remarks', async () => {
  await paytwin('advance', 'P1Y')
  await paytwin('reset')
  await shop.invoice('order-10', { custmParameter: {} })
  await shop.pay('order-10')
  await shop.pay('order-11')
  await paytwin('advance', 'PT2H')
  const lines = (await paytwin('logs')).trim().split('\n')
  const remark = 'Unknown field "custmParameter". Did you mean "customParameter"?'
  expect(lines.map((line) => line.match(/ {2}(event \d|[a-z]+[A-Z]\w+)(?= |$)/)?.[1])).toEqual([
    'resetSandbox',
    'createInvoice',
    'createExchangePayment',
    'event 0',
    'createExchangePayment',
    'event 1',
    ...['event 2', 'event 3', 'event 4', 'event 5'],
    'advanceClock',
  ])
  expect(lines[1]?.endsWith(`  createInvoice  ${remark}`)).toBe(true)
  expect((await paytwin('logs', '--last', '2')).trim().split('\n')).toEqual(lines.slice(-2))
})

it.each<[string[], RegExp]>([
  [['logs', '--last', '0'], /^paytwin: Invalid value "0" for --last\./],
  [['advance'], /^paytwin: The clock advances in one way\./],
  [['advance', 'PT1H', '--next'], /2 were given/],
  [['advance', 'yesterday'], /^paytwin: Invalid value "yesterday" for the time\.[^{]*$/],
  [['advance', '--banking-days', 'two'], /^paytwin: Invalid value "two" for --banking-days\./],
  [['pay', 'no-such-order'], /^paytwin: \S/],
  [['pay', 'order', '--by', 'cash'], /^paytwin: Invalid value "cash" for --by\./],
  [['pay', 'order', '--by', 'bank', '--share', '0.5'], /^paytwin: --by bank does not take --share\./],
  [['resend', 'no-such-order'], /^paytwin: Nothing was reported about "no-such-order"\./],
  [['status', '--url', 'localhost:4020'], /^paytwin: Invalid URL "localhost:4020" of a simulator\./],
  [['status', '--url', 'http://127.0.0.1:9'], /does not respond|one place/],
])('ends with 2 and a remedy: %j', async (args, message) => {
  const place = args.includes('--url') ? [] : ['--url', served.url]
  expect(await runProgram(...args, ...place)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  })
})

it('ends a command after 30 s if nothing responds', async () => {
  const silent = createServer(() => undefined)
  const url = await listenOn(silent, { host: '127.0.0.1', port: 0 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = expect(controlAt({ url, token: undefined })).rejects.toMatchObject({
    detail: 'getClock failed: no response within 30000 ms.',
  })
  await vi.advanceTimersByTimeAsync(30_000)
  await late
  vi.useRealTimers()
  silent.closeAllConnections()
  await closeServer(silent)
})
