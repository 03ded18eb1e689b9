// Sells in a world: invoices, each paid through an exchange. The handlers are called directly, without encryption and HTTP.

import { exchangePayment, invoice, type SampleSource } from '../../client/sample-requests.ts'
import { createExchangePayment } from '../resources/exchange-payments.ts'
import { createInvoice } from '../resources/invoices.ts'
import type { World } from '../world/world.ts'

/** Sample requests to a merchant. */
function samplesFor(merchantId: string): SampleSource {
  return {
    merchant: { id: merchantId, merchantAuth: '', bankAccountId: null },
    shopper: {},
    coin: 'USDC',
    amount: '9.99',
    emailDomain: 'shop.example',
    debitFields: 'top-level',
    id: (kind) => `${kind}-1001`,
  }
}

/** Creates invoices and pays each of them. */
export function sellEach(world: World, count: number): void {
  const { firstMerchant: merchant, shoppers, exchanges } = world.accounts
  const [[shopper], [exchange]] = [shoppers, exchanges]
  if (shopper === undefined || exchange === undefined)
    throw new Error('The world has no shopper or no exchange.')
  const samples = samplesFor(merchant.id)
  const call = { query: undefined, world, merchant }
  for (let index = 0; index < count; index += 1) {
    const order = `order ${index}`
    const { redirectUrl: _, customParameter: __, ...body } = invoice(samples, { order })
    createInvoice({ ...call, shopper: undefined, exchange: undefined, payload: undefined, body })
    const payload = exchangePayment(samples, { offerId: order, shippingAddress: null })
    createExchangePayment({ ...call, shopper, exchange, payload, body: { data: '' } })
  }
}
