// The target that a simulator is, read from its control API.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'
import { levelOf, readSimulatorTarget } from './simulator-target.ts'

const targetOf = (options: SimulatorOptions = {}) => readSimulatorTarget(createSimulator(options).control)

describe('the target of a simulator', () => {
  it('has the accounts of the default world by role', async () => {
    const target = await targetOf()
    expect(target).toMatchObject({
      baseUrl: 'http://127.0.0.1:4020/api',
      shoppers: {
        ready: { email: 'ready@shopper.example', stockId: 'b1d7a3e4-0000-4000-8000-000000000002' },
        second: { accessToken: 'shopper-asks-password' },
        lowBalance: { accessToken: 'shopper-low-balance' },
      },
      known: {
        statusIntegers: { pending: 0, processing: 0, completed: 1, canceled: -1 },
        partnerCurrencies: ['BTC', 'ETH', 'USDC', 'USDT'],
      },
    })
    expect(target.shoppers.noBank).not.toHaveProperty('stockId')
  })

  it('has the assumptions in force, and the values of the user', async () => {
    const integers = { pending: 5, processing: 6, completed: 7, canceled: 8 }
    const rest = { awaiting: 9, 'partially-paid': 10, closed: 11, 'timed-out': 12 }
    const target = await targetOf({
      assumptions: {
        'encryption.payouts': 'rsa',
        'authentication.token-issue': 'expiring',
        'transactions.status-integers': { value: { ...integers, ...rest } },
      },
    })
    expect(target.assumptions).toMatchObject({
      'encryption.payouts': 'rsa',
      'authentication.token-issue': 'expiring',
    })
    expect(target.known.statusIntegers).toEqual(integers)
  })

  it('of a world with other shoppers has the first one as ready', async () => {
    const world = structuredClone(defaultWorld)
    world.shoppers = world.shoppers.filter(({ name }) => name === 'abroad')
    const target = await targetOf({ world })
    expect(target.shoppers.ready.accessToken).toBe('shopper-abroad')
  })
})

const document = readFileSync('spec/control/openapi.json', 'utf8')
const local = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:4020/api`)
const capabilities = {}

/** A service that serves a text at the path of the control API's document, and the paths that were requested. */
function serving(text: string, status = 200) {
  const requested: string[] = []
  const send = async (url: string) => {
    requested.push(url)
    return new Response(text, { status })
  }
  return { requested, send }
}

describe('the level of a target', () => {
  it('is its own level, without a request', async () => {
    const { requested, send } = serving(document)
    for (const baseUrl of [...local, 'https://pay.shop.example/api'])
      expect(await levelOf({ baseUrl, level: 'money', capabilities }, send)).toEqual({ level: 'money' })
    expect(requested).toEqual([])
  })

  it.each(local)('is disruptive at %s if paytwin is recognized', async (baseUrl) => {
    const { requested, send } = serving(document)
    expect(await levelOf({ baseUrl, level: undefined, capabilities }, send)).toEqual({ level: 'disruptive' })
    expect(requested).toEqual([new URL('/control/openapi.json', baseUrl).href])
  })

  it('is disruptive on this machine if the control API is declared', async () => {
    const control = { url: 'http://127.0.0.1:4020/control', ownSandbox: true }
    const target = { baseUrl: 'http://127.0.0.1:4020/api', level: undefined, capabilities: { control } }
    expect((await levelOf(target, serving('').send)).level).toBe('disruptive')
  })

  it.each([
    ['responds with {} to everything', '{}'],
    ['responds with HTML', '<title>paytwin: control of a simulated service</title>'],
    ['has another document', '{"info":{"title":"Payments"}}'],
    ['never ends its response', document.padStart(5_000_000)],
  ])('is read on this machine if the service %s', async (_, text) => {
    const target = { baseUrl: 'http://127.0.0.1:4020/api', level: undefined, capabilities }
    expect(await levelOf(target, serving(text).send)).toEqual({
      level: 'read',
      reason: expect.stringContaining('is not recognized as paytwin'),
    })
  })

  it('is read if nothing responds, and on other machines, which are not asked', async () => {
    const target = { baseUrl: 'http://127.0.0.1:1/api', level: undefined, capabilities }
    expect((await levelOf(target)).level).toBe('read')
    const { requested, send } = serving(document)
    const elsewhere = { baseUrl: 'https://pay.shop.example/api', level: undefined, capabilities }
    expect(await levelOf(elsewhere, send)).toMatchObject({ level: 'read' })
    expect(requested).toEqual([])
  })
})
