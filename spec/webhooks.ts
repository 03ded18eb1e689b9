// What the contract says of the merchant's webhook, as data. Its payload, event names, signing and retries are not shown,
// so the payload is a schema that accepts anything. Contract: Events; Limits.

import { z } from 'zod'
import { getRequestMaxCharacters, postRequestMax } from './limits.ts'
import type { returnMethods } from './states.ts'

/** The one webhook of a merchant: what it is for, and how each `returnMethod` delivers it. */
export const merchantWebhook = {
  summary: "Tells the merchant of every status change of the merchant's transactions",
  description:
    "Registered in the merchant portal, not through this API; one serves crypto and bank transactions alike. It brings the invoice's or QR request's `customParameter.params` along, and reports recurring payments under their `merchantSubscriptionId`. Its fields, event names, signature and retries are not shown.",
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
