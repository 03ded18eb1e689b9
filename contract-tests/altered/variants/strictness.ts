// Requests that a service refuses, where the contract does not say that they make sense.

import type { CallOf } from '../mutants/handler-seam.ts'
import { type ContractVariants, permitting, refusals, refusing, refusingAny } from './rows.ts'

const sum = (
  cart: readonly { price?: string | number | undefined; quantity?: string | number | undefined }[],
) => cart.reduce((total, { price, quantity }) => total + Number(price) * Number(quantity ?? 1), 0)
const orders = ['createInvoice', 'createQrTransaction'] as const
const cents = (amount: unknown) => /^\d+(\.\d{1,2})?$/.test(String(amount))

const invoiceAmount = ({ world, merchant, payload }: CallOf<'createExchangePayment'>) =>
  world.invoices.group(merchant, payload.offerId).at(-1)?.amount

export const strictnessVariants: ContractVariants = {
  ...refusals('createInvoice', {
    'Endpoints, 1: types are stated; which amounts, currencies, URLs and emails make sense is not.': {
      'invoices with a redirect URL that is https': ({ body }) =>
        body.redirectUrl !== undefined && !/^https:\/\/[^ ]+$/.test(body.redirectUrl),
      'invoices with a redirect URL of a registered host': ({ body }) =>
        body.redirectUrl !== undefined && !body.redirectUrl.startsWith('https://shop.example/'),
      'invoices to customers with a first and a last name': ({ body }) =>
        body.customerInfo !== undefined && !/\S \S/.test(body.customerInfo.name),
      'invoices to countries of two letters': ({ body }) =>
        body.shippingAddress !== null && !/^[A-Z]{2}$/.test(String(body.shippingAddress.country)),
      'invoices with order ids of at most 64 characters': ({ body }) => body.order.length > 64,
      'invoices with order ids of letters, digits and hyphens': ({ body }) => !/^[\w-]+$/.test(body.order),
      'invoices whose lines have different ids': ({ body }) =>
        new Set(body.cart.map(({ id }) => id)).size < body.cart.length,
      'invoices without control characters': ({ body }) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
        /\\u00[01]|[\u0000-\u001f]/.test(JSON.stringify(body)),
      'invoices with custom parameters of different names': ({ body }) => {
        const names = body.customParameter?.params?.map(({ name }) => name) ?? []
        return new Set(names).size < names.length
      },
      'invoices with at most one subscription': ({ body }) =>
        body.cart.filter(({ isSubscription }) => isSubscription === true).length > 1,
      'invoices of subscriptions whose ids are new': ({ body, world }) =>
        body.cart.some(
          ({ merchantSubscriptionId }) =>
            merchantSubscriptionId !== undefined &&
            [...world.invoices].some(({ cart }) =>
              cart.some((line) => line.merchantSubscriptionId === merchantSubscriptionId),
            ),
        ),
      'invoices of subscriptions with every subscription field': ({ body }) =>
        body.cart.some(
          (line) =>
            line.isSubscription === true &&
            [line.frequency, line.subscriptionPeriod, line.merchantSubscriptionId, line.autoRenewal].includes(
              undefined,
            ),
        ),
    },
  }),
  ...permitting({
    'Endpoints, 3 and 4: nothing says that a payment may differ from its invoice.': {
      'exchange payments of the amount of the invoice': refusing('createExchangePayment', (call) => {
        const amount = invoiceAmount(call)
        return amount !== undefined && Number(amount) !== Number(call.payload.nativeAmount)
      }),
      'exchange payments of the lines of the invoice': refusing(
        'createExchangePayment',
        ({ world, merchant, payload }) => {
          const cart = world.invoices.group(merchant, payload.offerId).at(-1)?.cart
          return (
            cart !== undefined &&
            cart.map(({ id }) => id).join('\n') !== payload.cart.map(({ id }) => id).join('\n')
          )
        },
      ),
      'exchange payments of orders that are not paid': refusing(
        'createExchangePayment',
        ({ world, merchant, payload }) => world.transactions.group(merchant, payload.offerId).length > 0,
      ),
      'checks of carts that are not empty': refusing(
        'validateExchangePayment',
        ({ payload }) => !Array.isArray(payload.cart) || payload.cart.length === 0,
      ),
      'checks of accepted terms only': refusing(
        'validateExchangePayment',
        ({ payload }) => payload.confirmation !== 'true',
      ),
      'payments in dollars as store currency': refusing(
        'createExchangePayment',
        ({ payload }) => payload.merchantStoreCurrency !== 'USD',
      ),
      'bank payments of the amount of the cart': refusing(
        'createBankPayment',
        ({ payload }) => Math.abs(sum(payload.cart) - Number(payload.amount)) > 0.005,
      ),
      'bank payments of orders that have an invoice of the same amount': refusing(
        'createBankPayment',
        ({ world, merchant, payload }) => {
          const amount = world.invoices.group(merchant, payload.offerId).at(-1)?.amount
          return amount !== undefined && Number(amount) !== Number(payload.amount)
        },
      ),
    },
  }),
  ...permitting({
    'Endpoints, 1 and 2: types are stated; which amounts and customers make sense is not.': {
      'orders with at most two decimals': refusingAny(orders, ({ body }) => !cents(body.amount)),
      'orders whose amount is the sum of the cart': refusingAny(
        orders,
        ({ body }) => Math.abs(sum(body.cart) - Number(body.amount)) > 0.005,
      ),
      'orders with emails that have an @': refusingAny(
        orders,
        ({ body: { customerInfo } }) => customerInfo !== undefined && !/^\S+@\S+$/.test(customerInfo.email),
      ),
      'orders in dollars only': refusingAny(orders, ({ body }) => body.currency !== 'USD'),
    },
  }),
}
