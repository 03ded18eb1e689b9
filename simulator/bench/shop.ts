// A shop whose shopper pays many invoices through an exchange: the worlds that benchmarks need, made by the handlers
// themselves, without encryption and without HTTP.

import { InvariantError } from '../../core/errors.ts'
import { createExchangePayment } from '../resources/exchange-payments.ts'
import { createInvoice } from '../resources/invoices.ts'
import type { CartLine } from '../world/state.ts'
import type { World } from '../world/world.ts'

const tea = { id: 'tea', name: 'Tea of the week', price: 9.99, quantity: 1 }

/** Makes that many invoices of one line each, to which `more` may add, and pays each of them. */
export function sellEach(
  world: World,
  count: number,
  more: (index: number) => Partial<CartLine> = () => ({}),
): void {
  const merchant = world.accounts.firstMerchant
  const [shopper] = world.accounts.shoppers
  const [exchange] = world.accounts.exchanges
  if (shopper === undefined || exchange === undefined) throw new InvariantError('The world is empty.')
  world.setBalance(shopper, exchange, 'USDC', '1000000000')
  const absent = { query: undefined, payload: undefined }
  for (let index = 0; index < count; index += 1) {
    const order = `order ${index}`
    createInvoice({
      ...absent,
      world,
      merchant,
      shopper: undefined,
      exchange: undefined,
      body: {
        amount: '9.99',
        currency: 'USD',
        order,
        customerInfo: { name: `Shopper ${index}`, email: `shopper-${index}@shop.example` },
        shippingAddress: null,
        cart: [{ ...tea, price: '9.99', ...more(index) }],
      },
    })
    createExchangePayment({
      ...absent,
      world,
      merchant,
      shopper,
      exchange,
      body: { data: '' },
      payload: {
        clientId: merchant.id,
        assets: 'USDC',
        cart: [{ ...tea, localAmount: 9.99, localCurrency: 'USD' }],
        shippingAddress: null,
        offerId: order,
        nativeAmount: '9.99',
        savepassword: false,
        code2fa: '',
        merchantStoreCurrency: 'USD',
      },
    })
  }
}
