// A recording that is killed during traffic: its files are complete, and have every call up to the last write.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Running, runProgram } from '../../simulator/test-support/built-program.ts'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'

const directory = temporaryDirectory()
const clients = 3

function ordersIn(file: string): string[] {
  const { workflows } = JSON.parse(readFileSync(file, 'utf8'))
  return workflows[0].steps.map(
    (step: { requestBody: { payload: { order: string } } }) => step.requestBody.payload.order,
  )
}

/** The file's identity, which changes with each write; 0 before the first. */
const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino ?? 0

it.each([1, 2])('loses only what was recorded since the last write (%i)', async (run) => {
  const out = join(directory, `killed-${run}.json`)
  const recording = new Running(['record', '--out', out, '--port', '0'])
  const url = await recording.printed(/Service: (\S+)\/api/)
  const responded: string[] = []
  let sent = 0
  const client = async (name: number) => {
    for (let call = 0; ; call += 1) {
      const order = `order-${name}-${call}`
      sent += 1
      const response = await fetch(`${url}/api/hosted-page`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer merchant-lamp-shop' },
        body: JSON.stringify({
          amount: '5',
          currency: 'USD',
          order,
          cart: [{ id: 'tea' }],
          shippingAddress: null,
        }),
      })
      await response.text()
      responded.push(order)
    }
  }
  const traffic = Array.from({ length: clients }, (_, name) => client(name).catch(() => undefined))
  while (responded.length < run * 60) {
    if (inodeOf(out) !== 0) ordersIn(out)
    await setTimeout(3)
  }
  // The second write after this began after it, so it has all calls so far.
  const before = [...responded]
  for (let writes = 0; writes < 2; writes += 1) {
    const last = inodeOf(out)
    while (inodeOf(out) === last) await setTimeout(1)
  }
  await setTimeout(run * 7)
  recording.child.kill('SIGKILL')
  await recording.ended
  await Promise.all(traffic)
  const saved = ordersIn(out)
  expect(saved).toEqual(expect.arrayContaining(before))
  expect(before.length).toBeGreaterThan(0)
  expect(await runProgram('lint', out)).toMatchObject({ code: 0, stdout: '1 scenario, no errors\n' })
  expect(saved.length).toBeLessThanOrEqual(sent)
})
