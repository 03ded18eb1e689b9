// A front end of another origin calls the service from a real browser, with a token and JSON, and reads the response.

import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer, listenOn } from '../../core/listening.ts'
import { Simulator } from '../simulator.ts'
import { browserTitle, launchBrowser, skipsBrowserTests } from '../test-support/browser.ts'
import { invoice } from '../test-support/requests.ts'
import { type Listening, listen } from './listening.ts'

const loopback = { host: '127.0.0.1', port: 0 }
const pages = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>front end</title>')
})

let simulator: Listening
let browser: Browser
let port = ''

/** The result of the script of a page of an origin, or the error that it throws. `sim` is the URL of the simulator. */
async function inPage(origin: string, script: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(origin)
  const text = `(async () => { const sim = '${simulator.url}'; try { return String(await (${script})) } catch (error) { return String(error) } })()`
  const result = await page.evaluate(text).then(String)
  await page.close()
  return result
}

const createInvoice = (token: string) => `fetch(sim + '/api/hosted-page', {
    method: 'POST',
    headers: { authorization: 'Bearer ${token}', 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify(invoice('order-1')))},
  }).then(async (response) => response.status + ' ' + response.headers.get('content-type') + ' ' + await response.text())`
const getStore = `fetch(sim + '/api/stores', { headers: { authorization: 'Bearer merchant-lamp-shop' } }).then((response) => response.text())`
const blocked = 'TypeError: Failed to fetch'

describe.skipIf(skipsBrowserTests)(browserTitle('a front end'), () => {
  beforeAll(async () => {
    port = new URL(await listenOn(pages, loopback)).port
    const cors = [`http://listed.example:${port}`]
    simulator = await listen(loopback, (publicUrl) => new Simulator({ publicUrl, cors }))
    browser = await launchBrowser(['listed.example', 'other.example', 'front.localhost'])
  })
  afterAll(async () => {
    await browser?.close()
    await simulator.close()
    await closeServer(pages)
  })

  it.each(['127.0.0.1', 'localhost', 'front.localhost', 'listed.example'])(
    'of %s creates an invoice and reads it',
    async (host) => {
      expect(await inPage(`http://${host}:${port}`, createInvoice('merchant-lamp-shop'))).toMatch(
        /^200 application\/json .*"uuid"/,
      )
      expect(await inPage(`http://${host}:${port}`, getStore)).toContain('Lamp Shop')
    },
  )

  it('reads refusals', async () => {
    expect(await inPage(`http://localhost:${port}`, createInvoice('unknown'))).toMatch(/^401 .*"message"/)
  })

  it('calls neither the control API nor with a form', async () => {
    const origin = `http://localhost:${port}`
    expect(await inPage(origin, `fetch(sim + '/control/clock').then((response) => response.text())`)).toBe(
      blocked,
    )
    const form = `fetch(sim + '/api/hosted-page', { method: 'POST', body: 'a=b' }).then((response) => response.text())`
    expect(await inPage(origin, form)).toBe(blocked)
  })

  it('of another name reads nothing and changes nothing', async () => {
    const origin = `http://other.example:${port}`
    const { invoices } = simulator.simulator.defaultSandbox.world
    const { size } = invoices
    expect(await inPage(origin, createInvoice('merchant-lamp-shop'))).toBe(blocked)
    expect(await inPage(origin, getStore)).toBe(blocked)
    expect(invoices.size).toBe(size)
  })
})
