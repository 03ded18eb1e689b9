// Requests that a service refuses, where the contract does not say that they make sense.

import type { CallOf } from '../mutants/handler-seam.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import { type ContractVariants, permitting, refusals, refusing, refusingAny } from './rows.ts'

const orders = ['createInvoice', 'createQrTransaction'] as const
const cents = (amount: unknown) => /^\d+(\.\d{1,2})?$/.test(String(amount))

const invoiceOf = ({ world, merchant, payload }: CallOf<'createExchangePayment' | 'createBankPayment'>) =>
  world.invoices.group(merchant, payload.offerId).at(-1)

export const strictnessVariants: ContractVariants = {
  ...refusals('createInvoice', {
    'Endpoints, 1: types are stated; which amounts, currencies, URLs and emails make sense is not.': {
      'invoices with a redirect URL of a registered host': ({ body }) =>
        body.redirectUrl !== undefined && !body.redirectUrl.startsWith('https://shop.example/'),
      'invoices to customers with a first and a last name': ({ body }) =>
        body.customerInfo !== undefined && !/\S \S/.test(body.customerInfo.name),
      'invoices with order ids of at most 64 letters, digits and hyphens': ({ body }) =>
        !/^[\w-]{1,64}$/.test(body.order),
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
    },
  }),
  ...permitting({
    'Endpoints, 3 and 4: nothing says that a payment may differ from its invoice.': {
      'payments of the amount of the invoice': refusingAny(
        ['createExchangePayment', 'createBankPayment'],
        (call) => {
          const { nativeAmount, amount = nativeAmount }: JsonObject = { ...call.payload }
          const invoice = invoiceOf(call)
          return invoice !== undefined && Number(invoice.amount) !== Number(amount)
        },
      ),
      'exchange payments of the lines of the invoice': refusing('createExchangePayment', (call) => {
        const ids = (cart: readonly { id: string }[]) => cart.map(({ id }) => id).join('\n')
        const invoice = invoiceOf(call)
        return invoice !== undefined && ids(invoice.cart) !== ids(call.payload.cart)
      }),
    },
  }),
  ...permitting({
    'Endpoints, 1 and 2: types are stated; which amounts and customers make sense is not.': {
      'orders with at most two decimals': refusingAny(orders, ({ body }) => !cents(body.amount)),
      'orders with emails that have an @': refusingAny(
        orders,
        ({ body: { customerInfo } }) => customerInfo !== undefined && !/^\S+@\S+$/.test(customerInfo.email),
      ),
      'orders in dollars only': refusingAny(orders, ({ body }) => body.currency !== 'USD'),
    },
  }),
}
