// That every answer bears the virtual time of the sandbox that was asked, whatever it is an answer to.

import { expect, it } from 'vitest'
import { createSimulator, type EmbeddedSimulator } from '../embedding/create-simulator.ts'

const inFebruary = 'Mon, 01 Feb 2027 00:00:00 GMT'
const inMarch = 'Mon, 01 Mar 2027 00:00:00 GMT'

async function twoClocks(): Promise<EmbeddedSimulator> {
  const simulator = createSimulator({ start: '2027-02-01T00:00:00Z' })
  await simulator.sandbox('mine', { start: '2027-03-01T00:00:00Z' })
  return simulator
}

it.each<[string, string, string?]>([
  ['GET', '/'],
  ['GET', '/', 'text/html'],
  ['GET', '/control/nope'],
  ['DELETE', '/control/clock'],
  ['GET', '/control/clock'],
  ['GET', '/control/openapi.json'],
  ['GET', '/openapi.json'],
  ['GET', '/checkout/xx'],
  ['GET', '/customers/xx'],
  ['GET', '/logos/BTC.svg'],
  ['GET', '/logos/nope'],
  ['GET', '/api/stores'],
  ['GET', '/api/nope'],
  ['PUT', '/api/stores'],
])('%s %s is dated by the clock of its sandbox', async (method, path, accept = '*/*') => {
  const { fetch } = await twoClocks()
  const date = async (prefix: string) =>
    (await fetch(`${prefix}${path}`, { method, headers: { accept } })).headers.get('date')
  expect([await date(''), await date('/sandboxes/mine')]).toEqual([inFebruary, inMarch])
})

it('is that of a sandbox whose name is written with escapes', async () => {
  const { fetch } = await twoClocks()
  expect((await fetch('/sandboxes/m%69ne/openapi.json')).headers.get('date')).toBe(inMarch)
})

it('is that of the default sandbox where no other is meant', async () => {
  const { fetch } = await twoClocks()
  for (const path of [
    '/sandboxes',
    '/sandboxes/none/control/clock',
    '/sandboxes/%zz/api/stores',
    '/sandboxes/',
  ])
    expect([path, (await fetch(path)).headers.get('date')]).toEqual([path, inFebruary])
})
