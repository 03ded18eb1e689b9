// The merchant's webhook: where it is, what was sent to it, and sending again.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { statusNames } from '../../world/names.ts'
import type { LabRule } from '../../world/state.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

export const WebhookEvent = component(
  'WebhookEvent',
  z.object({
    seq: z.number().int(),
    at: Instant,
    transaction: text,
    status: z.enum(statusNames),
    delivery: z.enum(['waiting', 'delivered', 'failed', 'withheld', 'unregistered', 'dropped']),
    reason: text.nullable(),
    request: z.object({
      method: z.enum(['GET', 'POST']),
      url: text,
      headers: z.record(text),
      body: text,
    }),
    attempts: z.array(
      z.object({
        at: Instant,
        url: text.nullable(),
        outcome: z.enum(['accepted', 'refused', 'unreachable', 'timed-out']),
        httpStatus: z.number().int().nullable(),
        answer: text,
      }),
    ),
  }),
  {
    description:
      'A status change, the request that tells the merchant of it, and what came of it. One that was accepted in process, at once, has no attempt of its own.',
  },
)

export const registerWebhook = controlOperation({
  method: 'put',
  path: '/control/merchants/{id}/webhook',
  topic: 'webhooks',
  summary: 'Register the one webhook of a merchant, as the merchant portal does; null takes it away',
  params: z.object({ id: text }),
  body: z.strictObject({ url: text.nullable() }),
  bodyExamples: { local: { url: 'http://127.0.0.1:3000/webhook' } },
  answer: z.object({ merchantId: text, webhookUrl: text.nullable() }),
})

export const listEvents = controlOperation({
  method: 'get',
  path: '/control/events',
  topic: 'webhooks',
  summary: 'Status changes and their deliveries, oldest first',
  description:
    'The latest `limit` of them (200 unless told otherwise), only those after the event `after`; `total` counts all that match.',
  query: z.object({
    transaction: text.optional(),
    merchantId: text.optional(),
    after: z.number().int().optional(),
    limit: z.number().int().min(1).max(10_000).optional(),
  }),
  answer: z.object({ total: z.number().int(), events: z.array(WebhookEvent) }),
})

export const redeliver = controlOperation({
  method: 'post',
  path: '/control/events/{seq}/redeliver',
  topic: 'webhooks',
  summary: 'Deliver an event again',
  params: z.object({ seq: z.number().int().min(0) }),
  answer: WebhookEvent,
})

const times = z.number().int().min(1).max(10).optional()
const by = text.optional()
const chosen = {
  merchantId: text.optional(),
  transaction: text.optional(),
  status: z.enum(statusNames).optional(),
  count: z.number().int().min(1).optional(),
  every: z.number().int().min(1).optional(),
  share: z.number().positive().max(1).optional(),
}

/** A rule of the webhook lab. */
const LabRuleSchema = component(
  'LabRule',
  z.union([
    z.strictObject({ do: z.enum(['drop', 'wrong-signature']), ...chosen }),
    z.strictObject({ do: z.literal('delay'), by: text, ...chosen }),
    z.strictObject({ do: z.literal('reorder'), by, ...chosen }),
    z.strictObject({ do: z.enum(['duplicate', 'retry']), times, by, ...chosen }),
  ]) satisfies z.ZodType<LabRule>,
  {
    description: 'What is done to a delivery; `by` is an ISO 8601 duration of days and less, up to 31 days.',
  },
)

export const LabRules = component('LabRules', z.object({ rules: z.array(LabRuleSchema) }), {
  description:
    'What the webhook lab does to first deliveries. A rule fits those of a merchant, a transaction and a status, where these are given, and takes the `count`-th of them, each `every`-th, or a `share` drawn from the seed; all where none of the three is given.',
})

export const getWebhookLab = controlOperation({
  method: 'get',
  path: '/control/webhook-lab',
  topic: 'webhooks',
  summary: 'The rules of the webhook lab',
  answer: LabRules,
})

export const setWebhookLab = controlOperation({
  method: 'put',
  path: '/control/webhook-lab',
  topic: 'webhooks',
  summary: 'Disturb deliveries by these rules, in place of those before',
  body: LabRules,
  bodyExamples: {
    duplicate: { rules: [{ do: 'duplicate', count: 3 }] },
    late: { rules: [{ do: 'delay', by: 'PT10M', share: 0.1 }] },
  },
  answer: LabRules,
})

export const clearWebhookLab = controlOperation({
  method: 'delete',
  path: '/control/webhook-lab',
  topic: 'webhooks',
  summary: 'Deliver plainly again; what is delayed still comes',
  answer: LabRules,
})
