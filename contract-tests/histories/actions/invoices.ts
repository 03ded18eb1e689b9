// Invoices: created by merchants, and read.

import type { RequestAction } from '../action.ts'
import type { Entry, State } from '../state.ts'
import { decimal } from '../values.ts'

const drawInvoice = (state: State): RequestAction => {
  const { values, random } = state
  const { lines, cents } = values.cart()
  const subscribes = random.chance(0.4)
  const usedId = random.chance(0.1) ? state.subscription()?.row.merchantSubscriptionId : undefined
  const cart = values.sent(lines, (line) => ({
    ...values.some({ key: values.text(), totalPrice: decimal(line.cents) }, 0.3),
    ...(subscribes && random.chance(0.7)
      ? { ...values.subscription(usedId), ...values.some({ autoRenewal: random.chance(0.7) }, 0.9) }
      : {}),
  }))
  return {
    operation: 'createInvoice',
    merchant: state.merchant(),
    body: {
      amount: cents % 100 === 0 && random.chance(0.3) ? String(cents / 100) : decimal(cents),
      cart: cart
        .map((line) => (random.chance(0.04) ? values.some(line, 0.8) : line))
        .map((line, at) => ({ id: `sku-${at}`, ...line })),
      currency: random.of('USD', 'USD', 'USD', 'USD', 'EUR'),
      order: state.order(),
      shippingAddress: values.address(),
      ...values.some(
        {
          customerInfo: values.customer(),
          customParameter: values.parameters(),
          redirectUrl: random.of(
            'https://shop.example/thanks',
            'https://shop.example/thanks?order=7&x=a+b',
            'thanks',
            '',
          ),
        },
        0.75,
      ),
      ...values.some({ siteInfo: random.of<unknown>({ name: 'Shop', id: 7 }, 'shop-2', ['a']) }, 0.2),
    },
  }
}

export const invoices: Readonly<Record<string, Entry<RequestAction>>> = {
  createInvoice: { weight: 14, draw: drawInvoice },
  getInvoice: {
    weight: 8,
    draw: (state) => {
      const known = state.invoice()
      if (known === undefined) return undefined
      const { random } = state
      return {
        operation: 'getInvoice',
        merchant: random.chance(0.12) ? state.merchant() : state.merchantAt(known.row.merchant),
        query: { uuid: random.chance(0.05) ? '5e1f0000-0000-4000-8000-000000000000' : known.reference },
      }
    },
  },
}
