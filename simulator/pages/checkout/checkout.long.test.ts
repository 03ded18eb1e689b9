// A shopper pays on the checkout page in a real browser: as a page that returns to the shop, and in a frame of the shop.

import { createServer } from 'node:http'
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer, listenOn } from '../../../core/listening.ts'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { createInvoice } from '../../test-support/requests.ts'
import { servedForSuite } from '../../test-support/served.ts'
import { Shop } from '../../test-support/shop.ts'
import { accessibilityErrors, TestBrowser } from '../../test-support/test-browser.ts'

/** A shop at another origin. Its page frames a checkout page and shows the events that the frame reports. */
const shopServer = createServer(({ url = '' }, response) => {
  const framed = new URL(url, 'http://shop').searchParams.get('frame')
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>shop</title><h1>Thanks</h1><ol></ol>
<script>addEventListener('message',({data})=>{document.querySelector('ol').innerHTML+='<li>'+(data.source?data.source+' '+data.event:JSON.stringify(data))+'</li>'})</script>
${framed === null ? '' : `<iframe src="${framed}" width="700" height="900"></iframe>`}`)
})

type CheckoutPage = Pick<Page | FrameLocator, 'getByRole' | 'getByLabel' | 'getByText' | 'locator'>

const widthAndHighestTab = `(() => {
  const nav = document.querySelector('nav')
  const heights = [...nav.children].map((tab) => tab.getBoundingClientRect().height)
  const lineHeight = parseFloat(getComputedStyle(nav.firstChild).lineHeight)
  return {
    width: document.documentElement.scrollWidth,
    tabWidth: nav.scrollWidth,
    lines: Math.round((Math.max(...heights) - 16) / lineHeight),
  }
})()`

/** Opens a tab, and waits until it is there: tabs have fields with the same labels. */
async function openTab(page: CheckoutPage, name: string) {
  await page.getByRole('link', { name }).click()
  await page.locator('nav [aria-current=page]', { hasText: name }).waitFor()
}

/** The steps of a shopper on each tab, until the payment is received. */
const payments: Record<string, (page: CheckoutPage) => Promise<void>> = {
  'Crypto Exchange': async (page) => {
    await page.getByLabel('Exchange', { exact: true }).selectOption('betaexchange')
    await page.getByLabel('I accept the terms', { exact: false }).check()
    // As in tests in other languages, which know no roles: the first element with this text.
    await page.getByText(/^Pay/).first().click()
  },
  'Crypto Wallet': async (page) => {
    await page.getByLabel('Coin').selectOption('ETH')
    await page.getByRole('button', { name: 'Show the payment address' }).click()
    await page.getByRole('button', { name: 'Pay half' }).click()
    await page.getByRole('button', { name: 'Pay the rest' }).click()
  },
  'Bank Transfer': async (page) => {
    await page.getByRole('button', { name: 'Pay 40.00 USD' }).click()
  },
}

describe.skipIf(skipsBrowserTests)(browserTitle('a checkout page in a browser'), () => {
  const browser = TestBrowser.forSuite()
  const served = servedForSuite({ returnSeconds: 0 })
  let shop: Shop
  let shopUrl = ''
  let orders = 0

  beforeAll(async () => {
    shopUrl = await listenOn(shopServer, { host: '127.0.0.1', port: 0 })
    shop = await Shop.open(served)
  })
  afterAll(() => closeServer(shopServer))

  /** An invoice, and a browser page with the errors that it meets. */
  async function open(options: BrowserContextOptions = {}) {
    orders += 1
    const { url } = await createInvoice(shop, `order-${orders}`, { redirectUrl: `${shopUrl}/thanks` })
    return { url, ...(await browser.open(options)) }
  }

  it.each(Object.keys(payments))('takes a payment by %s and returns to the shop', async (tab) => {
    const { url, page, errors } = await open()
    await page.goto(url)
    await openTab(page, tab)
    await payments[tab]?.(page)
    await page.waitForURL(`${shopUrl}/thanks`)
    expect(errors).toEqual([])
  })

  it.each(Object.keys(payments))('takes a payment by %s in a frame of the shop', async (tab) => {
    const { url, page, errors } = await open()
    await page.goto(`${shopUrl}/?frame=${encodeURIComponent(url)}`)
    const frame = page.frameLocator('iframe')
    await openTab(frame, tab)
    await payments[tab]?.(frame)
    await page.getByText('paytwin-checkout completed').waitFor()
    await expect.poll(() => page.getByText('paytwin-checkout resized').count()).toBeGreaterThan(0)
    expect(page.url()).toContain('?frame=')
    expect(errors.filter((error) => !error.includes('favicon'))).toEqual([])
  })

  it('posts the messages of a template to the shop, and closes by a button', async () => {
    const set = (use: string) =>
      shop.control.setAssumption({ params: { id: 'invoices.frame-messages' }, body: { use } })
    await set('template')
    const { url, page, errors } = await open()
    await page.goto(`${shopUrl}/?frame=${encodeURIComponent(url)}`)
    const frame = page.frameLocator('iframe')
    await page
      .getByText(/"type":"height","height":\d+/)
      .first()
      .waitFor()
    await frame.getByRole('button', { name: 'Close' }).click()
    await page.getByText('"close"', { exact: true }).waitFor()
    await openTab(frame, 'Bank Transfer')
    await payments['Bank Transfer']?.(frame)
    await page.getByText(/{"type":"payment","order":"order-\d+","status":"0"}/).waitFor()
    await set('events')
    expect(errors.filter((error) => !error.includes('favicon'))).toEqual([])
    const alone = await open()
    await alone.page.goto(alone.url)
    expect(await alone.page.getByRole('button', { name: 'Close' }).count()).toBe(0)
  })

  it('pays as the account, at the exchange and in the coin that are chosen last', async () => {
    const { url, page, errors } = await open()
    await page.goto(url)
    await page.getByLabel('Test account').selectOption('shopper-low-balance')
    await page.getByLabel('I accept the terms', { exact: false }).check()
    await page.getByRole('button', { name: 'Pay 40.00 USD' }).click()
    expect(await page.getByRole('alert').innerText()).toBe('419: Insufficient Balance')
    // A refusal and another choice leave the box as it was.
    expect(await page.getByLabel('I accept the terms', { exact: false }).isChecked()).toBe(true)
    await page.getByLabel('Test account').selectOption('shopper-ready')
    await page.getByLabel('Exchange', { exact: true }).selectOption('betaexchange')
    await page.getByLabel('Coin').selectOption('ETH')
    await page.getByText(/ETH, for 40\.00 USD/).waitFor()
    expect(await page.getByLabel('I accept the terms', { exact: false }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Pay 40.00 USD' }).click()
    await page.waitForURL(`${shopUrl}/thanks`)
    const { transactions } = await shop.control.listTransactions({ query: { before: 1e6, limit: 1 } })
    expect(transactions).toMatchObject([{ currency: 'ETH', nativeAmount: '40.00' }])
    expect(errors.filter((error) => !error.includes('409'))).toEqual([])
  })

  it('follows the clock after the payment, and leads back to the shop without one', async () => {
    const { url, page } = await open()
    await page.goto(url)
    expect(await page.getByRole('link', { name: 'without paying' }).getAttribute('href')).toBe(
      `${shopUrl}/thanks`,
    )
    const uuid = url.slice(url.lastIndexOf('/') + 1)
    await shop.control.payInvoice({ params: { uuid }, body: { by: 'exchange', as: 'shopper-ready' } })
    await page.goto(url)
    await page.getByText('You do not have to pay again.', { exact: false }).waitFor()
    expect(await page.getByText('Amount due').count()).toBe(0)
    expect(await accessibilityErrors(page)).toEqual([])
    await shop.control.advanceClock({ body: { by: 'PT2H' } })
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    expect(await accessibilityErrors(page)).toEqual([])
  })

  it('says that a payment was canceled, and takes another one', async () => {
    const { url, page } = await open()
    const uuid = url.slice(url.lastIndexOf('/') + 1)
    const { id } = await shop.control.payInvoice({
      params: { uuid },
      body: { by: 'exchange', as: 'shopper-ready' },
    })
    await page.goto(url)
    await shop.control.cancelTransaction({ params: { id } })
    await page.reload()
    const notice = page.locator('section.canceled')
    await notice.getByRole('heading', { name: 'Payment canceled' }).waitFor()
    expect(await notice.innerText()).toContain('This order is not paid. Pay again, or choose another')
    await expect.poll(() => notice.getByText(id).count()).toBe(1)
    expect(await accessibilityErrors(page)).toEqual([])
    await openTab(page, 'Bank Transfer')
    await payments['Bank Transfer']?.(page)
    await page.waitForURL(`${shopUrl}/thanks`)
    await page.goto(url)
    await page.getByText('Payment in progress').waitFor()
    expect(await notice.count()).toBe(0)
  })

  it.each([true, false])(
    'needs buttons to choose only without scripts (with scripts: %s)',
    async (hasScripts) => {
      const { url, page } = await open({ javaScriptEnabled: hasScripts })
      await page.goto(url)
      for (const name of ['Switch', 'Show the amount'])
        await expect.poll(() => page.getByRole('button', { name }).count()).toBe(hasScripts ? 0 : 1)
    },
  )

  it.each(['exchange', 'wallet', 'bank'])(
    'is accessible on the tab of %s, in light and dark',
    async (tab) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { url, page } = await open({ colorScheme })
        await page.goto(`${url}?tab=${tab}`)
        expect(await accessibilityErrors(page)).toEqual([])
      }
    },
  )

  it.each(['exchange', 'wallet', 'bank'])('fits a width of 390 pixels on the tab of %s', async (tab) => {
    const { url, page } = await open({ viewport: { width: 390, height: 800 } })
    await page.goto(`${url}?tab=${tab}`)
    // Tabs that wrap have one that is at least two lines high.
    expect(await page.evaluate(widthAndHighestTab)).toEqual({ width: 390, tabWidth: 358, lines: 1 })
    const widths = await page.evaluate(
      "[...document.querySelectorAll('button.primary')].map((one) => one.offsetWidth)",
    )
    expect(widths).toEqual([358])
  })

  it('begins its two panes at one height on a wide screen', async () => {
    const { url, page } = await open({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    const tops =
      "[...document.querySelectorAll('main > div')].map((pane) => Math.round(pane.firstElementChild.getBoundingClientRect().top))"
    const [left, right] = (await page.evaluate(tops)) as number[]
    expect(left).toBe(right)
  })
})
