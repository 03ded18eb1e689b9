// Every response has the virtual time of its sandbox in its Date header.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

const inFebruary = 'Mon, 01 Feb 2027 00:00:00 GMT'
const inMarch = 'Mon, 01 Mar 2027 00:00:00 GMT'

const simulator = createSimulator({ start: '2027-02-01T00:00:00Z' })
await simulator.sandbox('mine', { start: '2027-03-01T00:00:00Z' })

it.each<[path: string, date: string, method?: string]>([
  ...['', '/sandboxes/mine', '/sandboxes/m%69ne'].flatMap((prefix) =>
    [
      '/',
      '/control/clock',
      '/control/nope',
      '/openapi.json',
      '/checkout/xx',
      '/logos/BTC.svg',
      '/api/stores',
    ].map((path): [string, string] => [prefix + path, prefix === '' ? inFebruary : inMarch]),
  ),
  ['/sandboxes/mine/control/clock', inMarch, 'DELETE'],
  ['/sandboxes/mine/api/stores', inMarch, 'PUT'],
  ['/sandboxes', inFebruary],
  ['/sandboxes/none/control/clock', inFebruary],
  ['/sandboxes/%zz/api/stores', inFebruary],
])('%s has the time %s', async (path, date, method = 'GET') => {
  expect((await simulator.fetch(path, { method })).headers.get('date')).toBe(date)
})
