// The URLs that programs pass to clients. They often come from environment variables, which may not be set.

import { UsageError } from '../core/errors.ts'

/** The URL without slashes at its end. Throws a UsageError that names the variable of `paytwin exec` if it is not an http or https URL. */
export function httpUrl(url: unknown, name: string, variable: `PAYTWIN_${string}`): string {
  if (typeof url === 'string' && /^https?:\/\/./.test(url) && URL.canParse(url))
    return url.replace(/\/+$/, '')
  throw new UsageError(
    url === undefined || url === '' ? `${name} is missing.` : `${name} is invalid: ${JSON.stringify(url)}.`,
    `Expected an http or https URL. If it is read from ${variable}: that variable is set only under "paytwin exec -- <command>".`,
    'Run the program under paytwin exec, or pass the URL of a running simulator, such as http://127.0.0.1:4020.',
  )
}
