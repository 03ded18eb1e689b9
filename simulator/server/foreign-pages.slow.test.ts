// Pages of other origins attack a served simulator in a real browser. None of them reads a token or changes anything. Pages of this
// machine and of listed origins call the service with a token and JSON, and read the response.

import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer, listenOn } from '../../core/listening.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import type { Simulator } from '../simulator.ts'
import { browserTitle, launchBrowser, skipsBrowserTests } from '../test-support/browser.ts'
import { createInvoice, invoice } from '../test-support/requests.ts'
import { serve } from '../test-support/served.ts'
import { Shop } from '../test-support/shop.ts'
import type { Listening } from './listening.ts'

const advance = JSON.stringify('{"by":"P1Y"}')

let simulator: Listening
let browser: Browser
/** The simulator's sandboxes before every attack. */
let prepared: { snapshots: Map<string, Snapshot>; state: string }
/** Where the attacker's pages are, by the relation of their origin to the simulator's. */
const origins = { otherPort: '', otherSite: '', rebound: '' }
type Origin = keyof typeof origins

const attacker = createServer(({ url = '', method }, response) => {
  const target = new URL(url, simulator.url).searchParams.get('to')
  response.setHeader('access-control-allow-origin', '*')
  if (target === null) response.setHeader('content-type', 'text/html')
  else response.writeHead(method === 'POST' ? 307 : 302, { location: `${simulator.url}${target}` })
  response.end('<!doctype html><title>attack</title>')
})

async function snapshotsOf({ sandboxes }: Simulator): Promise<Map<string, Snapshot>> {
  const listed = sandboxes.list().map(async (one) => [one.name, await one.snapshot()] as const)
  return new Map(await Promise.all(listed))
}

async function stateOf(simulator: Simulator): Promise<string> {
  return JSON.stringify([...(await snapshotsOf(simulator))])
}

async function prepareAgain({ sandboxes }: Simulator): Promise<void> {
  for (const sandbox of sandboxes.list()) {
    const snapshot = prepared.snapshots.get(sandbox.name)
    if (snapshot === undefined) sandboxes.delete(sandbox.name)
    else await sandbox.restore(snapshot)
  }
}

/** Opens a page of the attacker. A rebound one has the simulator's port and a name that now resolves to this machine. */
async function openPage(from: Origin): Promise<Page> {
  const page = await browser.newPage()
  const url = `${origins[from]}/attack`
  if (from === 'rebound')
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(url)
  return page
}

/** Scripts of an attacker's page, which resolve to what it could read. `sim` is the simulator's origin. */
const attacks: Record<string, string> = {
  'fetch of credentials': `fetch(sim + '/control/credentials').then(r => r.text())`,
  'opaque fetch of credentials': `fetch(sim + '/control/credentials', { mode: 'no-cors', credentials: 'include' }).then(r => r.text())`,
  'fetch of JSON that advances the clock': `fetch(sim + '/control/clock/advance', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: ${advance} }).then(r => r.text())`,
  'fetch without a body that resets the world': `fetch(sim + '/control/reset', { method: 'POST', mode: 'no-cors' }).then(r => r.text())`,
  'form whose text is JSON': `post(sim + '/control/injected-faults', 'text/plain', '{"operationId":"getStore","action":{"do":"respond","status":503,"body":"', '"}}')`,
  'frame of the control API': `load('iframe', sim + '/control/credentials').then(frame => frame.contentDocument && frame.contentDocument.body.innerText)`,
  'fetch of the dashboard': `fetch(sim + '/dashboard/accounts', { headers: { accept: 'text/html' }, credentials: 'include' }).then(r => r.text())`,
  'frame of the dashboard': `load('iframe', sim + '/dashboard/accounts').then(frame => frame.contentDocument && frame.contentDocument.body.innerText)`,
  'redirected fetch': `fetch('/?to=/control/credentials').then(r => r.text())`,
  'redirected POST': `fetch('/?to=/control/reset', { method: 'POST', mode: 'no-cors' }).then(r => r.text())`,
  'beacon with JSON': `navigator.sendBeacon(sim + '/control/clock/advance', new Blob([${advance}], { type: 'text/plain' })) && new Promise(r => setTimeout(r, 150))`,
  WebSocket: `new Promise(resolve => {
    const socket = new WebSocket(sim.replace('http', 'ws') + '/control/credentials')
    socket.onopen = () => resolve('opened')
    socket.onmessage = event => resolve(event.data)
    socket.onclose = () => resolve('closed')
  })`,
}

