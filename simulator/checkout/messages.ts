// What the checkout page reports to a page of the shop that shows it in a frame. Assumption `invoices.frame-messages`.

import { compileTemplate } from '../../core/template.ts'
import { framePlaceholders } from '../../spec/unspecified/invoices.ts'
import { paymentStatus } from '../webhooks/payload.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

const event = (name: string) => ({
  source: 'paytwin-checkout',
  event: name,
  uuid: '{uuid}',
  state: '{state}',
})
const events = {
  completed: event('completed'),
  resized: { ...event('resized'), height: '{height}' },
  closed: event('closed'),
}

/** The messages by event, as JSON. The script of the page inserts the height. */
export function frameMessages(
  world: World,
  { uuid, order }: InvoiceState,
  payment: TransactionState | undefined,
): string {
  const { assumptions } = world
  const template = assumptions.is('invoices.frame-messages', 'template')
    ? assumptions.value('invoices.frame-messages')
    : events
  const filled = compileTemplate(
    template,
    framePlaceholders,
    'the messages of the checkout page',
  )({
    uuid,
    order,
    state: payment?.status ?? 'open',
    paymentStatus: payment === undefined ? null : paymentStatus(world, payment.status),
    height: '{height}',
  })
  return JSON.stringify(filled)
}
