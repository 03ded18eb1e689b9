// The merchant's webhook: where it is, what was sent to it, and sending again.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { faultRuleDefaults } from '../../webhooks/fault-rule-validation.ts'
import type { FaultRule } from '../../world/state.ts'
import { statusNames } from '../../world/transitions.ts'
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
        response: text,
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
  response: z.object({ merchantId: text, webhookUrl: text.nullable() }),
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
  response: z.object({ total: z.number().int(), events: z.array(WebhookEvent) }),
})

export const redeliver = controlOperation({
  method: 'post',
  path: '/control/events/{seq}/redeliver',
  topic: 'webhooks',
  summary: 'Deliver an event again',
  params: z.object({ seq: z.number().int().min(0) }),
  response: WebhookEvent,
})

const max = 'An ISO 8601 duration of days, hours, minutes and seconds on the virtual clock, up to 31 days.'
const times = (description: string) => z.number().int().min(1).max(10).optional().describe(description)
const by = (description: string) => text.describe(`${description} ${max}`)
const taking = {
  merchantId: text.optional().describe('Only deliveries to this merchant.'),
  transaction: text.optional().describe('Only deliveries of this transaction, which may still be to come.'),
  status: z.enum(statusNames).optional().describe('Only deliveries of this status.'),
  count: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Only this one of those that the rule fits, counted from 1.'),
  every: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Only each so many of those that the rule fits: for 2 the second, the fourth and so on.'),
  share: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe('This share of those that the rule fits, drawn from the seed.'),
}

/** A rule of the webhook lab. */
const FaultRuleSchema = component(
  'FaultRule',
  z.union([
    z
      .strictObject({ do: z.literal('drop'), ...taking })
      .describe('Does not send it. It never comes, unless someone redelivers it.'),
    z
      .strictObject({ do: z.literal('wrong-signature'), ...taking })
      .describe('Sends it with a signature that does not verify.'),
    z
      .strictObject({ do: z.literal('delay'), by: by('How much later it is sent.'), ...taking })
      .describe('Sends it later; others may come before it. Delays of several rules add up.'),
    z
      .strictObject({
        do: z.literal('reorder'),
        by: by(`How long it waits at most; ${faultRuleDefaults.held} unless given.`).optional(),
        ...taking,
      })
      .describe("Holds it back until the merchant's next delivery, which it then follows."),
    z
      .strictObject({
        do: z.literal('duplicate'),
        times: times(`How many more of it are sent; ${faultRuleDefaults.copies} unless given.`),
        by: by('How much later these are sent; at once unless given.').optional(),
        ...taking,
      })
      .describe('Sends it, and the same again. Copies are not tried again, whether they fail or not.'),
    z
      .strictObject({
        do: z.literal('retry'),
        times: times(`How often it is tried again at most; ${faultRuleDefaults.retries} unless given.`),
        by: by(
          `How long after the first failure; ${faultRuleDefaults.firstRetry} unless given. Each later wait is twice as long.`,
        ).optional(),
        ...taking,
      })
      .describe(
        'Tries it again while it fails, in place of what assumption webhooks.retries does; one that is accepted is sent once.',
      ),
  ]) satisfies z.ZodType<FaultRule>,
  { description: 'What is done to a delivery, named by `do`.' },
)

export const FaultRules = component('LabRules', z.object({ rules: z.array(FaultRuleSchema) }), {
  description:
    'What the webhook lab does to first deliveries, not to those that are tried again or redelivered. A rule fits those of a merchant, a transaction and a status, where these are given, and takes the `count`-th of them since the rules were set, each `every`-th, or a `share`; only one of the three may be given, and without one it takes all. Of several rules that take the same delivery each does its part.',
})

export const getWebhookFaultRules = controlOperation({
  method: 'get',
  path: '/control/webhook-lab',
  topic: 'webhooks',
  summary: 'The rules of the webhook lab',
  response: FaultRules,
})

export const setWebhookFaultRules = controlOperation({
  method: 'put',
  path: '/control/webhook-lab',
  topic: 'webhooks',
  summary: 'Disturb deliveries by these rules, in place of those before',
  body: FaultRules,
  bodyExamples: {
    duplicate: { rules: [{ do: 'duplicate', count: 3 }] },
    late: { rules: [{ do: 'delay', by: 'PT10M', share: 0.1 }] },
  },
  response: FaultRules,
})

export const clearWebhookFaultRules = controlOperation({
  method: 'delete',
  path: '/control/webhook-lab',
  topic: 'webhooks',
  summary: 'Deliver plainly again; what is delayed still comes',
  response: FaultRules,
})
