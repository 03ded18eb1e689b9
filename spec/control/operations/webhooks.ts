// The webhooks of merchants: registration, deliveries, and rules that make deliveries fail.

import { z } from 'zod'
import { component, integer, namedObject, text } from '../../primitives.ts'
import { del, get, post, put } from '../operation.ts'
import { faultRuleDefaults, maxFaultRules, statusNames } from '../values.ts'
import { Instant, list, WebhookUrl } from './primitives.ts'

const WebhookEvent = namedObject(
  'WebhookEvent',
  'A status change of a transaction, the webhook request that reports it, and the attempts to deliver it. A delivery that a receiver in process accepted at once has no attempt. `reason` says why a delivery was not sent, failed, or was changed by a fault rule. `request.url` is null if nothing was sent because the merchant has no webhook.',
  {
    seq: integer,
    at: Instant,
    transaction: text,
    merchantId: text,
    offerId: text,
    nativeAmount: text,
    nativeCurrency: text,
    status: z.enum(statusNames).describe('The status that is reported.'),
    delivery: z.enum(['waiting', 'delivered', 'failed', 'withheld', 'unregistered', 'dropped']),
    reason: text
      .nullable()
      .describe('Why the delivery was not sent, failed, or was changed; null otherwise.'),
    request: z.object({
      method: z.enum(['GET', 'POST']),
      url: text.nullable(),
      headers: z.record(text),
      body: text.describe('The body as sent.'),
    }),
    attempts: z.array(
      z.object({
        at: Instant,
        url: text.nullable(),
        outcome: z.enum(['accepted', 'refused', 'unreachable', 'timed-out']),
        httpStatus: integer.nullable(),
        response: text.describe('The body of the response, shortened.'),
      }),
    ),
  },
)

const form = 'An ISO 8601 duration of days, hours, minutes and seconds of virtual time, up to 31 days.'
const ordinal = integer.min(1).optional()
const times = (description: string) => integer.min(1).max(10).optional().describe(description)
const by = (description: string) => text.describe(`${description} ${form}`)
const taking = {
  merchantId: text.optional().describe('Only deliveries to this merchant.'),
  transaction: text.optional().describe('Only deliveries of this transaction, which need not exist yet.'),
  status: z.enum(statusNames).optional().describe('Only deliveries of this status.'),
  count: ordinal.describe('Only this one of the matching deliveries, counted from 1.'),
  every: ordinal.describe(
    'Only every n-th of the matching deliveries: for 2 the second, the fourth and so on.',
  ),
  share: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe('This share of the matching deliveries, drawn from the seed.'),
}

const FaultRuleSchema = component(
  'FaultRule',
  z.union([
    z
      .strictObject({ do: z.literal('drop'), ...taking })
      .describe('Does not send the delivery. It is sent only if it is redelivered.'),
    z
      .strictObject({ do: z.literal('wrong-signature'), ...taking })
      .describe('Sends the delivery with an invalid signature.'),
    z
      .strictObject({ do: z.literal('delay'), by: by('The delay.'), ...taking })
      .describe('Sends the delivery later, possibly after others. Delays of several rules add up.'),
    z
      .strictObject({
        do: z.literal('reorder'),
        by: by(`The maximum wait, ${faultRuleDefaults.held} by default.`).optional(),
        ...taking,
      })
      .describe("Sends the delivery after the merchant's next delivery."),
    z
      .strictObject({
        do: z.literal('duplicate'),
        times: times(`How many copies are sent, ${faultRuleDefaults.copies} by default.`),
        by: by('The delay of the copies, none by default.').optional(),
        ...taking,
      })
      .describe('Sends the delivery and copies of it. A copy that fails is not retried.'),
    z
      .strictObject({
        do: z.literal('retry'),
        times: times(`The maximum number of retries, ${faultRuleDefaults.retries} by default.`),
        by: by(
          `The wait after the first failure, ${faultRuleDefaults.firstRetry} by default. Each later wait is twice as long.`,
        ).optional(),
        ...taking,
      })
      .describe(
        'Retries the delivery while it fails, instead of according to assumption `webhooks.retries`.',
      ),
  ]),
  { description: 'A rule that changes how deliveries are sent.' },
)

const WebhookFaultRules = namedObject(
  'WebhookFaultRules',
  'Rules for first deliveries; retries and redeliveries are not affected. A rule matches the deliveries of a merchant, a transaction and a status, where given. Of these it applies to the `count`-th since the rules were set, to every n-th (`every`), or to a `share`; at most one of the three may be given, and without one it applies to all. Several rules may apply to one delivery.',
  { rules: z.array(FaultRuleSchema).max(maxFaultRules) },
)

export const webhooks = {
  registerWebhook: put(
    '/control/merchants/{id}/webhook',
    'Register the webhook of a merchant, as the merchant portal does; null removes it',
    {
      params: z.object({ id: text }),
      body: z.strictObject({ url: WebhookUrl.nullable() }),
      bodyExamples: { local: { url: 'http://127.0.0.1:3000/webhook' } },
      response: z.object({ merchantId: text, webhookUrl: text.nullable() }),
    },
  ),
  listEvents: {
    ...list(
      '/control/events',
      'List status changes and their deliveries, oldest first',
      { events: z.array(WebhookEvent) },
      { transaction: text.optional(), offerId: text.optional(), merchantId: text.optional() },
    ),
    description: 'The position of an event is its `seq`.',
  },
  redeliver: post('/control/events/{seq}/redeliver', 'Deliver an event again', {
    params: z.object({ seq: integer.min(0) }),
    response: WebhookEvent,
  }),
  getWebhookFaultRules: get('/control/webhooks/fault-rules', 'Get the webhook fault rules', {
    response: WebhookFaultRules,
  }),
  setWebhookFaultRules: put('/control/webhooks/fault-rules', 'Set the webhook fault rules', {
    body: WebhookFaultRules,
    bodyExamples: {
      duplicate: { rules: [{ do: 'duplicate', count: 3 }] },
      late: { rules: [{ do: 'delay', by: 'PT10M', share: 0.1 }] },
    },
    response: WebhookFaultRules,
  }),
  clearWebhookFaultRules: del(
    '/control/webhooks/fault-rules',
    'Remove the webhook fault rules; delayed deliveries are still sent',
    { response: WebhookFaultRules },
  ),
}
