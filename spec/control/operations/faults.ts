// Faults that a user plans: failures of the next requests of an operation, and rules that change how webhooks are delivered.

import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { operations } from '../../operations.ts'
import { component, field, integer, namedObject, text } from '../../primitives.ts'
import { pipelineRefusals } from '../../stated-errors.ts'
import { ServiceOperation } from '../fields.ts'
import { del, get, list, post, put } from '../operation.ts'
import { faultRuleDefaults, maxFaultRules, statusNames } from '../values.ts'

const action = <const Name extends string>(name: Name, meaning: string) => ({
  do: field(z.literal(name), meaning),
})

const InjectedFaultAction = component(
  'InjectedFaultAction',
  z.union([
    z.strictObject({
      ...action('refuse', 'Refuses the request.'),
      code: field(z.union([text, integer]), 'A code of `x-refusals`, or 418 to 422 for an exchange payment.'),
    }),
    z.strictObject({
      ...action('respond', 'Sends another response.'),
      status: field(integer.min(200).max(599), 'The HTTP status.'),
      body: field(z.unknown(), 'The body, sent as JSON.'),
    }),
    z.strictObject({
      ...action('delay', 'Holds the response back.'),
      delayMs: field(integer.min(0).max(600_000), 'How long, in real milliseconds.'),
    }),
    z.strictObject(action('drop', 'Drops the connection.')),
  ]),
  { description: 'What happens instead of the usual response.' },
)

const operationId = field(ServiceOperation, 'The id of the operation.')
const InjectedFault = namedObject('InjectedFault', 'A fault of the next requests of an operation.', {
  operationId,
  action: field(InjectedFaultAction, 'What happens.'),
  after: field(integer, 'How many requests pass before the first fault.'),
  times: field(integer, 'How many requests get the fault.'),
})

const listInjectedFaults = list(
  '/control/injected-faults',
  'List the injected faults, oldest first',
  { injectedFaults: field(z.array(InjectedFault), 'The faults.') },
  {},
)
const { response } = listInjectedFaults

const duration = 'An ISO 8601 duration of days, hours, minutes and seconds of virtual time, up to 31 days.'
const ordinal = integer.min(1).optional()
const times = (meaning: string) => field(integer.min(1).max(10).optional(), meaning)
const taking = {
  merchantId: field(text.optional(), 'Only deliveries to this merchant.'),
  transaction: field(text.optional(), 'Only deliveries of this transaction, which need not exist yet.'),
  status: field(z.enum(statusNames).optional(), 'Only deliveries of this status.'),
  count: field(ordinal, 'Only this one of the matching deliveries, counted from 1.'),
  every: field(
    ordinal,
    'Only every n-th of the matching deliveries: for 2 the second, the fourth and so on.',
  ),
  share: field(
    z.number().positive().max(1).optional(),
    'This share of the matching deliveries, drawn from the seed.',
  ),
}

const rule = <const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  meaning: string,
  shape: Shape,
) => z.strictObject({ ...action(name, meaning), ...shape, ...taking })
const by = (meaning: string) => field(text.optional(), `${meaning} ${duration}`)

const FaultRule = component(
  'FaultRule',
  z.union([
    rule('drop', 'Does not send the delivery. It is sent only if it is redelivered.', {}),
    rule('wrong-signature', 'Sends the delivery with an invalid signature.', {}),
    rule('delay', 'Sends the delivery later, possibly after others. Delays of several rules add up.', {
      by: field(text, `The delay. ${duration}`),
    }),
    rule('reorder', "Sends the delivery after the merchant's next delivery.", {
      by: by(`The maximum wait, ${faultRuleDefaults.held} by default.`),
    }),
    rule('duplicate', 'Sends the delivery and copies of it. A copy that fails is not retried.', {
      times: times(`How many copies are sent, ${faultRuleDefaults.copies} by default.`),
      by: by('The delay of the copies, none by default.'),
    }),
    rule('retry', 'Retries the delivery while it fails, instead of by assumption `webhooks.retries`.', {
      times: times(`The maximum number of retries, ${faultRuleDefaults.retries} by default.`),
      by: by(
        `The wait after the first failure, ${faultRuleDefaults.firstRetry} by default. Each later wait is twice as long.`,
      ),
    }),
  ]),
  { description: 'A rule that changes how deliveries are sent.' },
)

const WebhookFaultRules = namedObject(
  'WebhookFaultRules',
  'Rules for first deliveries; retries and redeliveries are not affected. A rule matches the deliveries of a merchant, a transaction and a status, where given. Of these it applies to the `count`-th since the rules were set, to every n-th (`every`), or to a `share`; at most one of the three may be given, and without one it applies to all. Several rules may apply to one delivery.',
  {
    rules: field(z.array(FaultRule).max(maxFaultRules), 'The rules, in the order in which they are tried.'),
  },
)

const rulesPath = '/control/webhooks/fault-rules'

export const faults = {
  listInjectedFaults,
  injectFault: post('/control/injected-faults', 'Inject a fault into the next requests of an operation', {
    body: z.strictObject({
      operationId,
      action: field(InjectedFaultAction, 'What happens.'),
      after: field(integer.min(0).optional(), 'How many requests pass before the first fault, 0 by default.'),
      times: field(integer.min(1).optional(), 'How many requests get the fault, 1 by default.'),
    }),
    bodyExamples: {
      refuse: { operationId: 'createExchangePayment', action: { do: 'refuse', code: 419 } },
      delaySecond: { operationId: 'createInvoice', action: { do: 'delay', delayMs: 2000 }, after: 1 },
      drop: { operationId: 'getStore', action: { do: 'drop' } },
      respond: {
        operationId: 'getStore',
        action: { do: 'respond', status: 503, body: { message: 'down' } },
      },
    },
    response,
    extensions: {
      'x-refusals': Object.fromEntries(
        Object.entries<Operation>(operations).map(([id, row]) => [
          id,
          [...row.refusals, ...pipelineRefusals],
        ]),
      ),
    },
  }),
  clearInjectedFaults: del('/control/injected-faults', 'Remove every injected fault', { response }),
  getWebhookFaultRules: get(rulesPath, 'Get the webhook fault rules', { response: WebhookFaultRules }),
  setWebhookFaultRules: put(rulesPath, 'Set the webhook fault rules', {
    body: WebhookFaultRules,
    bodyExamples: {
      duplicate: { rules: [{ do: 'duplicate', count: 3 }] },
      late: { rules: [{ do: 'delay', by: 'PT10M', share: 0.1 }] },
    },
    response: WebhookFaultRules,
  }),
  clearWebhookFaultRules: del(
    rulesPath,
    'Remove the webhook fault rules; delayed deliveries are still sent',
    { response: WebhookFaultRules },
  ),
}
