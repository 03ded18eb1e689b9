// Snapshots that someone changed, with a digest that matches: each is refused and changes nothing, or it is a world that works.

import { expect, it } from 'vitest'
import { Simulator } from '../simulator.ts'
import { mutateSnapshot } from '../test-support/mutate-snapshot.ts'
import { busySimulator, Shop } from '../test-support/shop.ts'
import { SeededRandom } from '../world/random.ts'

const mutations = 150

it('a changed snapshot is refused without a change, or restores a world that works', async () => {
  const simulator = new Simulator()
  const { defaultSandbox: sandbox } = simulator
  sandbox.onWebhook(() => undefined)
  // As it is read from a file.
  const snapshot: Record<string, unknown> = JSON.parse(
    JSON.stringify(await (await busySimulator()).snapshot()),
  )
  const random = new SeededRandom('mutations')
  const before = await sandbox.snapshot()
  const post = async (path: string, body: unknown) =>
    simulator.fetch(`/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
  let refused = 0
  for (let round = 0; round < mutations; round += 1) {
    const { mutated, change } = mutateSnapshot(snapshot, random)
    const response = await post('restore', mutated)
    expect([change, response.status]).toEqual([change, response.status === 200 ? 200 : 400])
    if (response.status === 400) {
      refused += 1
      expect([change, (await sandbox.snapshot()).digest]).toEqual([change, before.digest])
      continue
    }
    for (const [path, body] of [
      ['clock/advance', { by: 'P1Y' }],
      ['settle', undefined],
    ] as const) {
      const worked = await post(path, body)
      expect([change, path, worked.status < 500 ? 'works' : await worked.text()]).toEqual([
        change,
        path,
        'works',
      ])
    }
    for (const path of [
      'events',
      'schedule',
      'transactions',
      'subscriptions',
      'emails',
      'settlements',
      'snapshot',
      'credentials',
    ]) {
      const read = await simulator.fetch(`/control/${path}`)
      expect([change, path, read.status === 200 ? 'works' : await read.text()]).toEqual([
        change,
        path,
        'works',
      ])
    }
    await sandbox.restore(before)
  }
  // Most changes are errors; a changed amount, for example, is not.
  expect(refused).toBeGreaterThan(mutations / 2)
  const { publicUrl: url, fetch } = simulator
  await (await Shop.open({ url, fetch })).pay('still works')
})
