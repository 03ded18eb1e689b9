// Which requests make sense to a service, and when. The contract states types and required fields only.

import { derivedUuid } from '../../../core/derived-uuid.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { World } from '../../observe/in-process.ts'
import type { CallOf } from '../mutants/handler-seam.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import { reactionVariants } from './reactions.ts'
import { refusingAs } from './refusals.ts'
import {
  type ContractVariants,
  fields,
  payouts,
  permitting,
  perWorld,
  refusals,
  refusing,
  refusingAny,
  responding,
} from './rows.ts'
import { termVariants } from './terms.ts'
import { together } from './together.ts'

type Invoice = CallOf<'createInvoice'>['body']
type Line = Invoice['cart'][number]

function firstTime(): (world: World, what: string) => boolean {
  const seenIn = perWorld(() => new Set<string>())
  return (world, what) => {
    const seen = seenIn(world)
    const isFirst = !seen.has(what)
    seen.add(what)
    return isFirst
  }
}

const address = (isRefused: (address: NonNullable<Invoice['shippingAddress']>) => boolean) =>
  refusing('createInvoice', ({ body }) => body.shippingAddress !== null && isRefused(body.shippingAddress))
const lines = (isRefused: (line: Line) => boolean) =>
  refusing('createInvoice', ({ body }) => body.cart.some(isRefused))

const monthsOf: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 }

function endsWithin({ isSubscription, frequency, subscriptionPeriod = '' }: Line): boolean {
  if (isSubscription !== true) return false
  const [, count, unit] = /^(\d+)([ymw])$/.exec(subscriptionPeriod) ?? []
  if (frequency === 'weekly' || unit === 'w') return frequency !== 'weekly' || unit !== 'w'
  return (Number(count) * (unit === 'y' ? 12 : 1)) % (monthsOf[frequency ?? ''] ?? 1) !== 0
}

const isNewInvoice = firstTime()
const isFirstRead = firstTime()
const invoicesOf = perWorld(() => ({ count: 0 }))

/** Refuses an operation with an HTTP status and the text of a gateway. */
const refusedWith = (id: OperationId, status: number) =>
  refusingAs([id], { status, json: { ok: false, message: 'Not now' } })

const payments = ['createExchangePayment', 'createBankPayment'] as const

const invoiceOf = ({ world, merchant, payload }: CallOf<(typeof payments)[number]>) =>
  world.invoices.group(merchant, payload.offerId).at(-1)

const withAddressOfInvoice = refusingAny(payments, (call) => {
  const last = invoiceOf(call)
  return last !== undefined && last.shippingAddress?.address1 !== call.payload.shippingAddress?.address1
})
const byName = address(({ country }) => !/^[A-Z][a-z]{3}/.test(country))

const page = '<html><body>Request blocked</body></html>'

const orders = ['createInvoice', 'createQrTransaction'] as const
const cents = (amount: unknown) => /^\d+(\.\d{1,2})?$/.test(String(amount))

