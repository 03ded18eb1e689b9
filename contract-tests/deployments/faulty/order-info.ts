// Deployments that read an order back wrongly: in another form, or not as its invoice had it.

import type { World } from '../../targets/in-process.ts'
import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { absent, type SpoiltResponse, spoiling } from '../spoiling.ts'

/** A `request` that asks for another invoice. */
function askingFor(uuidOf: (asked: string | null, world: World) => string | undefined) {
  return faultyRequest((query, world) => {
    const uuid = uuidOf(query.get('uuid'), world)
    if (uuid !== undefined) query.set('uuid', uuid)
    return query
  })
}

function faultyRequest(change: (query: URLSearchParams, world: World) => URLSearchParams) {
  return (request: SpoiltResponse['request'], world: World): SpoiltResponse['request'] => {
    if (request.operationId !== 'getInvoice') return request
    const query = change(new URLSearchParams(request.path.split('?')[1] ?? ''), world)
    return { ...request, path: query.size === 0 ? '/invoices' : `/invoices?${query}` }
  }
}

const newest = (world: World) => [...world.invoices].at(-1)?.uuid
const mapLines = (change: (line: Record<string, unknown>) => unknown) => (cart: unknown) =>
  Array.isArray(cart) ? cart.map(change) : cart

/** Of lines that have the same id, the first. */
function merged(cart: unknown): unknown {
  if (!Array.isArray(cart)) return cart
  return [...new Map(cart.map((line) => [Object(line).id, line])).values()]
}

function emptied(field: string) {
  return (address: unknown) => (address === null ? null : { ...Object(address), [field]: '' })
}

