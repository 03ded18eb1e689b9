// A fixture and matchers for vitest: the package's export `paytwin/vitest`. Importing it adds the matchers.

import { test as base, expect } from 'vitest'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import type { WebhookFacts } from '../webhooks/payload.ts'
import type { StatusName } from '../world/transitions.ts'
import { createSimulator, type EmbeddedSandbox, type EmbeddedSimulator } from './create-simulator.ts'

/** The fixtures of `test`. */
export interface PaytwinFixtures {
  /** The options of the simulator; `test.override('paytwinOptions', { … })` sets them. */
  paytwinOptions: SimulatorOptions
  /** A new simulator for each test. */
  paytwin: EmbeddedSimulator
}

/** vitest's `test` with a new simulator for each test. */
export const test = base.extend<PaytwinFixtures>({
  paytwinOptions: {},
  paytwin: async ({ paytwinOptions }, use) => {
    const simulator = createSimulator(paytwinOptions)
    await use(simulator)
    simulator.close()
  },
})

declare module 'vitest' {
  interface Matchers<T> {
    /** Passes if a webhook with these facts was delivered; values may be asymmetric matchers. */
    toHaveDelivered: T extends EmbeddedSandbox
      ? (facts: { [Name in keyof WebhookFacts]?: unknown }) => void
      : never
    /** Passes if the latest transaction of an order has this status. */
    toHaveOrderStatus: T extends EmbeddedSandbox
      ? (order: string, status: StatusName) => Promise<void>
      : never
  }
}

expect.extend({
  toHaveDelivered(sandbox: EmbeddedSandbox, facts: object) {
    const delivered = sandbox.webhooks().map((delivery) => delivery.facts)
    const expected = expect.objectContaining(facts)
    return {
      pass: delivered.some((one) => this.equals(one, expected)),
      message: () =>
        `expected ${this.isNot ? 'no' : 'a'} delivered webhook with ${this.utils.stringify(facts)}\n` +
        `delivered: ${delivered.length === 0 ? 'none' : `\n${delivered.map((one) => this.utils.stringify(one)).join('\n')}`}`,
    }
  },
  async toHaveOrderStatus({ control }: EmbeddedSandbox, order: string, expected: StatusName) {
    const { transactions } = await control.listTransactions({ query: { order } })
    const actual = transactions.at(-1)?.status
    return {
      pass: actual === expected,
      actual,
      expected,
      message: () =>
        actual === undefined
          ? `expected the order ${order} to have the status ${expected}, but it has no transaction`
          : `expected the order ${order} ${this.isNot ? 'not ' : ''}to have the status ${expected}, but it is ${actual}`,
    }
  },
})
