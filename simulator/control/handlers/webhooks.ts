// The webhooks of merchants: registration, deliveries, and webhook fault rules.

import { ConflictError, NotFoundError } from '../../../core/errors.ts'
import { formatInstant } from '../../time/instants.ts'
import { Delivery } from '../../webhooks/delivery.ts'
import { describeNote, reasonOf } from '../../webhooks/delivery-records.ts'
import { setFaultRules } from '../../webhooks/fault-rules.ts'
import { checkWebhookUrl } from '../../webhooks/http-transport.ts'
import type { Merchant } from '../../world/accounts.ts'
import type { StatusEvent } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { ControlResult, TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

type WebhookEvent = ControlResult<'redeliver'>

export const webhooks: TopicHandlers<'webhooks'> = {
  registerWebhook: ({ sandbox, params, body }) => {
    const { world } = sandbox
    const merchant = findMerchant(world, params.id)
    if (body.url !== null) checkWebhookUrl(body.url, sandbox.options.allowAnyWebhookHost)
    world.registerWebhook(merchant, body.url)
    if (body.url !== null) sandbox.outbox.registered(body.url)
    return { merchantId: merchant.id, webhookUrl: body.url }
  },
  listEvents: ({ sandbox: { world }, query }) => {
    const { transaction, offerId, merchantId } = query
    const isListed = (event: StatusEvent) => {
      const owner = world.transactions.get(event.transaction)
      return (
        (transaction === undefined || event.transaction === transaction) &&
        (offerId === undefined || owner?.offerId === offerId) &&
        (merchantId === undefined || owner?.merchant === merchantId)
      )
    }
    return namedPage(
      'events',
      world.events,
      query,
      (event) => webhookEvent(world, event),
      transaction === undefined && offerId === undefined && merchantId === undefined ? undefined : isListed,
    )
  },
  redeliver: async ({ sandbox, params: { seq } }) => {
    const { world } = sandbox
    const event = world.events[seq]
    if (event === undefined)
      throw new NotFoundError(
        `No such event: ${seq}.`,
        `The sandbox has ${world.events.length} events, counted from 0.`,
        'See GET /control/events.',
      )
    const merchant = world.transactions.get(event.transaction)?.merchant ?? ''
    if (!sandbox.outbox.reaches(merchant)) {
      // The state of the event is that after the deliveries of earlier inputs.
      await sandbox.settled()
      throw new ConflictError(
        `The event ${seq} cannot be delivered.`,
        `The merchant ${merchant} has no webhook.`,
        'Register one with PUT /control/merchants/{id}/webhook, then redeliver.',
        { state: event.delivery },
      )
    }
    await sandbox.redeliver(seq)
    if (event.delivery === 'withheld')
      throw new ConflictError(
        `The event ${seq} cannot be delivered.`,
        describeNote(event.note) ?? '',
        'Send fewer custom parameters with the next invoice.',
        { state: event.delivery },
      )
    return webhookEvent(world, event)
  },
  getWebhookFaultRules: ({ sandbox: { world } }) => faultRules(world),
  setWebhookFaultRules: ({ sandbox: { world }, body }) => {
    // A merchant must exist; a transaction may be created later.
    for (const { merchantId } of body.rules) if (merchantId !== undefined) findMerchant(world, merchantId)
    setFaultRules(world, body.rules)
    return faultRules(world)
  },
  clearWebhookFaultRules: ({ sandbox: { world } }) => {
    setFaultRules(world, [])
    return faultRules(world)
  },
}

function findMerchant(world: World, id: string): Merchant {
  const merchant = world.accounts.merchant(id)
  if (merchant !== undefined) return merchant
  throw new NotFoundError(
    `No such merchant: "${id}".`,
    `The merchants are ${world.accounts.merchants.map((one) => `${one.id} (${one.username})`).join(', ')}.`,
    'Use the id of a merchant.',
  )
}

function webhookEvent(world: World, event: StatusEvent): WebhookEvent {
  // The request as it was last sent, or as it would be sent now.
  const delivery = new Delivery(world, event, false, event.attempts.at(-1)?.url)
  const { method, url, headers, body } = delivery.request
  const { offerId, nativeAmount, nativeCurrency } = delivery.transaction
  const isForNobody = event.delivery === 'unregistered' && world.webhookOf(delivery.merchantId) === null
  return {
    seq: event.seq,
    at: formatInstant(event.at),
    transaction: event.transaction,
    merchantId: delivery.merchantId,
    offerId,
    nativeAmount,
    nativeCurrency,
    status: event.status,
    delivery: event.delivery,
    reason: reasonOf(event),
    request: { method, url: isForNobody ? null : url, headers, body },
    attempts: event.attempts.map(({ at, ...attempt }) => ({ at: formatInstant(at), ...attempt })),
  }
}

function faultRules({ faultRules: { rules } }: World) {
  return { rules: [...rules] }
}