/** Calls of the service that pages of this machine may make, and no others. */
const serviceAttacks: Record<string, string> = {
  'fetch of a store': `fetch(sim + '/api/stores', { headers: { authorization: 'Bearer merchant-lamp-shop' } }).then(r => r.text())`,
  'fetch that creates an invoice': `fetch(sim + '/api/hosted-page', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(r => r.text())`,
  'fetch of a store in a named sandbox': `fetch(sim + '/sandboxes/fork/api/stores').then(r => r.text())`,
}

const prelude = `
  const load = (tag, src) => new Promise(resolve => {
    const element = document.createElement(tag)
    element.onload = element.onerror = () => resolve(element)
    element.src = src
    document.documentElement.append(element)
  })
  const post = (action, enctype, name = 'a', value = 'b') => new Promise(resolve => {
    const frame = document.createElement('iframe')
    frame.name = 'posted' + Math.random()
    document.documentElement.append(frame)
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', action, enctype, target: frame.name })
    const input = document.createElement('input')
    Object.assign(input, { name, value })
    form.append(input)
    document.documentElement.append(form)
    frame.onload = () => resolve(frame.contentDocument && frame.contentDocument.body.innerText)
    form.submit()
    setTimeout(resolve, 1000)
  })`

/** Runs an attack and returns what its page could read. */
async function readBy(page: Page, sim: string, attack: string): Promise<string> {
  const script = `(async () => { ${prelude}; const sim = '${sim}'; try { return String(await (${attack})) } catch (error) { return String(error) } })()`
  return page.evaluate(script).then(String)
}

describe.skipIf(skipsBrowserTests)(browserTitle('a foreign page'), () => {
  beforeAll(async () => {
    origins.otherPort = await listenOn(attacker, { host: '127.0.0.1', port: 0 })
    const cors = [origins.otherPort.replace('127.0.0.1', 'listed.example')]
    simulator = await serve({ cors })
    const shop = await Shop.open({ url: simulator.url })
    await createInvoice(shop, 'order-1')
    await shop.control.advanceClock({ body: { by: 'P1D' } })
    await shop.control.forkSandbox({ body: { name: 'fork' } })
    const { simulator: served } = simulator
    prepared = { snapshots: await snapshotsOf(served), state: await stateOf(served) }
    const { port } = new URL(simulator.url)
    origins.otherSite = origins.otherPort.replace('127.0.0.1', 'evil.example')
    origins.rebound = `http://rebound.example:${port}`
    browser = await launchBrowser(['evil.example', 'rebound.example', 'listed.example', 'front.localhost'])
  })
  afterAll(async () => {
    await browser?.close()
    await simulator.close()
    await closeServer(attacker)
  })

  describe.each(Object.keys(origins) as Origin[])('from %s', (from) => {
    let page: Page
    beforeAll(async () => {
      page = await openPage(from)
    })
    afterAll(() => page.close())

    const ofOrigin = from === 'otherPort' ? attacks : { ...attacks, ...serviceAttacks }
    it.each(Object.entries(ofOrigin))('has no effect and reads nothing by %s', async (_, attack) => {
      // Behind a rebound name, all requests have the same origin to the browser.
      const read = await readBy(page, from === 'rebound' ? origins.rebound : simulator.url, attack)
      const state = await stateOf(simulator.simulator)
      if (state !== prepared.state) await prepareAgain(simulator.simulator)
      expect(read).not.toMatch(/merchant-lamp-shop|accessToken|"now"|opened|Lamp Shop|"ok"/)
      expect(state === prepared.state).toBe(true)
    })
  })

  it('may frame a checkout page', async () => {
    const page = await openPage('otherSite')
    await readBy(page, simulator.url, `load('iframe', sim + '/checkout/none')`)
    expect(await page.frames()[1]?.content()).toContain('No such invoice')
    await page.close()
  })

  it.each(['127.0.0.1', 'localhost', 'front.localhost', 'listed.example'])(
    'a front end of %s creates an invoice and reads it, and reads refusals',
    async (host) => {
      const page = await browser.newPage()
      await page.goto(`${origins.otherPort.replace('127.0.0.1', host)}/shop`)
      const body = JSON.stringify(JSON.stringify(invoice('order-2')))
      const create = (token: string) =>
        readBy(
          page,
          simulator.url,
          `fetch(sim + '/api/hosted-page', {
            method: 'POST',
            headers: { authorization: 'Bearer ${token}', 'content-type': 'application/json' },
            body: ${body},
          }).then(async (response) => response.status + ' ' + await response.text())`,
        )
      expect(await create('merchant-lamp-shop')).toMatch(/^200 .*"uuid"/)
      expect(await create('unknown')).toMatch(/^401 .*"message"/)
      await page.close()
      await prepareAgain(simulator.simulator)
    },
  )
})