export const requestTermVariants: ContractVariants = {
  ...permitting({
    'Resources, shippingAddress: strings; how a country, a phone or an email is written is not shown.': {
      'invoices to countries by name': byName,
      'invoices to addresses with plain phone numbers and emails': address(
        ({ phoneNo = '', email = '' }) => !/^\+?\d*$/.test(phoneNo) || email.includes('+'),
      ),
      'invoices to addresses that exist': refusing(
        'createInvoice',
        ({ body: { shippingAddress, customerInfo } }) =>
          [shippingAddress?.address1, customerInfo?.address].some((line) => !/^$|Avenue/.test(line ?? '')),
      ),
      'invoices to countries of two letters with phone numbers of ten digits': address(
        ({ country, phoneNo = '2025550101' }) => country?.length !== 2 || !/^\d{10}$/.test(phoneNo),
      ),
      'invoices to states by name and countries of three letters': address(
        ({ state = '', country }) => state.length < 3 || country?.length !== 3,
      ),
      'invoices to addresses with units, short landmarks and long ZIP codes': address(
        ({ address2 = '1', landmark = '', zipcode = '10118-0110' }) =>
          !/\d/.test(address2) || landmark.length > 20 || zipcode.length < 10,
      ),
      'invoices to customers with hyphens in phone numbers': refusing(
        'createInvoice',
        ({ body }) => !/^$|^\d{3}-\d{3}-\d{4}$/.test(body.customerInfo?.phone ?? ''),
      ),
    },
    'Resources, Cart item: strings and numbers; which of them make sense is not shown.': {
      'invoices of at most three lines': refusing('createInvoice', ({ body }) => body.cart.length > 3),
      'invoices of names without signs': lines(({ name = '' }) => /[^\p{L}\p{M}\p{N} ]/u.test(name)),
      'subscriptions for whole intervals': lines(endsWithin),
      'subscriptions that are not renewed automatically each year': lines(
        ({ frequency, autoRenewal }) => frequency === 'yearly' && autoRenewal === true,
      ),
    },
  }),
  ...refusals('createInvoice', {
    'Endpoints, 1: nothing says that equal or many invoices are accepted.': {
      'invoices that differ in their carts': ({ body, world, merchant }) => {
        const { order: _, customParameter: __, ...content } = body
        const cart = content.cart.map((line) => ({ ...line, merchantSubscriptionId: '' }))
        return !isNewInvoice(world, JSON.stringify({ ...content, cart, merchant: merchant?.id }))
      },
      'invoices one after the other, at most three': ({ world }) => {
        const invoices = invoicesOf(world)
        invoices.count += 1
        return invoices.count > 3
      },
    },
  }),
  ...refusals('getInvoice', {
    'Endpoints, 8: "order info"; from when on an invoice can be read is not shown.': {
      'invoices that can be read a moment later': ({ world, query }) => isFirstRead(world, query.uuid),
      'invoices that can be read once they are orders': ({ world, query }) =>
        world.invoices.get(query.uuid)?.paidBy === null,
    },
  }),
  ...permitting({
    'Errors: "HTTP status codes other than 200 … not shown", also of what is not possible yet.': {
      'early closings refused with HTTP 410': {
        ...reactionVariants['partial payments that can be closed after half an hour'],
        response: refusedWith('closePartialPayment', 410),
      },
      'early cancellations refused with HTTP 405': {
        ...termVariants['subscriptions that begin after twenty days'],
        response: refusedWith('cancelSubscription', 405),
      },
    },
    'Errors, 2: the messages for some conditions are stated, and other conditions are possible.': {
      'payouts of at most three rows': payouts('At most three rows', (rows) => rows.length > 3),
      'payouts to names without digits': payouts('A name has other signs than letters', (rows) =>
        rows.some((row) => /\d/.test(`${row['First Name']} ${row['Last Name']}`)),
      ),
      'transfers of at least 25 dollars': payouts('The amount is too small', (rows) =>
        rows.some((row) => row.Currency === 'USD' && Number(row.Amount) < 25),
      ),
      'transfers in one currency': payouts(
        'One currency for each request',
        (rows) => new Set(rows.map((row) => row.Currency)).size > 1,
      ),
    },
    'Endpoints, 1, 2, 4 and 5: what requests of one order have in common is not shown.': {
      'checks of payments with an invoice': refusing(
        'validateExchangePayment',
        ({ world, merchant, payload }) => world.invoices.group(merchant, payload.offerId).length === 0,
      ),
      'payments with the address of their invoice': withAddressOfInvoice,
      'payments with the address of their invoice, whose country is a name': together([
        withAddressOfInvoice,
        byName,
      ]),
      'wallet transactions of orders without an invoice': refusing(
        'createQrTransaction',
        ({ world, merchant, body }) => world.invoices.group(merchant, body.orderId).length > 0,
      ),
    },
  }),
  ...responding({
    'Limits: what exceeds the maximum length need not reach the service.': {
      'too long requests refused in HTML': (response, { path, body }) =>
        path.length > 2048 || body.length > 2_000_000
          ? { ...response, status: 403, headers: { 'content-type': 'text/html' }, text: page }
          : response,
    },
    'Endpoints, 8: cart items have the subscription fields for subscription items.': {
      'orders with lines whose subscription fields are null': fields('getInvoice', {
        'returnval.cart.*': (line) => ({
          ...{ isSubscription: null, frequency: null, merchantSubscriptionId: null, price: null, name: null },
          ...Object(line),
        }),
      }),
      'orders with product ids in upper case': fields('getInvoice', {
        'returnval.cart.*.id': (id) => String(id).toUpperCase(),
      }),
    },
    'Resources, Transaction record: the fields of meta are listed without their meaning.': {
      'records with order numbers of the service': fields(payments, {
        'meta.offerId': (id) => `shop-1:${id}`,
      }),
    },
    'Endpoints, 2: "a payment URI for the receiver address and amount", of any scheme.': {
      'payment URIs of payment requests': fields('createQrTransaction', {
        'meta.qrString': (uri) => `bitcoin:?r=https://pay.example/requests/${derivedUuid(String(uri))}`,
      }),
    },
  }),
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
      'payments of the amount of the invoice': refusingAny(payments, (call) => {
        const { nativeAmount, amount = nativeAmount }: JsonObject = { ...call.payload }
        const invoice = invoiceOf(call)
        return invoice !== undefined && Number(invoice.amount) !== Number(amount)
      }),
      'exchange payments of the lines of the invoice': refusing('createExchangePayment', (call) => {
        const ids = (cart: readonly { id: string }[]) => cart.map(({ id }) => id).join('\n')
        const invoice = invoiceOf(call)
        return invoice !== undefined && ids(invoice.cart) !== ids(call.payload.cart)
      }),
    },
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
