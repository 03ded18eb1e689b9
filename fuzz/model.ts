// Random actions in any order, with snapshots and restores between them: each is done or refused as the model of ./expectations.ts says,
// every event is delivered once and in order, and an auditor that is much smaller than the world finds no violated invariant.

import fc from 'fast-check'
import { valueAt } from '../core/json.ts'
import { readDocument } from '../simulator/service/compiled-document.ts'
import { Simulator } from '../simulator/simulator.ts'
import { clockActions, drawn, paymentActions, restoreSnapshot, takeSnapshot } from './actions.ts'
import { Audit } from './auditing.ts'
import { expectationsOf } from './expectations.ts'
import { type Connection, Player } from './player.ts'
import { isPossible, type Sequence, type Step } from './sequences.ts'
import { serviceSteps } from './service-requests.ts'
import { type Finding, type FuzzOptions, findingOf } from './worlds.ts'

function modeled(simulator: Simulator, holidays?: ReadonlySet<string>): Connection {
  const { publicUrl: origin, defaultSandbox: sandbox } = simulator
  const audit = new Audit(simulator, holidays)
  const expectations = expectationsOf(sandbox)
  let delivered: number[] = []
  const deliveredBefore = new Map<unknown, number[]>()
  sandbox.onWebhook(({ event }) => {
    delivered.push(event.seq)
  })
  return {
    origin,
    send: (url, init) => simulator.fetch(url, init),
    permits: (step, dictionary) => isPossible(step, dictionary, sandbox.world),
    before(step, sent) {
      audit.beforeRequest(step, sent)
      if (audit.knowledge !== undefined) expectations.before(step, sent, audit.knowledge)
    },
    async after(step, sent, reply) {
      await sandbox.settled()
      expectations.after(step, reply)
      await audit.afterRequest(step, sent, reply)
      if (step.api !== 'odd' && step.operationId === 'takeSnapshot')
        deliveredBefore.set(valueAt(reply.body, 'digest'), [...delivered])
      if (step.api !== 'odd' && step.operationId === 'restoreSnapshot')
        delivered = [...(deliveredBefore.get(valueAt(sent.content, 'digest')) ?? [])]
      const expected = Array.from(sandbox.world.events, ({ seq }) => seq)
      if (String(delivered) !== String(expected))
        throw new Error(`Expected each event to be delivered once and in order. Delivered: ${delivered}.`)
    },
  }
}

type ModelInput = Pick<Sequence, 'seed' | 'steps'> & { start: string }

const orders = fc.nat(1_000_000)
const { pay, createQrTransaction, payFromWallet, closePartialPayment, subscribe } = paymentActions(orders)
const actions = fc.oneof(
  // Actions that make others possible are more frequent.
  drawn(
    [1, { ...paymentActions(orders), ...clockActions, takeSnapshot, restoreSnapshot }],
    [2, { pay, createQrTransaction, payFromWallet, closePartialPayment, subscribe }],
    [4, { payFromWallet, advanceBy: clockActions.advanceBy }],
  ),
  serviceSteps(readDocument(), fc.constant(null)).map((step): Step[] => [step]),
)
const sequences: fc.Arbitrary<ModelInput> = fc.record({
  seed: fc.nat(),
  start: fc.constantFrom(
    '2023-01-31T23:59:59.999Z',
    '2023-11-20T15:00:00Z',
    '2024-02-29T00:00:00Z',
    '2024-12-23T04:30:00Z',
  ),
  steps: fc.array(actions, { maxLength: 150, size: '+2' }).map((nested) => nested.flat()),
})

/** Plays random sequences. `holidays` are the days on which banks are closed, if others than the simulator's. Returns the first violation. */
export async function fuzzModel(
  options: FuzzOptions,
  holidays?: ReadonlySet<string>,
): Promise<Finding<ModelInput> | undefined> {
  const property = fc.asyncProperty(sequences, async ({ seed, start, steps }) => {
    const simulator = new Simulator({ start, seed, handlers: options.handlers })
    const player = await Player.open(modeled(simulator, holidays))
    await player.play(steps)
  })
  return findingOf(property, options)
}
