// A developer uses the dashboard in a real browser: what its script does, and how its pages look. It needs the built scripts of browser/.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { WebhookReceiver } from '../../../client/webhook-receiver.ts'
import { testDirectory } from '../../../core/test-support/test-directory.ts'
import { simulatorInProcess } from '../../../scenarios/in-process.ts'
import { journalScenario } from '../../../scenarios/journal-scenario.ts'
import { replayScenario } from '../../../scenarios/replay.ts'
import { type Listening, listen } from '../../server/listening.ts'
import { Simulator } from '../../simulator.ts'
import { browserTitle, skipsBrowserTests } from '../../test-support/browser.ts'
import { createInvoice, createQr, createSubscription, payByExchange } from '../../test-support/requests.ts'
import { Shop } from '../../test-support/shop.ts'
import { accessibilityErrors, layoutErrors, TestBrowser } from '../../test-support/test-browser.ts'

/** The dashboard of a simulator in a browser. */
class BrowserDashboard {
  url = ''
  private opened: Shop | undefined
  private readonly browser = TestBrowser.forSuite()

  /** Starts a simulator for each test of a suite, and a browser for all of them. */
  static forEachTest(): BrowserDashboard {
    const dashboard = new BrowserDashboard()
    beforeEach(async () => {
      const served: Listening = await listen(
        { host: '127.0.0.1', port: 0 },
        (publicUrl) => new Simulator({ publicUrl }, { writeScenario: journalScenario }),
      )
      dashboard.url = served.url
      dashboard.opened = await Shop.open(served)
      return () => served.close()
    })
    return dashboard
  }

  get shop(): Shop {
    if (this.opened === undefined) throw new Error('No simulator has been started.')
    return this.opened
  }

  /** Opens a page of the dashboard, does something, and fails for every error of the page. */
  on(path: string, act: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    const live = async (page: Page) => {
      await page.getByText('live', { exact: true }).waitFor()
      await act(page)
    }
    const permissions = ['clipboard-read', 'clipboard-write']
    return this.browser.on(`${this.url}/dashboard${path}`, live, { ...options, permissions })
  }
}

/** Clicks a button that copies, and returns what it copied. */
async function copied(page: Page, button: string): Promise<string> {
  const clicked = page.getByRole('button', { name: button }).first()
  await clicked.click()
  await expect.poll(() => clicked.innerText()).toBe('Copied')
  return String(await page.evaluate('navigator.clipboard.readText()'))
}

const directory = testDirectory('dashboard')
/** The output of a command. It does not block this process, which serves its request. */
const bash = async (command: string) => (await promisify(execFile)('bash', ['-c', command])).stdout

const views = [
  ...['', '/transactions', '/invoices', '/subscriptions', '/events', '/schedule', '/accounts', '/faults'],
  ...[
    '/sandboxes',
    '/assumptions',
    '/scenario',
    '/orders/order-1',
    '/orders/order-2',
    '/events/0',
    '/journal/0',
  ],
]

