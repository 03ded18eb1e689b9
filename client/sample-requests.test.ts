// Sample requests: sums, identifiers and overrides. That a service accepts them is tested in service-client.test.ts.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import * as samples from './sample-requests.ts'
import { readSimulatorTarget } from './simulator-target.ts'

const source = samples.sampleSource(await readSimulatorTarget(createSimulator().control))

describe('sample requests', () => {
  it('have carts that sum up to their amounts, and a new identifier each', () => {
    const total = (cart: readonly { price?: unknown; quantity?: unknown }[]) =>
      cart.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0).toFixed(2)
    const requests = [samples.invoice(source), samples.qrTransaction(source, { amount: '12.00' })]
    for (const { amount, cart } of requests) expect(total(cart)).toBe(amount)
    expect(total(samples.severalLines('30.00', 61))).toBe('30.00')
    expect(total(samples.bankPayment(source, { amount: 7 }).cart)).toBe('7.00')
    expect(samples.invoice(source).order).not.toBe(samples.invoice(source).order)
  })

  it('of a bank payment need linked bank accounts', () => {
    const merchant = { ...source.merchant, bankAccountId: null }
    expect(() => samples.bankPayment({ ...source, merchant })).toThrow('no linked bank account')
    expect(samples.bankPayment({ ...source, merchant }, { accountId: 'mine' }).accountId).toBe('mine')
  })
})
