// The seam for mutants: each hook changes what the world does, and only that.

import { expect, it } from 'vitest'
import { hourMs } from '../../core/durations.ts'
import { Simulator } from '../simulator.ts'
import { sellEach } from '../test-support/sales.ts'
import type { WorldHooks } from './hooks.ts'

/** The world of a simulator with hooks after one exchange payment and a day. */
async function worldWith(hooks: WorldHooks) {
  const { defaultSandbox: sandbox } = new Simulator({}, { hooks })
  sellEach(sandbox.world, 1)
  await sandbox.advance(sandbox.options.start + 24 * hourMs)
  return sandbox.world
}

const statuses = ({ events }: { events: Iterable<{ status: string }> }) =>
  Array.from(events, ({ status }) => status)

it('a transition can be replaced or left out', async () => {
  const canceled = await worldWith({ transition: (event) => (event === 'complete' ? 'cancel' : event) })
  expect(statuses(canceled)).toEqual(['pending', 'processing', 'canceled'])
  const stuck = await worldWith({ transition: (event) => (event === 'complete' ? undefined : event) })
  expect(statuses(stuck)).toEqual(['pending', 'processing'])
})

it('a scheduled event can be moved or left out', async () => {
  const late = await worldWith({
    scheduleEvent: (event, { now }) =>
      event.kind === 'transaction.complete' ? { ...event, due: now + 5 * hourMs } : event,
  })
  expect(late.events.at(-1)).toMatchObject({ status: 'completed', at: late.options.start + 5 * hourMs })
  const never = await worldWith({
    scheduleEvent: (event) => (event.kind === 'transaction.complete' ? undefined : event),
  })
  expect(statuses(never)).toEqual(['pending', 'processing'])
})

it('a new record can be changed', async () => {
  const world = await worldWith({
    create: (record) => {
      if ('transaction' in record) record.transaction.offerId = 'another'
    },
  })
  expect(Array.from(world.transactions, ({ offerId }) => offerId)).toEqual(['another'])
  expect(Array.from(world.invoices, ({ order }) => order)).toEqual(['order 0'])
})

it('the clock and the calendar can be changed', async () => {
  const shifted = await worldWith({ now: (now) => now + 1 })
  const [transaction] = shifted.transactions
  expect(transaction?.createdAt).toBe(shifted.options.start + 1)
  const { defaultSandbox } = new Simulator({}, { hooks: { addBankingDays: (from, days) => from + days } })
  expect(defaultSandbox.world.addBankingDays(5, 3)).toBe(8)
})

it('hooks stay through a reset, a restore and a fork', async () => {
  const { defaultSandbox: sandbox, sandboxes } = new Simulator(
    {},
    { hooks: { addBankingDays: (from, days) => from + days } },
  )
  await sandbox.restore(await sandbox.snapshot())
  await sandbox.reset()
  const fork = await sandboxes.fork(sandbox, 'fork')
  for (const { world } of [sandbox, fork]) expect(world.addBankingDays(5, 3)).toBe(8)
})
