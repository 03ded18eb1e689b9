// Deployments that are wrong about invoices and their links. Those that read them back wrongly are in order-info.ts.

import { refuse, type World } from '../../targets/in-process.ts'
import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { rewriting, rewritingLines } from '../rewriting.ts'
import { spoiling } from '../spoiling.ts'

const uuidsByAmount = new WeakMap<World, Map<string, unknown>>()

/** The first answer that a world gave for an amount. */
function firstFor(world: World, amount: string, response: unknown): unknown {
  const known = uuidsByAmount.get(world) ?? new Map<string, unknown>()
  uuidsByAmount.set(world, known)
  if (!known.has(amount)) known.set(amount, response)
  return known.get(amount)
}

/** What a deployment puts in the place of a field that an invoice lacks. */
const instead = {
  amount: '10.00',
  cart: [],
  currency: 'USD',
  order: 'no-order',
  shippingAddress: null,
} as const

export const faultyInvoices = [
  faulty({
    requirement: 'invoices.created',
    name: 'no invoices',
    says: 'Every invoice is refused.',
    handlers: () => ({ createInvoice: () => refuse('invoices.amount-mismatch') }),
  }),
  faulty({
    requirement: 'invoices.created',
    name: 'names in plain letters',
    says: 'An invoice is refused for a customer whose name is not in plain letters.',
    handlers: (real) => ({
      createInvoice: (call) =>
        /[^ -~]/.test(call.body.customerInfo?.name ?? '')
          ? refuse('invoices.amount-mismatch')
          : real.createInvoice(call),
    }),
  }),
  faulty({
    requirement: 'invoices.created',
    name: 'one link for one amount',
    says: 'Invoices of the same amount have the same link.',
    response: spoiling('createInvoice', 'result', (link, { request, world }) =>
      firstFor(world, String(Object(JSON.parse(request.body)).amount), link),
    ),
  }),
  ...badForms('createInvoice', {
    'invoices.link-shape': [
      ['url', 'no url', 'The link has no url.', left.out],
      ['uuid', 'no uuid', 'The link has no uuid.', left.out],
      ['url', 'a url in parts', 'The url is an object.', (href) => ({ href })],
      ['', 'a url alone', 'The result is the url.', (link) => Object(link).url],
    ],
    'invoices.url-is-a-redirect-url': [
      ['url', 'a path', 'The url is a path.', (url) => new URL(String(url)).pathname],
      ['url', 'no scheme', 'The url has no scheme.', (url) => String(url).replace(/^https?:\/\//, '')],
      [
        'url',
        'a scheme of its own',
        'The url is for an app.',
        (url) => String(url).replace(/^https?/, 'checkout'),
      ],
    ],
    'invoices.uuid-is-a-uuid': [
      ['uuid', 'a prefix', 'The uuid has a prefix.', (uuid) => `inv_${uuid}`],
      ['uuid', 'no hyphens', 'The uuid has no hyphens.', (uuid) => String(uuid).replaceAll('-', '')],
      ['uuid', 'a part', 'The uuid is the first part of one.', (uuid) => String(uuid).slice(0, 8)],
    ],
  }),
  faulty({
    requirement: 'invoices.url-is-a-redirect-url',
    name: 'the way back',
    says: "The url is the merchant's own redirect address.",
    response: spoiling(
      'createInvoice',
      'result.url',
      (url, { request }) => Object(JSON.parse(request.body)).redirectUrl ?? url,
    ),
  }),
  ...(['redirectUrl', 'customParameter', 'siteInfo'] as const).map((key) =>
    faulty({
      requirement: 'invoices.optional-fields',
      name: `${key} is a must`,
      says: `An invoice without ${key} is refused.`,
      handlers: (real) => ({
        createInvoice: (call) =>
          call.body[key] === undefined ? refuse('invoices.amount-mismatch') : real.createInvoice(call),
      }),
    }),
  ),
  faulty({
    requirement: 'invoices.optional-fields',
    name: 'no way back',
    says: 'An invoice with a redirect address is refused.',
    handlers: (real) => ({
      createInvoice: (call) =>
        call.body.redirectUrl !== undefined ? refuse('invoices.amount-mismatch') : real.createInvoice(call),
    }),
  }),
  ...(['amount', 'cart', 'currency', 'order', 'shippingAddress'] as const).map((key) =>
    faulty({
      requirement: 'invoices.required-fields-refused',
      name: `no ${key}`,
      says: `An invoice is taken without ${key}.`,
      request: rewriting('createInvoice', (body) => ({ [key]: instead[key], ...body })),
    }),
  ),
  faulty({
    requirement: 'invoices.required-fields-refused',
    name: 'lines without id',
    says: 'A line of an invoice is taken without an id.',
    request: rewritingLines('createInvoice', (line, index) => ({ id: `line-${index}`, ...line })),
  }),
  faulty({
    requirement: 'invoices.required-fields-refused',
    name: 'the first line is looked at',
    says: 'Lines after the first are taken without an id.',
    request: rewritingLines('createInvoice', (line, index) =>
      index === 0 ? line : { id: `line-${index}`, ...line },
    ),
  }),
  faulty({
    requirement: 'invoices.becomes-order',
    name: 'paid and gone',
    says: 'Once it is paid, the order of an invoice cannot be read.',
    handlers: (real) => ({
      getInvoice: (call) =>
        call.world.invoices.get(call.query.uuid)?.paidBy === null
          ? real.getInvoice(call)
          : refuse('invoices.unknown'),
    }),
  }),
  faulty({
    requirement: 'invoices.becomes-order',
    name: 'gone as soon as someone pays',
    says: 'While its payment is under way, the order of an invoice cannot be read.',
    handlers: (real) => ({
      getInvoice: (call) =>
        [...call.world.transactions].some(({ invoice }) => invoice === call.query.uuid)
          ? refuse('invoices.unknown')
          : real.getInvoice(call),
    }),
  }),
  faulty({
    requirement: 'invoices.becomes-order',
    name: 'an order of another name',
    says: 'Once it is paid, an order bears the id of the payment.',
    response: spoiling('getInvoice', 'result.returnval.order', (order, { request, world }) => {
      const uuid = new URLSearchParams(request.path.split('?')[1]).get('uuid') ?? ''
      return world.invoices.get(uuid)?.paidBy ?? order
    }),
  }),
]
