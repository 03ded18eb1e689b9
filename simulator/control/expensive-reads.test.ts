// Reads that take long: many of them do not keep other requests waiting.

import { expect, it } from 'vitest'
import { sellEach } from '../test-support/sales.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { Simulator } from '../simulator.ts'
import { oneAtATime } from './expensive-reads.ts'

it('run one at a time, and others have a turn between two of them', async () => {
  const log: string[] = []
  const read = (name: string) => async () => {
    log.push(`${name} begins`)
    await null
    log.push(`${name} ends`)
  }
  setImmediate(() => log.push('turn'))
  await Promise.all([oneAtATime(read('a')), oneAtATime(read('b'))])
  expect(log).toEqual(['a begins', 'a ends', 'turn', 'b begins', 'b ends'])
})

it('are refused when many wait, and one that fails keeps none from running', async () => {
  const failing = oneAtATime(() => Promise.reject(new Error('failed')))
  const all = await Promise.allSettled([
    failing,
    ...Array.from({ length: 60 }, () => oneAtATime(async () => 'read')),
  ])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(49)
  expect(all.at(-1)).toMatchObject({ reason: { name: 'UnavailableError' } })
})

it('let another client get its response, whoever asks for snapshots', async () => {
  const simulator = new Simulator()
  sellEach(simulator.defaultSandbox.world, 2000)
  const order: string[] = []
  const snapshots = Array.from({ length: 40 }, async () => {
    await (await simulator.fetch('/control/snapshot')).text()
    order.push('snapshot')
  })
  const clock = simulator.fetch('/control/clock').then(() => order.push('clock'))
  await Promise.all([...snapshots, clock])
  expect(order.indexOf('clock')).toBeLessThan(5)
})

it('share a snapshot until something happens', async () => {
  const simulator = createSimulator()
  const digests = async () => {
    const texts = await Promise.all([1, 2].map(() => simulator.control.takeSnapshot()))
    return texts.map(({ digest }) => digest)
  }
  const [first, same] = await digests()
  await simulator.clock.advance({ by: 'P1D' })
  const [later] = await digests()
  expect([same, later === first]).toEqual([first, false])
})
