// Mutants of invoices, their links, and the orders read back.

import { isObject, parseJson, valueAt } from '../../../core/json.ts'
import type { World } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const link = op.resultOf('createInvoice')
const result = op.resultOf('getInvoice')
const order = (field: string) => result(`returnval.${field}`)

const newest = ({ invoices }: World) => [...invoices].at(-1)?.uuid
const orderIn = ({ json }: op.ResponseContext) => valueAt(json, 'result', 'returnval', 'order')
const bodyOf = ({ request }: op.ResponseContext) => Object(parseJson(request.body))

/** Reads another invoice than the query asks for; undefined leaves the query as it is. */
const acceptQuery = (words: string, uuidOf: (query: URLSearchParams, world: World) => string | undefined) =>
  op.byHand(`Accepts ${words} in place of the uuid of an invoice`, {
    request: op.changeRequest('getInvoice', ({ path }, world) => {
      const uuid = uuidOf(new URLSearchParams(path.split('?')[1] ?? ''), world)
      return uuid === undefined ? {} : { path: `/invoices?${new URLSearchParams({ uuid })}` }
    }),
  })

const withoutZeros = op.replaceText('Removes leading zeros from {}', /^0+(?=\d)/, '')

/** Refuses the order id of a request without a cart. */
const keepOrderIds = op.byHand('Keeps the order id of a refused invoice', {
  request: op.changeRequest('createInvoice', ({ body }, world) => {
    const { order, cart } = Object(parseJson(body))
    return op.firstIn(world, `refused ${order}`, cart === undefined) === true ? { body: '{}' } : {}
  }),
})