describe.skipIf(skipsBrowserTests)(browserTitle('the dashboard in a browser'), () => {
  const dashboard = BrowserDashboard.forEachTest()
  const on: typeof dashboard.on = (...options) => dashboard.on(...options)

  async function receiverOf(status: (count: number) => number) {
    const receiver = await WebhookReceiver.listen({
      respond: (response) => {
        response.statusCode = status(receiver.received.length)
        response.end()
      },
    })
    const { control, merchant } = dashboard.shop
    await control.registerWebhook({ params: { id: merchant.id }, body: { url: receiver.url } })
    return receiver
  }

  it('follows what happens without reloading, and keeps open what a person opened', async () => {
    const { shop } = dashboard
    await createSubscription(shop, 'order-1')
    await on('', async (page) => {
      const opened = page.locator('#journal-1')
      await opened.locator('summary').first().click()
      await opened.getByRole('heading', { name: 'Decrypted payload' }).waitFor()
      const completed = page.getByText('order-1 · 12.50 USD · completed · Lamp Shop')
      for (let months = 1; months <= 3; months += 1) {
        await page.getByRole('button', { name: '+1 month' }).click()
        await expect.poll(() => completed.count()).toBe(months)
      }
      await page.getByText('The clock moved to 2026-04-05').waitFor()
      await page.getByText('2026-04-05 09:00:00 UTC').waitFor()
      await opened.getByRole('heading', { name: 'Decrypted payload' }).waitFor()
      await page.getByText('Advance…').click()
      await page.locator('.clock .chooser').first().selectOption('by')
      await page.getByLabel('By', { exact: true }).fill('P1W')
      await page.getByRole('button', { name: 'Go' }).click()
      await page.getByText('2026-04-12 09:00:00 UTC').waitFor()
    })
  })

  it('acts on an order: pays, moves to what happens next, debits, cancels', async () => {
    const { shop } = dashboard
    await createInvoice(shop, 'order-1')
    const subscription = await createSubscription(shop, 'order-2')
    await on('/orders/order-1', async (page) => {
      await page.locator('.cards .chooser').selectOption('bank')
      await page.getByRole('button', { name: 'pay', exact: true }).click()
      await page.getByText(/payInvoice · order-1 · 40.00 USD.*"by":"bank"/).waitFor()
      await page.getByRole('button', { name: 'complete' }).click()
      await page.getByText('paid', { exact: true }).waitFor()
    })
    await on('/orders/order-2', async (page) => {
      const next = page.locator('li.next', { hasText: 'the service debits the subscription' })
      await next.getByRole('button', { name: /^Run up to here/ }).click()
      await page.getByText('2026-02-05 09:00:00 UTC').waitFor()
      await page.getByRole('button', { name: 'renew' }).first().click()
      await page.getByText('Payments (3)').waitFor()
      await page.getByRole('button', { name: /^cancel as the merchant/ }).click()
      await page.getByText('The subscription is canceled.').waitFor()
    })
    const { status, debits } = await shop.control.getSubscription({ params: { id: subscription } })
    expect([status, debits]).toEqual(['canceled', 3])
  })

  it('delivers a webhook again, and shows how to check its signature', async () => {
    const receiver = await receiverOf((count) => (count === 1 ? 500 : 200))
    await createQr(dashboard.shop, "order of Ada's")
    await on('', async (page) => {
      await page.getByText('webhook failed, HTTP 500').click()
      expect(await bash(await copied(page, 'Copy the check'))).toBe('Verified OK\n')
      await page.getByRole('button', { name: 'redeliver' }).click()
      await page.getByText('webhook delivered, 2 attempts').waitFor()
      expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    })
    await receiver.close()
  })

  it.each<[what: string, method: string, path: string, body: string]>([
    ['a body that names a file', 'POST', '/hosted-page', '@/etc/passwd'],
    ['quotes', 'POST', '/hosted-page', `{"order":"Ada's \\"1\\" $(id) \`id\` !x"}`],
    ['control characters', 'POST', '/hosted-page', '\u001b[201~\nid #\u0003\\n\u009b'],
    ['brackets in the query', 'GET', '/invoices?uuid=[1-3]{a,b}', ''],
  ])('copies a request with %s as a command that sends the same', async (_, method, path, body) => {
    const { shop } = dashboard
    const { accessToken } = shop.merchant
    await fetch(`${dashboard.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}` },
      ...(body === '' ? {} : { body }),
    })
    await on('/journal/0', async (page) => {
      await bash(`${await copied(page, 'Copy as curl')} -s`)
    })
    const [sent, pasted] = (await shop.control.getJournal()).lines
    const parts = ({ method, path, body, account, status }: NonNullable<typeof sent>) => ({
      method,
      path,
      body,
      account,
      status,
    })
    expect(parts(pasted ?? expect.fail())).toEqual(parts(sent ?? expect.fail()))
    expect(sent?.body).toBe(body)
  })

  it('saves a scenario that replays with the same results', async () => {
    const { url } = await createInvoice(dashboard.shop, 'order-1')
    await payByExchange(dashboard.shop, 'order-1', {}, { shopper: 'low-balance' }).catch(() => undefined)
    await on('/assumptions?search=transactions.repeated-order', async (page) => {
      await page.getByRole('button', { name: 'transactions.repeated-order: choose refused' }).click()
      await page.getByText('transactions.repeated-order is now refused.').waitFor()
      await createInvoice(dashboard.shop, 'order-1').catch(() => undefined)
      const body = new URLSearchParams({ by: 'exchange', as: 'shopper-ready' })
      await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual', body })
      await page.getByRole('link', { name: 'Timeline' }).click()
      await page.getByRole('link', { name: 'Save as scenario' }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('link', { name: /^Save default/ }).click()
      const file = join(directory, 'saved.json')
      await (await saving).saveAs(file)
      expect(readFileSync(file, 'utf8')).not.toMatch(/merchant-lamp-shop|shopper-ready|secret-lamp-shop/)
      const { reasons, steps } = await replayScenario(file, {
        target: simulatorInProcess({ seed: 'another' }),
      })
      expect(reasons).toEqual([])
      expect(steps.map(({ stepId }) => stepId)).toEqual([
        ...['create-invoice', 'create-exchange-payment', 'set-assumption', 'create-invoice-2', 'pay-invoice'],
      ])
    })
  })

  it('copies credentials, registers a webhook, and creates, forks, resets and restores a sandbox', async () => {
    const { control } = dashboard.shop
    await createInvoice(dashboard.shop, 'order-1')
    await on('/accounts', async (page) => {
      expect(await copied(page, 'Copy the access token of Lamp Shop')).toBe('merchant-lamp-shop')
      await page.getByLabel('Url', { exact: true }).first().fill('http://127.0.0.1:9/hook')
      await page.getByRole('button', { name: 'Register the webhook of Lamp Shop' }).click()
      await page.getByText('The webhook is registered.').waitFor()
      await page.getByRole('link', { name: 'Sandboxes' }).click()
      await page.getByLabel('Name').first().fill('mine')
      await page.getByLabel('Start').fill('2027-01-01T00:00:00Z')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText('The sandbox mine is created.').waitFor()
      await page.getByLabel('Name').last().fill('forked')
      await page.getByRole('button', { name: 'Fork' }).click()
      await page.getByText('The sandbox forked has the same state.').waitFor()
      const file = join(directory, 'snapshot.json')
      writeFileSync(file, JSON.stringify(await control.takeSnapshot()))
      page.once('dialog', (dialog) => dialog.accept())
      await page.getByRole('button', { name: 'Reset this sandbox' }).click()
      await page.getByText('The sandbox is at its start again.').waitFor()
      expect((await control.listInvoices()).total).toBe(0)
      await page.getByLabel('Restore a snapshot').setInputFiles(file)
      await page.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByText('The snapshot is restored.').waitFor()
      expect((await control.listInvoices()).total).toBe(1)
      await page.getByRole('link', { name: 'mine' }).click()
      await page.getByText('2027-01-01 00:00:00 UTC').waitFor()
      await page.locator('#sandbox').selectOption('forked')
      await page.getByText('2026-01-05 09:00:00 UTC').waitFor()
    })
  })

  it('injects a fault and adds a webhook fault rule, with the fields of what is chosen', async () => {
    const { shop } = dashboard
    await on('/faults', async (page) => {
      const form = page.locator('form', { has: page.getByRole('button', { name: 'Inject' }) })
      await form.getByLabel('Operation').selectOption('getStore')
      expect(await form.getByLabel('Status').isVisible()).toBe(false)
      await form.locator('.chooser').selectOption('respond')
      expect(await form.getByLabel('Code').isVisible()).toBe(false)
      await form.getByLabel('Body').fill('{"message":"down"}')
      await page.getByRole('button', { name: 'Inject' }).click()
      await page.getByText('The fault applies to the next requests.').waitFor()
      const response = await shop.ask('getStore')
      expect([response.status, response.body]).toEqual([503, { message: 'down' }])
      const rules = page.locator('#rules')
      for (const share of ['0.25', '0.5']) {
        await rules.locator('.chooser').selectOption('retry')
        await rules.locator('fieldset:visible').getByLabel('Times').fill('3')
        await rules.locator('fieldset:visible').getByLabel('Shop').selectOption('Lamp Shop')
        await rules.locator('fieldset:visible').getByLabel('Share').fill(share)
        await page.getByRole('button', { name: 'Add' }).click()
        await page.getByText(`share ${share}`).waitFor()
      }
      await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
      await page.getByText('The rule is removed.').waitFor()
    })
    const rule = { do: 'retry', times: 3, merchantId: shop.merchant.id, share: 0.5 }
    expect((await shop.control.getWebhookFaultRules()).rules).toEqual([rule])
  })

  it.each(views)('is accessible and fits the screen: %s', async (view) => {
    const { shop } = dashboard
    const receiver = await receiverOf((count) => (count === 2 ? 500 : 200))
    await createSubscription(shop, 'order-1')
    await createInvoice(shop, 'order-2', { amount: '123456789012.50' })
    await payByExchange(shop, 'order-2', {}, { shopper: 'low-balance' }).catch(() => undefined)
    await shop.control.advanceClock({ body: { by: 'P1M' } })
    await shop.control.setWebhookFaultRules({ body: { rules: [{ do: 'delay', by: 'PT10M', share: 0.1 }] } })
    for (const width of [1280, 390]) {
      const colorScheme = width === 390 ? 'dark' : 'light'
      await on(
        view,
        async (page) => {
          for (const row of await page
            .locator('.timeline > li > details')
            .all()
            .then((all) => all.slice(0, 6))) {
            await row.locator('summary').first().click()
            await row.locator('article').waitFor()
          }
          expect(await layoutErrors(page)).toEqual([])
          expect(await accessibilityErrors(page)).toEqual([])
        },
        { viewport: { width, height: 900 }, colorScheme },
      )
    }
    await receiver.close()
  })
})
