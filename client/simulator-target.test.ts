// The target that a simulator is, read from its control API.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import { defaultWorld } from '../simulator/world/default-world.ts'
import { readSimulatorTarget } from './simulator-target.ts'

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
