// Random sequences find nothing and reach every operation; planted faults are found, each with the command that finds it again; and
// the built program has the same answers over HTTP.

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { controlClient } from '../client/control-client.ts'
import { closeServer, freePort, listenOn } from '../core/listening.ts'
import { sampled, scaled, seed } from '../core/test-support/sampling.ts'
import type { SimulatorOptions } from '../simulator/index.ts'
import { handlers as right } from '../simulator/resources/handlers.ts'
import { refuse } from '../simulator/resources/refusals.ts'
import { serveProgram } from '../simulator/test-support/built-program.ts'
import { sendOnce } from '../simulator/test-support/send-once.ts'
import { operationIds } from '../spec/operations.ts'
import { fuzz, steps } from './fuzz.ts'
import { accepts, openPlayer } from './player.ts'
import { replay } from './replay.ts'
import { Coverage } from './responses.ts'

vi.setConfig({ testTimeout: 3_600_000 })

it('finds nothing, and reaches every operation', async () => {
  const coverage = new Coverage()
  expect(await fuzz({ seed, runs: scaled(500, 10) }, coverage)).toBeUndefined()
  // A sample may lack operations, which are then drawn more often, next to those of the service that they need.
  for (let more = 1; more <= 30 && coverage.missing().length > 0; more += 1) {
    const only = [...coverage.missing().map((what) => what.split(' ')[0] ?? ''), ...operationIds]
    expect(await fuzz({ seed: seed + more, runs: 3, only }, coverage)).toBeUndefined()
  }
  expect(coverage.missing()).toEqual([])
})

describe('finds', () => {
  // The simulator prints its internal errors, which these tests cause on purpose.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.restoreAllMocks())

  const calls: number[] = []
  const fail = () => {
    throw new TypeError('no store')
  }
  const counted = () => refuse('currencies.query', `call ${calls.push(0)}`)
  const faults: [what: string, handlers: SimulatorOptions['handlers'], violation: RegExp][] = [
    ['an internal error', { getStore: fail }, /HTTP 500/],
    [
      'a refusal after a change',
      {
        listCurrencies: ({ world }) => {
          world.random.uuid()
          return refuse('currencies.query')
        },
      },
      /The state changed, although the request was refused/,
    ],
    [
      'a payment that takes no money',
      {
        createExchangePayment: (input) => {
          const { world, shopper, exchange } = input
          const before = { ...world.balancesOf(shopper, exchange) }
          const result = right.createExchangePayment(input)
          Object.assign(world.balancesOf(shopper, exchange), before)
          return result
        },
      },
      /neither appears nor vanishes/,
    ],
    [
      'a refusal that the rules do not have',
      { closePartialPayment: () => refuse('partial-payments.window-passed') },
      /It was refused, and should not have been/,
    ],
    [
      'an answer that depends on more than the requests',
      { listCurrencies: counted },
      /of a second simulator/,
    ],
  ]

  it.each(sampled(faults, 1))('%s', async (_, handlers, violation) => {
    const finding = await fuzz({ seed: 1, runs: 300, simulator: { handlers } }, new Coverage())
    expect(finding).toMatch(violation)
    expect(finding?.split('\n').length, 'shrunk').toBeLessThanOrEqual(9)
    const [, path] = / --seed 1 --path (\d+)$/.exec(finding ?? '') ?? []
    expect(await fuzz({ seed: 1, runs: 300, path, simulator: { handlers } }, new Coverage())).toMatch(
      violation,
    )
  })
})

it('has the same answers in another process, over HTTP', async () => {
  const receiver = createServer(async (request, response) => {
    const url = webhookUrl.replace('/webhook', request.url ?? '')
    const isAccepted = accepts({ url, body: await text(request) })
    // As long as a network takes.
    await sleep(Math.random() * 3)
    response.writeHead(isAccepted ? 200 : 500).end(isAccepted ? 'ok' : 'no')
  })
  const webhookUrl = `${await listenOn(receiver, { host: '127.0.0.1', port: 0 })}/webhook`
  const port = String(await freePort())
  const publicUrl = `http://127.0.0.1:${port}`
  const setup = { seed: 7, start: '2024-02-29T00:00:00.000Z' }
  const player = await openPlayer(setup, 0, new Coverage(), { publicUrl, webhookUrl })
  for (const step of fc.sample(steps(), { seed, numRuns: scaled(10_000, 120) }))
    if (step.check(player)) await step.run(player, player)
  const flags = ['--seed', '7', '--start', setup.start, '--webhook-url', webhookUrl, '--max-sandboxes', '2']
  const program = await serveProgram('--quiet', ...flags, '--port', port)
  const control = controlClient({ url: publicUrl })
  await replay(player.played, {
    name: 'another process',
    fetch: (path, init) => sendOnce(`${publicUrl}${path}`, init ?? {}),
    settled: async () => {
      while ((await control.getClock()).deliveriesInLine) await sleep(1)
    },
  })
  expect(JSON.stringify(await control.takeSnapshot())).toBe(JSON.stringify(await player.simulator.snapshot()))
  await program.stop()
  await closeServer(receiver)
})
