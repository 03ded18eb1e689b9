// A simulator as an operator sees a deployment: nobody moves its clock, and no shopper acts. Time passes when the suite waits.

import { hourMs } from '../../../core/durations.ts'
import type { Deployment } from '../deployment.ts'
import { type InProcessOptions, inProcess } from '../in-process.ts'
import type { TimeSource } from '../real-time.ts'

/**
 * The deployment, its time, and how much of it has passed, in milliseconds. `pass` lets hours pass. The clock of the receiver may
 * be ahead.
 */
export async function passingTime(options?: InProcessOptions, receiverAheadMs = 0) {
  const simulator = inProcess(options)
  await simulator.fresh()
  const { clock, webhooks, shopper: _, ...rest } = simulator
  if (clock === undefined || webhooks === undefined)
    throw new Error('The simulator has a clock and webhooks.')
  const start = await clock.now()
  let now = start
  const received = async () => {
    const all = await webhooks.received()
    for (const delivery of all) delivery.receivedAt ??= now + receiverAheadMs
    return all
  }
  const passTo = async (instant: number) => {
    while (now < instant) {
      now = Math.min(instant, now + hourMs)
      await clock.advanceTo(now)
      await received()
    }
  }
  const sleepers: { until: number; wake: () => void }[] = []
  // The one who sleeps shortest wakes first, once all others had time to send their requests.
  const wakeNext = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    sleepers.sort((one, other) => one.until - other.until)
    const next = sleepers.shift()
    if (next === undefined) return
    await passTo(next.until)
    next.wake()
  }
  let waking = Promise.resolve()
  const time: TimeSource = {
    now: () => now,
    wait: (ms) =>
      new Promise((wake) => {
        sleepers.push({ until: now + ms, wake })
        waking = waking.then(wakeNext)
      }),
  }
  const deployment: Deployment = {
    ...rest,
    target: { ...simulator.target, capabilities: {} },
    isolates: false,
    remote: true,
    fresh: async () => {},
    webhooks: {
      ...webhooks,
      isLasting: true,
      received,
      waitFor: async (matches) => (await received()).filter(matches),
    },
  }
  return {
    deployment,
    time,
    elapsed: () => now - start,
    pass: (hours: number) => passTo(now + hours * hourMs),
  }
}
