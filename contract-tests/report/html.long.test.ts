// The script of the HTML report in a browser, which runs it under the page's own policy.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserTitle, launchBrowser, skipsBrowserTests } from '../../simulator/test-support/browser.ts'
import { changeSuccess } from '../altered/mutants/operators/response.ts'
import { verify } from '../commands/verify.ts'
import { inProcess } from '../observe/in-process.ts'
import { answering, listening } from '../observe/test-support/servers.ts'
import { htmlReport } from './html.ts'

describe.skipIf(skipsBrowserTests)(browserTitle('the HTML report'), () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('is filtered by verdict and resource, and copies commands', async () => {
    const response = changeSuccess('getStore', () => ({ json: { ok: true, result: {} } }))
    const report = await verify(inProcess({ response }), { only: ['stores', 'banks'], runs: 1 })
    const origin = await listening(answering(200, 'text/html', htmlReport(report)))
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(origin)
    const shown = async () => {
      const ids = await page.locator('#requirements tr:visible td:nth-child(2)').allTextContents()
      return { ids: ids.length, failures: await page.locator('article:visible').count() }
    }
    const count = (of: (one: (typeof report.requirements)[number]) => boolean) =>
      report.requirements.filter(of).length
    await page.getByLabel('verdict').selectOption('pass')
    expect(await shown()).toEqual({ ids: count(({ verdict }) => verdict === 'pass'), failures: 0 })
    await page.getByLabel('verdict').selectOption('fail')
    await page.getByLabel('resource').selectOption('banks')
    expect(await shown()).toEqual({ ids: 0, failures: 0 })
    expect(await page.locator('#requirements h3:visible').count()).toBe(0)
    await page.getByLabel('resource').selectOption('stores')
    expect(await shown()).toEqual({ ids: report.counts.fail, failures: report.counts.fail })
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(report.failures[0]?.reproduce)
  })
})
