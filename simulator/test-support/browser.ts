// Launches the Chromium of this machine for tests. Nothing is downloaded: playwright-core only drives what is installed.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const executable = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'chromium'))
  .find(existsSync)

/** True if browser tests are skipped: without Chromium, except in a continuous build, where they fail. */
export const skipsBrowserTests = executable === undefined && process.env.CI !== 'true'

/** The title of a suite of browser tests, which says why it is skipped. */
export function browserTitle(title: string): string {
  return skipsBrowserTests ? `${title} (skipped: there is no "chromium" on the PATH)` : title
}

/** Launches Chromium. The host names resolve to 127.0.0.1. Close it when done. */
export function launchBrowser(hostNames: readonly string[] = []): Promise<Browser> {
  if (executable === undefined)
    throw new Error('There is no "chromium" on the PATH. Browser tests need it. Install Chromium.')
  const rules = hostNames.map((name) => `MAP ${name} 127.0.0.1`).join(',')
  return chromium.launch({
    executablePath: executable,
    args: [
      // Chromium's sandbox does not start in most containers.
      '--no-sandbox',
      // Browsers that do not restrict requests to this machine are tested, too.
      '--disable-features=LocalNetworkAccessChecks',
      ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
    ],
  })
}
