// The merchant's webhook, as data. The contract does not show its payload, so the schema of the payload accepts anything.
// Contract: Events; Limits.

import { z } from 'zod'
import { getRequestMaxCharacters, postRequestMax } from './limits.ts'
import type { returnMethods } from './states.ts'

/** The one webhook of a merchant, and how each `returnMethod` delivers it. */
export const merchantWebhook = {
  summary: "Reports every status change of the merchant's transactions",
  description:
    'The merchant registers one webhook in the merchant portal, not through this API. It serves crypto and bank transactions. Each delivery carries the `customParameter.params` of the invoice or QR request. Recurring payments are reported with their `merchantSubscriptionId`. The contract does not show fields, event names, signing and retries.',
  payload: z.unknown(),
  deliveries: {
    POST: { method: 'post', summary: 'Delivery by POST', limits: { postRequestMax } },
    GET: { method: 'get', summary: 'Delivery by GET', limits: { getRequestMaxCharacters } },
  },
} as const satisfies {
  summary: string
  description: string
  payload: z.ZodTypeAny
  deliveries: Record<
    (typeof returnMethods)[number],
    { method: 'get' | 'post'; summary: string; limits: Record<string, unknown> }
  >
}
