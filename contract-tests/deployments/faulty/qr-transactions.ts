// Deployments that are wrong about wallet transactions made through the API.

import { refuse, type World } from '../../targets/in-process.ts'
import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { rewriting, rewritingLines } from '../rewriting.ts'
import { type SpoiltResponse, spoiling } from '../spoiling.ts'

const firsts = new WeakMap<World, Map<string, unknown>>()

/** The first value that a world had under a key. */
function first(world: World, key: string, value: unknown): unknown {
  const known = firsts.get(world) ?? new Map<string, unknown>()
  firsts.set(world, known)
  if (!known.has(key)) known.set(key, value)
  return known.get(key)
}

const asked = ({ request }: SpoiltResponse): Record<string, unknown> => Object(JSON.parse(request.body))

/** What a deployment puts in the place of a field that a request lacks. */
const instead = {
  amount: '30.00',
  currency: 'USD',
  cryptoCurrency: 'BTC',
  orderId: 'no-order',
  cart: [],
  customerInfo: { name: 'Nobody', email: 'none@shop.example' },
} as const
const insteadOfLine = { id: 'sku-0', name: 'Something', price: 1, quantity: 1 } as const

export const faultyQrTransactions = [
  faulty({
    requirement: 'qr-transactions.created',
    name: 'no wallet transactions',
    says: 'Every request is refused.',
    handlers: () => ({ createQrTransaction: () => refuse('qr-transactions.amount-mismatch') }),
  }),
  faulty({
    requirement: 'qr-transactions.created',
    name: 'one transaction for one amount',
    says: 'Requests of the same amount are answered with the same transaction.',
    response: spoiling('createQrTransaction', 'result.id', (id, response) =>
      first(response.world, String(asked(response).amount), id),
    ),
  }),
  faulty({
    requirement: 'qr-transactions.created',
    name: 'an id of nothing',
    says: 'The id of the answer is of no transaction.',
    response: spoiling('createQrTransaction', 'result.id', (id) => String(id).replace(/^.{8}/, '00000000')),
  }),
  faulty({
    requirement: 'qr-transactions.status-200',
    name: 'created',
    says: 'A transaction is answered with the status 201.',
    response: (response, { operationId }) =>
      operationId === 'createQrTransaction' && response.status === 200
        ? { ...response, status: 201 }
        : response,
  }),
  ...badForms('createQrTransaction', {
    'qr-transactions.response-shape': [
      ['meta.qrString', 'no QR string', 'qrString is missing.', left.out],
      ['meta.receiverAddress', 'no receiver', 'receiverAddress is null.', left.null],
      ['meta.offerId', 'no offer', 'offerId is missing.', left.out],
      ['meta', 'no meta', 'What should be in meta stands beside it.', left.out],
      ['totalAmount', 'a number', 'totalAmount is a number.', Number],
      ['id', 'no id', 'The transaction has no id.', left.out],
      ['currency', 'no currency', 'currency is null.', left.null],
    ],
    'qr-transactions.cryto-currency-spelling': [
      [
        '',
        'spelled right',
        'The field is called cryptoCurrency.',
        (result) => {
          const { crytoCurrency, ...rest } = Object(result)
          return { ...rest, cryptoCurrency: crytoCurrency }
        },
      ],
      ['crytoCurrency', 'not there', 'The field is missing.', left.out],
    ],
    'qr-transactions.same-crypto-currency': [
      ['crytoCurrency', 'always bitcoin', 'The coin is always BTC.', () => 'BTC'],
      [
        'crytoCurrency',
        'small letters',
        'The coin is in small letters.',
        (coin) => String(coin).toLowerCase(),
      ],
      [
        'crytoCurrency',
        'a name',
        'The coin is named in full.',
        (coin) => (coin === 'BTC' ? 'Bitcoin' : coin),
      ],
    ],
    'qr-transactions.same-amount': [
      ['totalAmount', 'whole', 'The total is rounded.', (amount) => String(Math.ceil(Number(amount)))],
      ['totalAmount', 'a fee', 'A fee is added.', (amount) => (Number(amount) + 0.5).toFixed(2)],
      ['totalAmount', 'in cents', 'The total is in cents.', (amount) => String(amount).replace('.', '')],
    ],
    'qr-transactions.uri-names-receiver': [
      ['meta.qrString', 'no scheme', 'qrString has no scheme.', (uri) => String(uri).replace(/^\w+:/, '')],
      ['meta.qrString', 'a page', 'qrString is the path of a page.', () => '/wallet/pay'],
      [
        'meta.receiverAddress',
        'another receiver',
        'The address is not that of the URI.',
        (address) => String(address).split('').reverse().join(''),
      ],
      [
        'meta.qrString',
        'a receiver cut short',
        'The last character of the address is lost in the URI.',
        (uri) => String(uri).replace(/.(\?|$)/, '$1'),
      ],
    ],
    'qr-transactions.uri-names-amount': [
      ['meta.qrString', 'no amount', 'qrString bears no amount.', (uri) => String(uri).replace(/\?.*/, '')],
      [
        'meta.qrString',
        'always the same amount',
        'qrString asks for a thousandth, whatever the price.',
        (uri) => String(uri).replace(/=[0-9.]+/, '=0.001'),
      ],
      [
        'meta.qrString',
        'two decimals',
        'The amount in qrString is rounded to two decimals.',
        (uri) => String(uri).replace(/=([0-9.]+)/, (_, amount) => `=${Number(amount).toFixed(2)}`),
      ],
    ],
  }),
  faulty({
    requirement: 'qr-transactions.uri-names-receiver',
    name: 'always the first receiver',
    says: 'Every URI is for the receiver of the first one.',
    response: spoiling('createQrTransaction', 'result.meta', (meta, { world }) => {
      const { receiverAddress, qrString } = Object(meta)
      const address = String(first(world, 'address', receiverAddress))
      return { ...Object(meta), qrString: String(qrString).replace(receiverAddress, address) }
    }),
  }),
  faulty({
    requirement: 'qr-transactions.uri-names-amount',
    name: 'dollars for coins',
    says: 'The amount in qrString is that of the request, in its currency.',
    response: spoiling('createQrTransaction', 'result.meta.qrString', (uri, response) =>
      String(uri).replace(/=[0-9.]+/, `=${asked(response).amount}`),
    ),
  }),
  faulty({
    requirement: 'qr-transactions.optional-fields',
    name: 'customParameter is a must',
    says: 'A request without customParameter is refused.',
    handlers: (real) => ({
      createQrTransaction: (call) =>
        call.body.customParameter === undefined
          ? refuse('qr-transactions.amount-mismatch')
          : real.createQrTransaction(call),
    }),
  }),
  faulty({
    requirement: 'qr-transactions.optional-fields',
    name: 'no customParameter',
    says: 'A request with customParameter is refused.',
    handlers: (real) => ({
      createQrTransaction: (call) =>
        call.body.customParameter === undefined
          ? real.createQrTransaction(call)
          : refuse('qr-transactions.amount-mismatch'),
    }),
  }),
  ...(Object.keys(instead) as (keyof typeof instead)[]).map((key) =>
    faulty({
      requirement: 'qr-transactions.required-fields-refused',
      name: `no ${key}`,
      says: `A request is taken without ${key}.`,
      request: rewriting('createQrTransaction', (body) => ({ [key]: instead[key], ...body })),
    }),
  ),
  ...(Object.keys(insteadOfLine) as (keyof typeof insteadOfLine)[]).map((key) =>
    faulty({
      requirement: 'qr-transactions.required-fields-refused',
      name: `lines without ${key}`,
      says: `A line is taken without ${key}.`,
      request: rewritingLines('createQrTransaction', (line) => ({ [key]: insteadOfLine[key], ...line })),
    }),
  ),
  faulty({
    requirement: 'qr-transactions.required-fields-refused',
    name: 'the first line is looked at',
    says: 'Lines after the first may lack anything.',
    request: rewritingLines('createQrTransaction', (line, index) =>
      index === 0 ? line : { ...insteadOfLine, ...line },
    ),
  }),
]