export const invoices = mutantsOf({
  'invoices.created': [
    op.refuseAll('createInvoice'),
    op.changing('Returns the first {} again for the same amount', (made, context) =>
      op.firstIn(context.world, String(bodyOf(context).amount), made),
    )(link('')),
  ],
  'invoices.refused-order-id-free': [keepOrderIds],
  'invoices.link-shape': [
    [op.omit, op.wrongType],
    op.on(link('url'), op.omit, op.wrongType),
    [op.omit(link('uuid')), op.unwrap('url')(link(''))],
  ],
  'invoices.url-is-a-redirect-url': [
    op.text('Returns only the path of {}', (url) => new URL(url).pathname),
    op.replaceText('Removes the scheme from {}', /^https?:\/\//, ''),
    op.replaceText('Returns {} with the scheme of an app', /^https?/, 'checkout'),
    op.text('Returns the redirectUrl of the merchant as {}', (url, at) => bodyOf(at).redirectUrl ?? url),
  ],
  'invoices.uuid-is-a-uuid': [op.prefix('inv_'), op.withoutHyphens, op.truncate(8)],
  'invoices.optional-fields': [
    op.refuseFields(op.isMissing),
    op.refuseFields(op.isPresent),
    op.refuseIf('createInvoice', 'redirectUrl', op.isPresent),
    op.refuseIf('createInvoice', 'customParameter', op.isMissing),
  ],
  'invoices.required-fields-refused': [
    op.acceptWithout,
    op.acceptLaterWithout('createInvoice', 'cart', { id: 'line' }),
    op.acceptNullFields('createInvoice', { amount: '30.00', currency: 'USD' }),
  ],
  'invoices.shipping-address-present': op.acceptWithout,
  'invoices.becomes-order': [
    op.refuseWhen('getInvoice', 'the invoice is paid', ({ world, query }) =>
      Boolean(world.invoices.get(query.uuid)?.paidBy),
    ),
    op.refuseWhen('getInvoice', 'a payment of the invoice exists', ({ world, query }) =>
      [...world.transactions].some(({ invoice }) => invoice === query.uuid),
    ),
    op.changing(
      'Returns the id of the payment as {} once the invoice is paid',
      (name, { request, world }) => {
        const uuid = new URLSearchParams(request.path.split('?')[1]).get('uuid') ?? ''
        return world.invoices.get(uuid)?.paidBy ?? name
      },
    )(order('order')),
  ],
  'invoices.order-info-response-shape': [
    [op.omit, op.wrongType, op.setNull],
    op.asNumber(order('amount')),
    op.changing('Returns null for the absent {}', (url) => url || null)(order('redirectUrl')),
    op.list('Returns {} of one line as that line', (all) => (all.length === 1 ? all[0] : all))(order('cart')),
  ],
  'invoices.order-info-inside-returnval': op.on(
    result(''),
    op.unwrap('returnval'),
    op.rename('returnval', 'returnVal'),
  ),
  'invoices.order-info-products': [
    op.dropLast,
    op.mapEach('Numbers the ids in {}', (line, index) => ({ ...line, id: String(index) })),
    withoutZeros(order('cart.*.id')),
    op.list('Omits free lines from {}', (all) => all.filter(({ price }) => Number(price) !== 0))(
      order('cart'),
    ),
    op.asIf('getInvoice', 'Returns the first invoice of an order for the uuid of a later one', (call) => {
      const { order } = call.world.invoices.get(call.query.uuid) ?? {}
      const [first] = order === undefined ? [] : call.world.invoices.group(call.merchant, order)
      return { ...call, query: { uuid: first?.uuid ?? call.query.uuid } }
    }),
    op.list('Returns other ids in {} once a refund of the order is requested', (lines, context) => {
      const isRequested = [...context.world.transactions].some(
        ({ offerId, refund }) => offerId === orderIn(context) && refund === 'requested',
      )
      return isRequested ? lines.map((line) => ({ ...line, id: `refund-${line.id}` })) : lines
    }),
  ],
  'invoices.order-info-same-cart': [
    op.append({ id: 'fee', name: 'Fee', price: '0.00', quantity: 1 }),
    op.list('Merges lines of {} with the same id', (all) => [
      ...new Map(all.map((line) => [line.id, line])).values(),
    ]),
    op.mapEach('Returns the totals of lines as prices in {}', (line) => ({
      ...line,
      price: String(Number(line.price ?? 0) * Number(line.quantity ?? 1)),
    })),
    op.set(1)(order('cart.*.quantity')),
    op.asciiOnly(order('cart.*.name')),
    op.replaceText('Escapes apostrophes of {} as in HTML', /'/g, '&#39;')(order('cart.*.name')),
  ],
  'invoices.order-info-subscription-lines': [
    op.omit(order('cart.*.isSubscription')),
    op.set('monthly')(order('cart.*.frequency')),
    op.on(order('cart.*.merchantSubscriptionId'), op.omit, op.upperCase, withoutZeros),
    op.list('Marks each line in {} as a subscription if one is', (all) =>
      all.some(({ isSubscription }) => isSubscription === true)
        ? all.map((line) => ({ ...line, isSubscription: true }))
        : all,
    )(order('cart')),
  ],
  'invoices.order-info-same-order': [
    op.upperCase,
    op.truncate(8),
    op.asIf(
      'getInvoice',
      'Returns the newest order of the merchant for the uuid of any of its invoices',
      (call) => {
        const own = [...call.world.invoices].filter(({ merchant }) => merchant === call.merchant.id)
        const isOwn = own.some(({ uuid }) => uuid === call.query.uuid)
        return { ...call, query: { uuid: (isOwn ? own.at(-1)?.uuid : undefined) ?? call.query.uuid } }
      },
    ),
  ],
  'invoices.order-info-same-amount': [op.round, op.times(1.01), op.inCents],
  'invoices.order-info-same-currency': [op.lowerCase, op.set('USD'), op.set('$')],
  'invoices.order-info-same-redirect-url': [
    op.replaceText('Removes the query from {}', /\?.*/, ''),
    op.text('Decodes {}', (url) => decodeURIComponent(url)),
    op.empty,
    op.text('Returns only the origin of {}', (url) => new URL(url).origin),
  ],
  'invoices.order-info-same-shipping-address': [
    op.set(null),
    op.changing('Returns {} as an empty object if it is null', (address) => address ?? {}),
    op.changing('Returns {} as null once the order is paid', (address, context) => {
      const invoices = [...context.world.invoices].filter(({ order }) => order === orderIn(context))
      return invoices.some(({ paidBy }) => paidBy !== null) ? null : address
    }),
    op.changing('Empties address2 in {}', (address) =>
      isObject(address) ? { ...address, address2: '' } : address,
    ),
    op.omit(order('shippingAddress.landmark')),
    op.truncate(2)(order('shippingAddress.state')),
    op.text('Returns {} as a number if it has digits only', (zip) => (/^\d+$/.test(zip) ? Number(zip) : zip))(
      order('shippingAddress.zipcode'),
    ),
  ],
  'invoices.order-info-names-the-merchant': [
    op.set('lamp-shop'),
    op.firstMerchant,
    op.changing(
      'Returns {} of the first invoice with the same order id, whoever its merchant is',
      (id, context) =>
        [...context.world.invoices].find(({ order }) => order === orderIn(context))?.merchant ?? id,
    )(order('merchant_id')),
  ],
  'invoices.order-info-uuid-required': [
    acceptQuery('a missing uuid', (query, world) => (query.has('uuid') ? undefined : newest(world))),
    acceptQuery('an empty text', (query, world) => (query.get('uuid') === '' ? newest(world) : undefined)),
    acceptQuery('the uuid of no invoice', (query, world) => {
      const uuid = query.get('uuid') ?? ''
      return /^[0-9a-f-]{36}$/.test(uuid) && world.invoices.get(uuid) === undefined
        ? newest(world)
        : undefined
    }),
    acceptQuery('a uuid under any name', (query) => [...query.values()].at(0)),
  ],
})
