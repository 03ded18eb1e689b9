// Sends deliveries over HTTP. The only place of the simulator that waits in real time; what it learns is recorded as an
// outcome at the virtual instant of the attempt.

import { causeMessage, UsageError } from '../../core/errors.ts'
import type { Attempt } from '../world/state.ts'
import type { WebhookRequest } from './delivery.ts'

export type Outcome = Omit<Attempt, 'at' | 'url'>
/** Sends a request, and gives up after that many real milliseconds. */
export type Transport = (request: WebhookRequest, timeoutMs: number) => Promise<Outcome>

/** How much of a receiver's answer is kept, in characters. */
export const keptResponse = 1000
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Throws a UsageError for an address that deliveries may not go to. */
export function checkWebhookUrl(url: string, allowAnyHost: boolean): void {
  const why = whyNotCalled(url, allowAnyHost)
  if (why !== undefined) throw why
}

/** What stands against deliveries to an address; undefined when nothing does. */
export function whyNotCalled(url: string, allowAnyHost: boolean): UsageError | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol))
    return new UsageError(
      `"${url}" is no address for a webhook.`,
      'It must be an http or https URL.',
      'Give one, such as http://127.0.0.1:3000/webhook.',
    )
  if (allowAnyHost || loopback.has(parsed.hostname)) return undefined
  return new UsageError(
    `Webhooks are not sent to ${parsed.hostname}.`,
    'Only this machine is called unless it is allowed otherwise.',
    'Use a loopback address, or start with --allow-any-webhook-host.',
  )
}

export const httpTransport: Transport = async ({ method, url, headers, body }, timeoutMs) => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(method === 'POST' ? { body } : {}),
    })
    const text = await beginningOf(response)
    return { outcome: response.ok ? 'accepted' : 'refused', httpStatus: response.status, response: text }
  } catch (error) {
    if (signal.aborted) return timedOut(timeoutMs)
    return { outcome: 'unreachable', httpStatus: null, response: causeMessage(error) }
  }
}

/** The beginning of an answer; a receiver that goes on for ever is not listened to. */
async function beginningOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= keptResponse) break
  }
  return text.slice(0, keptResponse)
}

/** The outcome of a receiver that did not answer in time. */
export function timedOut(timeoutMs: number): Outcome {
  return { outcome: 'timed-out', httpStatus: null, response: `No answer within ${timeoutMs} ms.` }
}