export const faultyOrderInfo = [
  ...badForms('getInvoice', {
    'invoices.order-info-response-shape': [
      ['returnval.companyName', 'no company', 'companyName is missing.', left.out],
      ['returnval.encrypted', 'nothing encrypted', 'encrypted is missing.', left.out],
      ['returnval.username', 'no user', 'username is null.', left.null],
      ['returnval.amount', 'a number', 'The amount is a number.', Number],
      ['returnval.cart', 'one line', 'A cart of one line is that line.', (cart) => Object(cart)[0]],
    ],
    'invoices.order-info-inside-returnval': [
      ['', 'no returnval', 'Order info stands in the result itself.', (result) => Object(result).returnval],
      [
        '',
        'another name',
        'Order info stands under returnVal.',
        (result) => ({ returnVal: Object(result).returnval }),
      ],
    ],
    'invoices.order-info-same-cart': [
      [
        'returnval.cart',
        'the last line is lost',
        'Of several lines the last is lost.',
        (cart) => (Array.isArray(cart) && cart.length > 1 ? cart.slice(0, -1) : cart),
      ],
      ['returnval.cart', 'lines are merged', 'Lines with the same id are one.', merged],
      [
        'returnval.cart',
        'a line is added',
        'A line for the fee is added.',
        (cart) => [...Object(cart), { id: 'fee', name: 'Fee', price: '0.00', quantity: 1 }],
      ],
      [
        'returnval.cart',
        'prices are totals',
        'The price of a line is that of all its units.',
        mapLines((line) => ({
          ...line,
          price: String(Number(line.price ?? 0) * Number(line.quantity ?? 1)),
        })),
      ],
      [
        'returnval.cart',
        'always one',
        'Every quantity is one.',
        mapLines((line) => ({ ...line, quantity: 1 })),
      ],
      [
        'returnval.cart',
        'names in plain letters',
        'Letters beyond ASCII are question marks.',
        mapLines((line) => ({ ...line, name: String(line.name ?? '').replace(/[^ -~]/g, '?') })),
      ],
      [
        'returnval.cart',
        'escaped names',
        'Names are escaped for a page.',
        mapLines((line) => ({ ...line, name: String(line.name ?? '').replaceAll("'", '&#39;') })),
      ],
      [
        'returnval.cart',
        'lines by number',
        'The id of a line is its number.',
        (cart) => (Array.isArray(cart) ? cart.map((line, at) => ({ ...line, id: String(at) })) : cart),
      ],
    ],
    'invoices.order-info-subscription-lines': [
      [
        'returnval.cart.*.isSubscription',
        'not said',
        'That an item is a subscription is not said.',
        left.out,
      ],
      ['returnval.cart.*.frequency', 'always monthly', 'Every subscription recurs monthly.', () => 'monthly'],
      [
        'returnval.cart.*.merchantSubscriptionId',
        'no id of the merchant',
        "The merchant's id of a subscription is missing.",
        left.out,
      ],
      [
        'returnval.cart.*.merchantSubscriptionId',
        'in capital letters',
        "The merchant's id of a subscription is in capital letters.",
        (id) => String(id).toUpperCase(),
      ],
    ],
    'invoices.order-info-same-order': [
      [
        'returnval.order',
        'in capital letters',
        'The order is in capital letters.',
        (id) => String(id).toUpperCase(),
      ],
      [
        'returnval.order',
        'shortened',
        'The order has eight characters at most.',
        (id) => String(id).slice(0, 8),
      ],
    ],
    'invoices.order-info-same-amount': [
      ['returnval.amount', 'whole', 'The amount is rounded.', (amount) => String(Math.round(Number(amount)))],
      ['returnval.amount', 'a fee', 'A fee is added.', (amount) => (Number(amount) * 1.01).toFixed(2)],
      [
        'returnval.amount',
        'in cents',
        'The amount is in cents.',
        (amount) => String(amount).replace('.', ''),
      ],
    ],
    'invoices.order-info-same-currency': [
      [
        'returnval.currency',
        'small letters',
        'The currency is in small letters.',
        (code) => String(code).toLowerCase(),
      ],
      ['returnval.currency', 'always USD', 'Every order is in USD.', () => 'USD'],
      ['returnval.currency', 'a sign', 'The currency is a sign.', () => '$'],
    ],
    'invoices.order-info-same-redirect-url': [
      ['returnval.redirectUrl', 'no query', 'The query is lost.', (url) => String(url).replace(/\?.*/, '')],
      ['returnval.redirectUrl', 'nothing', 'The redirect address is empty.', () => ''],
      ['returnval.redirectUrl', 'the host', 'Only the host is left.', (url) => new URL(String(url)).origin],
    ],
    'invoices.order-info-same-shipping-address': [
      [
        'returnval.shippingAddress',
        'an empty object',
        'An address that is null is an empty object.',
        (at) => at ?? {},
      ],
      ['returnval.shippingAddress', 'always null', 'The address is lost.', left.null],
      ['returnval.shippingAddress.landmark', 'no landmark', 'The landmark is lost.', () => absent],
      ['returnval.shippingAddress', 'no second line', 'The second line is emptied.', emptied('address2')],
      [
        'returnval.shippingAddress.state',
        'states of two letters',
        'A state has two letters.',
        (state) => String(state).slice(0, 2),
      ],
    ],
    'invoices.order-info-names-the-merchant': [
      ['returnval.merchant_id', 'the name', 'The name of the merchant stands for the id.', () => 'lamp-shop'],
    ],
  }),
  faulty({
    requirement: 'invoices.order-info-names-the-merchant',
    name: 'always the first merchant',
    says: 'Every order names the first merchant.',
    response: spoiling(
      'getInvoice',
      'result.returnval.merchant_id',
      (_, { world }) => world.accounts.firstMerchant.id,
    ),
  }),
  faulty({
    requirement: 'invoices.order-info-same-order',
    name: 'the newest',
    says: 'Whatever uuid is asked for, the newest order of the merchant is read.',
    handlers: (real) => ({
      getInvoice: (call) => {
        const own = [...call.world.invoices].filter(({ merchant }) => merchant === call.merchant.id)
        const isOwn = own.some(({ uuid }) => uuid === call.query.uuid)
        const uuid = isOwn ? (own.at(-1)?.uuid ?? '') : call.query.uuid
        return real.getInvoice({ ...call, query: { uuid } })
      },
    }),
  }),
  faulty({
    requirement: 'invoices.order-info-uuid-required',
    name: 'the newest without a uuid',
    says: 'Without a uuid the newest order is read.',
    request: askingFor((asked, world) => (asked === null ? newest(world) : undefined)),
  }),
  faulty({
    requirement: 'invoices.order-info-uuid-required',
    name: 'an empty uuid',
    says: 'With an empty uuid the newest order is read.',
    request: askingFor((asked, world) => (asked === '' ? newest(world) : undefined)),
  }),
  faulty({
    requirement: 'invoices.order-info-uuid-required',
    name: 'by order',
    says: 'The order of the merchant serves for the uuid.',
    request: askingFor((asked, world) => [...world.invoices].find(({ order }) => order === asked)?.uuid),
  }),
  faulty({
    requirement: 'invoices.order-info-uuid-required',
    name: 'any uuid',
    says: 'For a uuid that no invoice has, the newest order is read.',
    request: askingFor((asked, world) =>
      asked !== null && /^[0-9a-f-]{36}$/.test(asked) && world.invoices.get(asked) === undefined
        ? newest(world)
        : undefined,
    ),
  }),
  faulty({
    requirement: 'invoices.order-info-uuid-required',
    name: 'by id',
    says: 'The uuid may stand under the name id.',
    request: faultyRequest((query) => {
      const id = query.get('id')
      return id === null ? query : new URLSearchParams({ uuid: id })
    }),
  }),
]
