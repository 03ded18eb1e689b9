// Every response has the virtual time of its sandbox in its Date header.

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
])('%s %s has the virtual time of its sandbox', async (method, path, accept = '*/*') => {
  const { fetch } = await twoClocks()
  const date = async (prefix: string) =>
    (await fetch(`${prefix}${path}`, { method, headers: { accept } })).headers.get('date')
  expect([await date(''), await date('/sandboxes/mine')]).toEqual([inFebruary, inMarch])
})

it('is the time of a sandbox whose name is escaped', async () => {
  const { fetch } = await twoClocks()
  expect((await fetch('/sandboxes/m%69ne/openapi.json')).headers.get('date')).toBe(inMarch)
})

it('is the time of the default sandbox when there is no other', async () => {
  const { fetch } = await twoClocks()
  for (const path of [
    '/sandboxes',
    '/sandboxes/',
    '/sandboxes/none/control/clock',
    '/sandboxes/%zz/api/stores',
  ])
    expect([path, (await fetch(path)).headers.get('date')]).toEqual([path, inFebruary])
})
