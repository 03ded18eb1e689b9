// The merchant's webhook and what was sent to it.

import { ConflictError, NotFoundError } from '../../../core/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { formatInstant } from '../../time/instants.ts'
import { Delivery } from '../../webhooks/delivery.ts'
import { describeNote } from '../../webhooks/delivery-records.ts'
import { checkWebhookUrl } from '../../webhooks/http-transport.ts'
import type { Merchant } from '../../world/accounts.ts'
import type { StatusEvent } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { ControlHandler } from '../call.ts'
import type { ResponseOf } from '../operation.ts'
import type { ControlOperations } from '../operations.ts'

type WebhookEvent = ResponseOf<ControlOperations['redeliver']>

const listedEvents = 200

export const registerWebhook: ControlHandler<'registerWebhook'> = ({ sandbox, params, body }) => {
  const { world } = sandbox
  const merchant = merchantWith(world, params.id)
  if (body.url !== null) checkWebhookUrl(body.url, sandbox.options.allowAnyWebhookHost)
  world.registerWebhook(merchant, body.url)
  return { merchantId: merchant.id, webhookUrl: body.url }
}

function merchantWith(world: World, wanted: string): Merchant {
  const merchant = world.accounts.merchant(wanted)
  if (merchant !== undefined) return merchant
  throw new NotFoundError(
    `There is no merchant "${wanted}".`,
    `There are: ${world.accounts.merchants.map(({ id, username }) => `${id} (${username})`).join(', ')}.`,
    "Give a merchant's id.",
  )
}

function webhookEvent(world: World, event: StatusEvent): WebhookEvent {
  // As it went out last, or would go out now.
  const { method, url, headers, body } = new Delivery(world, event, false, event.attempts.at(-1)?.url).request
  return {
    seq: event.seq,
    at: formatInstant(event.at),
    transaction: event.transaction,
    status: event.status,
    delivery: event.delivery,
    reason: describeNote(event.note),
    request: { method, url, headers, body },
    attempts: event.attempts.map(({ at, ...attempt }) => ({ at: formatInstant(at), ...attempt })),
  }
}

export const listEvents: ControlHandler<'listEvents'> = ({ sandbox: { world }, query }) => {
  const { after = -1, limit = listedEvents, transaction, merchantId } = query
  const events = world.events.filter(
    (event) =>
      event.seq > after &&
      (transaction === undefined || event.transaction === transaction) &&
      (merchantId === undefined || world.transactions.get(event.transaction)?.merchant === merchantId),
  )
  return { total: events.length, events: events.slice(-limit).map((event) => webhookEvent(world, event)) }
}

export const redeliver: ControlHandler<'redeliver'> = async ({ sandbox, params: { seq } }) => {
  const { world } = sandbox
  const event = world.events[seq]
  if (event === undefined)
    throw new NotFoundError(
      `There is no event ${seq} in this sandbox.`,
      `It has ${world.events.length}, counted from 0.`,
      'See GET /control/events.',
    )
  const merchant = world.transactions.get(event.transaction)?.merchant ?? ''
  if (!sandbox.outbox.reaches(merchant))
    throw new ConflictError(
      `The event ${seq} has nowhere to go.`,
      `Its merchant ${merchant} has no webhook.`,
      'Register one with PUT /control/merchants/{id}/webhook, then redeliver.',
      { state: event.delivery },
    )
  await sandbox.redeliver(seq)
  if (event.delivery === 'withheld')
    throw new ConflictError(
      `The event ${seq} is not sent.`,
      describeNote(event.note) ?? '',
      'It stays withheld; send fewer custom parameters next time.',
      { state: event.delivery },
    )
  return webhookEvent(world, event)
}

function faultRules({ outbox }: Sandbox) {
  return { rules: [...outbox.faultRules.rules] }
}

export const getWebhookFaultRules: ControlHandler<'getWebhookFaultRules'> = ({ sandbox }) =>
  faultRules(sandbox)

export const setWebhookFaultRules: ControlHandler<'setWebhookFaultRules'> = ({ sandbox, body }) => {
  // A merchant is there from the beginning; a transaction may still come.
  for (const { merchantId } of body.rules)
    if (merchantId !== undefined) merchantWith(sandbox.world, merchantId)
  sandbox.outbox.faultRules.setRules(body.rules)
  return faultRules(sandbox)
}

export const clearWebhookFaultRules: ControlHandler<'clearWebhookFaultRules'> = ({ sandbox }) => {
  sandbox.outbox.faultRules.clear()
  return faultRules(sandbox)
}
