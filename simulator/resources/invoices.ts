// Creating an invoice link and reading its order back.

import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import { deterministicRsaBlock } from '../sealing/sealed-reference.ts'
import { parseSubscriptionPeriod } from '../time/frequencies.ts'
import { compare } from '../world/money.ts'
import type { InvoiceState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { amountRefused, lineTotal } from './carts.ts'
import { rateOf } from './currencies.ts'
import { keptAddress, keptCart, keptParameters, keptPerson } from './kept.ts'

/** Where the hosted checkout page of an invoice is. Stand-in `invoice.link`. */
export function invoiceLink(world: World, uuid: string): string {
  const form = world.standIns.is('invoice.link', 'path') ? `/${uuid}` : `?uuid=${uuid}`
  return `${world.options.publicUrl}/checkout${form}`
}

export const createInvoice: Handler<'createInvoice'> = ({ world, merchant, body }) => {
  if (rateOf(world, body.currency) === undefined)
    return refuse('currency.unknown', `It is "${body.currency}".`)
  for (const line of body.cart) {
    // A debit of less than nothing would be a gift to the shopper at every renewal.
    if (line.isSubscription === true && compare(lineTotal(line) ?? body.amount, 0) < 0)
      return refuse('invoice.negative-subscription')
    if (line.subscriptionPeriod === undefined) continue
    const period = parseSubscriptionPeriod(line.subscriptionPeriod)
    if (period === undefined || period.count === 0)
      return refuse('invoice.bad-period', `It is "${line.subscriptionPeriod}".`)
  }
  if (amountRefused(world, body.amount, body.cart)) return refuse('invoice.amount-mismatch')
  if (
    world.standIns.is('offers.repeated', 'refused') &&
    world.invoices.group(merchant, body.order).length > 0
  )
    return refuse('invoice.duplicate-order')

  const uuid = world.random.uuid()
  world.invoices.add({
    uuid,
    merchant: merchant.id,
    order: body.order,
    amount: body.amount,
    currency: body.currency,
    cart: keptCart(body.cart),
    redirectUrl: body.redirectUrl ?? null,
    customParameter: keptParameters(body.customParameter),
    customer: keptPerson(body.customerInfo),
    shippingAddress: keptAddress(body.shippingAddress),
    siteInfo: body.siteInfo === undefined ? null : JSON.stringify(body.siteInfo),
    createdAt: world.now,
    paidBy: null,
  })
  return { ok: true, result: { url: invoiceLink(world, uuid), uuid } }
}

/** What `encrypted` holds. Stand-in `order-info.encrypted`: it follows from the invoice, so reading changes nothing. */
function encryptedOrder(world: World, invoice: InvoiceState): string {
  const merchant = world.cast.merchant(invoice.merchant) ?? world.cast.firstMerchant
  if (world.standIns.is('order-info.encrypted', 'opaque')) return Buffer.from(invoice.uuid).toString('base64')
  const filler = Buffer.from(invoice.uuid.replaceAll('-', 'f'))
  const padding = (count: number) =>
    Uint8Array.from({ length: count }, (_, at) => filler[at % filler.length] ?? 1)
  return deterministicRsaBlock(invoice.uuid, world.cast.keysOf(merchant).publicKey, padding)
}

export const getInvoice: Handler<'getInvoice'> = ({ world, merchant, query }) => {
  const invoice = world.invoices.get(query.uuid)
  if (invoice === undefined || invoice.merchant !== merchant.id) return refuse('invoice.unknown')
  const absent = world.standIns.is('order-info.absent-redirect', 'empty') ? '' : merchant.shop.url
  return {
    ok: true,
    result: {
      returnval: {
        cart: invoice.cart,
        order: invoice.order,
        amount: invoice.amount,
        currency: invoice.currency,
        encrypted: encryptedOrder(world, invoice),
        merchant_id: merchant.id,
        redirectUrl: invoice.redirectUrl ?? absent,
        shippingAddress: invoice.shippingAddress,
        username: merchant.username,
        companyName: merchant.shop.companyName,
      },
    },
  }
}
