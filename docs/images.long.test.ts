// The pictures of the README: the dashboard and the checkout page, taken in a browser. `npm run screenshots` takes them again.

import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../client/webhook-receiver.ts'
import { type Listening, listen } from '../simulator/server/listening.ts'
import { Simulator } from '../simulator/simulator.ts'
import { browserTitle, launchBrowser, skipsBrowserTests } from '../simulator/test-support/browser.ts'
import { createInvoice, createSubscription, payByExchange } from '../simulator/test-support/requests.ts'
import { Shop } from '../simulator/test-support/shop.ts'

const folder = fileURLToPath(new URL('images/', import.meta.url))
const updates = process.env.UPDATE_IMAGES === '1'
const maxBytes = 150_000

describe.skipIf(skipsBrowserTests)(browserTitle('the pictures of the README'), () => {
  let served: Listening
  let shop: Shop
  let receiver: WebhookReceiver
  let browser: Browser
  beforeAll(async () => {
    // The URLs in the pictures are those of the default port.
    const publicUrl = 'http://127.0.0.1:4020'
    served = await listen({ host: '127.0.0.1', port: 0 }, () => new Simulator({ publicUrl }))
    shop = await Shop.open({
      url: served.url,
      fetch: (url, init) => fetch(url.replace(publicUrl, served.url), init),
    })
    receiver = await WebhookReceiver.listen({
      respond: (response) => {
        response.statusCode = receiver.received.length === 2 ? 500 : 200
        response.end()
      },
    })
    browser = await launchBrowser()
    mkdirSync(folder, { recursive: true })
  })
  afterAll(() => Promise.all([browser?.close(), served?.close(), receiver?.close()]))

  async function take(
    name: string,
    path: string,
    size: { width: number; height: number },
    ready: (page: Page) => Promise<unknown>,
  ) {
    const page = await browser.newPage({ viewport: size })
    await page.goto(served.url + path)
    await ready(page)
    const file = `${folder}${name}.png`
    if (updates) await page.screenshot({ path: file })
    await page.close()
    expect(statSync(file).size).toBeLessThan(maxBytes)
  }

  it('show a checkout page', async () => {
    const { uuid } = await createInvoice(shop, 'order-1001', { redirectUrl: 'https://shop.example/thanks' })
    await take('checkout', `/checkout/${uuid}`, { width: 720, height: 850 }, (page) =>
      page.getByRole('button', { name: 'Pay 40.00 USD' }).waitFor(),
    )
  })

  it('show the dashboard', async () => {
    await shop.control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: receiver.url } })
    await payByExchange(shop, 'order-1001')
    await createInvoice(shop, 'order-1002')
    await payByExchange(shop, 'order-1002', {}, { shopper: 'low-balance' }).catch(() => undefined)
    await createSubscription(shop, 'order-1003')
    await shop.control.advanceClock({ body: { by: 'P1M' } })
    await take('dashboard', '/dashboard', { width: 1200, height: 740 }, (page) =>
      page.getByText(/is due on/).waitFor(),
    )
  })
})
