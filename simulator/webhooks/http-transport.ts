// Sends deliveries over HTTP. The only part of the simulator that waits in real time; the outcome is recorded at the virtual
// instant of the attempt.

import { causeMessage, UsageError } from '../../core/errors.ts'
import type { Attempt } from '../world/state.ts'
import type { WebhookRequest } from './delivery.ts'

export type Outcome = Omit<Attempt, 'at' | 'url'>
/** Sends a request, for at most that many real milliseconds. */
export type Transport = (request: WebhookRequest, timeoutMs: number) => Promise<Outcome>

/** Characters of a receiver's response that are stored. */
export const maxStoredResponse = 1000
const loopback = /^(127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)*localhost)$/

/** Throws a UsageError for a URL that deliveries cannot be sent to. */
export function checkWebhookUrl(url: string, allowAnyHost: boolean): void {
  const error = webhookUrlError(url, allowAnyHost)
  if (error !== undefined) throw error
}

/** Why deliveries cannot be sent to a URL; undefined when they can. */
export function webhookUrlError(url: string, allowAnyHost: boolean): UsageError | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    return new UsageError(
      `Invalid webhook URL "${url}".`,
      'Expected an http or https URL.',
      'Use one such as http://127.0.0.1:3000/webhook.',
    )
  if (allowAnyHost || loopback.test(parsed.hostname)) return undefined
  return new UsageError(
    `Webhooks are not sent to ${parsed.hostname}.`,
    'By default only this machine is called.',
    'Use a loopback address or a name that ends with .localhost, or start with --allow-any-webhook-host.',
  )
}

export const httpTransport: Transport = async ({ method, url, headers, body }, timeoutMs) => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { href, authorization } = withoutUser(url)
    const request = {
      method,
      headers: { ...headers, ...authorization },
      signal,
      redirect: 'manual' as const,
      ...(method === 'POST' ? { body } : {}),
    }
    const response = await fetch(href, request).catch((error: unknown) => {
      // Some systems do not resolve names below localhost.
      if (!/ENOTFOUND|EAI_AGAIN/.test(causeMessage(error)) || !belowLocalhost.test(href)) throw error
      return fetch(href.replace(belowLocalhost, '$1localhost'), request)
    })
    return await outcomeOf(response)
  } catch (error) {
    if (signal.aborted) return timedOut(timeoutMs)
    // Node 24 adds a remedy, so that it depends on the version.
    const message = causeMessage(error).replace(/; if the root CA.*/, '')
    const remedy = /self-signed certificate|unable to (get|verify)/.test(message)
      ? `. ${certificateRemedy}`
      : ''
    return { outcome: 'unreachable', httpStatus: null, response: message + remedy }
  }
}

const certificateRemedy =
  'Start paytwin with NODE_EXTRA_CA_CERTS=FILE, the certificate of the receiver or of its issuer.'

const belowLocalhost = /^(https?:\/\/)[^/:]+\.localhost(?=[:/])/

/** A URL without its user and password, and the header that they become: `fetch` takes no such URL. */
function withoutUser(text: string): { href: string; authorization: { authorization?: string } } {
  const url = new URL(text)
  if (url.username === '' && url.password === '') return { href: url.href, authorization: {} }
  const user = decodeURIComponent(`${url.username}:${url.password}`)
  url.username = ''
  url.password = ''
  return {
    href: url.href,
    authorization: { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
  }
}

/** The outcome of a delivery to which a receiver responded. */
export async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await readStart(response)
  return { outcome: response.ok ? 'accepted' : 'refused', httpStatus: response.status, response: text }
}

/** The start of a response. The rest, which may never end, is not read. */
async function readStart(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= maxStoredResponse) break
  }
  return text.slice(0, maxStoredResponse)
}

/** The outcome of a receiver that did not respond in time. */
export function timedOut(timeoutMs: number): Outcome {
  return { outcome: 'timed-out', httpStatus: null, response: `No response within ${timeoutMs} ms.` }
}
