// The short form of the fuzzer, with fixed seeds: nothing is found, every operation is reached, and wrong handlers are noticed.

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampled } from '../core/test-support/sampling.ts'
import { loadScenario } from '../scenarios/load.ts'
import type { Handlers } from '../simulator/resources/handler-types.ts'
import { handlers } from '../simulator/resources/handlers.ts'
import { refuse } from '../simulator/resources/refusals.ts'
import { operationIds } from '../spec/operations.ts'
import { createQrTransaction, payFromWallet } from './actions.ts'
import { Figures, missingCoverage } from './figures.ts'
import { findingText, writeFindingScenario } from './finding.ts'
import { sampleStep } from './service-requests.ts'
import { FuzzedServer, fuzzBytes, fuzzSequencesOverSockets } from './sockets.ts'
import { textEditNames } from './text-edits.ts'
import { fuzzWorlds, play } from './worlds.ts'

// Other programs may use the machine, too.
vi.setConfig({ testTimeout: 180_000 })

it('finds nothing in process, and reaches every operation', async () => {
  const figures = new Figures()
  // One seed is usually enough. A change of the documents changes what each seed generates.
  for (let seed = 1; seed <= 5 && (seed === 1 || missingCoverage(figures).length > 0); seed += 1)
    expect(await fuzzWorlds({ seed, runs: 70 }, figures)).toBeUndefined()
  expect(missingCoverage(figures)).toEqual([])
})

it.each(operationIds)('finds nothing in any edit of the text of %s', async (operationId) => {
  const edited = textEditNames.flatMap((edit) =>
    sampled([0, 1, 2, 3, 4, 5, 6, 8, 11, 14, 18, 23], 4).map((place) =>
      sampleStep(operationId, { text: { edit, place } }),
    ),
  )
  const records = [createQrTransaction(0), payFromWallet(0, '0.5'), sampleStep('createInvoice', { order: 1 })]
  const steps = [...records, ...edited]
  await play({ seed: 0, randomAssumptions: null, twice: false, steps }, new Figures())
})

describe('over sockets', () => {
  const server = new FuzzedServer()
  afterAll(() => server.stop())
  const round = async (seed: number, runs: number) => {
    const figures = new Figures()
    expect(await fuzzSequencesOverSockets(server, { seed, runs }, figures)).toBeUndefined()
    expect(await fuzzBytes(server, { seed, runs: 4 * runs }, figures)).toBeUndefined()
    return (await server.reset()).report()
  }

  it('finds nothing, and leaks neither memory nor sockets', async () => {
    const before = await round(1, 5)
    const after = await round(2, 15)
    expect(after.url, 'the process survives').toBe(before.url)
    // Generous: caches and the journal fill up to their limits.
    expect(after.heapBytes - before.heapBytes).toBeLessThan(32e6)
    expect(after.resources - before.resources).toBeLessThanOrEqual(2)
    expect(after.longestStallMs).toBeLessThan(5000)
  })
})

it('finds nothing with data in a directory, and leaves only sandboxes there', async () => {
  const parent = mkdtempSync('node_modules/.fuzz-')
  const server = new FuzzedServer(join(parent, 'data'))
  try {
    expect(await fuzzBytes(server, { seed: 3, runs: 40 }, new Figures())).toBeUndefined()
  } finally {
    server.stop()
  }
  expect(readdirSync(parent)).toEqual(['data'])
})

/** The simulator prints its internal errors, which these tests cause on purpose. */
function withoutInternalErrors(): void {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.restoreAllMocks())
}

describe('notices', () => {
  withoutInternalErrors()
  const wrong: [what: string, handlers: Partial<Handlers>, message: RegExp][] = [
    [
      'a handler that throws',
      {
        getStore: () => {
          throw new TypeError('no store')
        },
      },
      /HTTP 500/,
    ],
    [
      'a refusal after a change',
      {
        closePartialPayment: (input) => {
          input.world.tokens.set('left over', 1)
          return handlers.closePartialPayment(input)
        },
      },
      /The state changed, although the request was refused/,
    ],
    [
      'a read that changes the state',
      {
        getShopper: (input) => {
          input.world.random.uuid()
          return handlers.getShopper(input)
        },
      },
      /The state changed, although the request was a read/,
    ],
    [
      'a payment that takes no money',
      {
        createExchangePayment: (input) => {
          const { world, shopper, exchange } = input
          const before = shopper && exchange && { ...world.balancesOf(shopper, exchange) }
          const result = handlers.createExchangePayment(input)
          if (before) Object.assign(world.balancesOf(shopper, exchange), before)
          return result
        },
      },
      /appeared or vanished/,
    ],
  ]

  it.each(sampled(wrong))('%s', async (_, broken, message) => {
    const finding = await fuzzWorlds({ seed: 1, runs: 100, handlers: broken }, new Figures())
    expect(finding?.message).toMatch(message)
    expect(finding?.input.steps.length, 'shrunk').toBeLessThanOrEqual(3)
  })

  it('wrong randomness', async () => {
    let calls = 0
    const drifting: Partial<Handlers> = {
      listCurrencies: () => {
        calls += 1
        return refuse('currencies.query', `call ${calls}`)
      },
    }
    const finding = await fuzzWorlds({ seed: 1, runs: 100, handlers: drifting }, new Figures())
    expect(finding?.message).toContain('other bytes')
  })
})

describe('a finding', () => {
  withoutInternalErrors()

  it('is written as a valid scenario, and found again by its seed and path', async () => {
    const broken: Partial<Handlers> = {
      cancelSubscription: () => {
        throw new TypeError('cannot cancel')
      },
    }
    const finding = await fuzzWorlds({ seed: 1, runs: 100, handlers: broken }, new Figures())
    if (finding === undefined) throw new Error('Nothing was found.')
    const file = join(mkdtempSync('node_modules/.fuzz-'), 'finding.json')
    expect(await writeFindingScenario(finding, file)).toEqual([])
    expect(loadScenario(file).errors).toEqual([])
    expect(readFileSync(file, 'utf8')).toContain('cancelSubscription')
    expect(findingText('worlds', finding)).toMatch(/--only worlds --seed 1 --path [\d:]+$/)
    const { seed, path } = finding
    const again = await fuzzWorlds({ seed, path, runs: 100, handlers: broken }, new Figures())
    expect(again?.message).toBe(finding.message)
  })
})
