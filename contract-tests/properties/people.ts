// What any deployment must take, and must not take, as customerInfo, shippingAddress and customParameter. How they come
// back is in order-info.ts and webhooks.ts.

import fc from 'fast-check'
import { changedBodies, refusesEach, takes, takesEach, type Ways } from '../acceptance.ts'
import { productNames } from '../arbitraries.ts'
import type { Answer } from '../client.ts'
import type { Context } from '../context.ts'
import { type Property, property } from '../property.ts'
import { address, bankPayment, exchangePayment, invoice, pairOf, qrTransaction } from '../samples.ts'

const noun = 'people'
const write = { noun, level: 'write' } as const

/** Sends a request with something else in it. */
interface Request extends Pick<Property, 'level' | 'needs'> {
  what: string
  operationId: 'createInvoice' | 'createQrTransaction' | 'createExchangePayment' | 'createBankPayment'
  complete: (it: Context) => object
}

const anInvoice: Request = {
  what: 'an invoice',
  operationId: 'createInvoice',
  level: 'write',
  complete: (it) => invoice(it),
}
const aWalletTransaction: Request = {
  what: 'a wallet transaction',
  operationId: 'createQrTransaction',
  level: 'write',
  complete: (it) => qrTransaction(it),
}
const anExchangePayment: Request = {
  what: 'an exchange payment',
  operationId: 'createExchangePayment',
  level: 'money',
  complete: (it) => exchangePayment(it),
}
const aBankPayment: Request = {
  what: 'a bank payment',
  operationId: 'createBankPayment',
  level: 'money',
  needs: ['bankAccount'],
  complete: (it) => bankPayment(it),
}

const partOf = ({ level }: Request) => (level === 'money' ? 'plain' : 'body')

function ask(it: Context, request: Request, other: object = {}): Promise<Answer> {
  return it.client.call(request.operationId, { [partOf(request)]: { ...request.complete(it), ...other } })
}

/** Checks that a request is refused which lacks one of the fields of an object in it. */
function refusesWithout(
  it: Context,
  request: Request,
  requirement: Property['checks'][number],
  key: string,
  value: object,
  fields: readonly string[],
): Promise<void> {
  const places = fields.map((field) => ({ path: [key, field] }))
  const complete = () => ({ ...request.complete(it), [key]: value })
  return refusesEach(
    it,
    requirement,
    () => ask(it, request, { [key]: value }),
    changedBodies(it, request.operationId, complete, places, partOf(request)),
  )
}

const person = { name: 'Ada Example', email: 'ada@shop.example' }
const phone = '+1 202 555 0101'
const home = '1 Sample Street, Springfield'

const customers = [anInvoice, aWalletTransaction].flatMap((request) => [
  property({
    ...write,
    title: `${request.what} takes a customer with a phone and an address, and without`,
    kind: 'example',
    checks: ['customer-info.phone-and-address-optional'],
    async run(it) {
      await takesEach(it, 'customer-info.phone-and-address-optional', [
        ['there is neither', () => ask(it, request, { customerInfo: person })],
        ['there is a phone', () => ask(it, request, { customerInfo: { ...person, phone } })],
        ['there is an address', () => ask(it, request, { customerInfo: { ...person, address: home } })],
        ['there are both', () => ask(it, request, { customerInfo: { ...person, phone, address: home } })],
      ])
    },
  }),
  property({
    ...write,
    title: `${request.what} does not take a customer who has no name, or no email`,
    kind: 'ladder',
    checks: ['customer-info.name-and-email-required'],
    async run(it) {
      const requirement = 'customer-info.name-and-email-required'
      it.refuses(requirement, await ask(it, request, { customerInfo: {} }), 'name and email are missing')
      const whole = { ...person, phone, address: home }
      await refusesWithout(it, request, requirement, 'customerInfo', whole, ['name', 'email'])
    },
  }),
  property({
    ...write,
    title: `${request.what} takes GET and POST as the method of the webhook, and nothing else`,
    kind: 'ladder',
    checks: ['custom-parameter.get-and-post-taken', 'custom-parameter.other-method-refused'],
    async run(it) {
      const by = (returnMethod: unknown) => () =>
        ask(it, request, { customParameter: { returnMethod, params: [pairOf(it.id('pair'))] } })
      await takesEach(it, 'custom-parameter.get-and-post-taken', [
        ['the method is GET', by('GET')],
        ['the method is POST', by('POST')],
      ])
      for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD', 'get', 'Post', 'GETPOST', '', 1])
        it.refuses(
          'custom-parameter.other-method-refused',
          await by(method)(),
          `returnMethod is ${JSON.stringify(method)}`,
        )
    },
  }),
  property({
    ...write,
    title: `${request.what} takes any number of pairs, whatever stands in them`,
    kind: 'property',
    checks: ['custom-parameter.pairs-taken'],
    async run(it) {
      const words = fc.oneof(productNames, fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }))
      const pairs = fc.array(fc.record({ name: words, value: fc.oneof(words, fc.constant('')) }), {
        maxLength: 12,
      })
      await it.forAll(
        pairs,
        async (it, params) => {
          const customParameter = { returnMethod: 'POST', params }
          await takes(it, 'custom-parameter.pairs-taken', await ask(it, request, { customParameter }), () =>
            ask(it, request),
          )
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    ...write,
    title: `${request.what} takes no pair, one, and very many`,
    kind: 'example',
    checks: ['custom-parameter.pairs-taken'],
    async run(it) {
      const withPairs = (params: { name: string; value: string }[]) =>
        ask(it, request, { customParameter: { returnMethod: 'POST', params } })
      const many = (count: number) => () =>
        withPairs(
          Array.from({ length: count }, (_, index) => ({ name: `name-${index}`, value: `value ${index}` })),
        )
      await takesEach(it, 'custom-parameter.pairs-taken', [
        ['there are no pairs', many(0)],
        ['there is one pair', many(1)],
        ['there are 10 pairs', many(10)],
        ['there are 200 pairs', many(200)],
        ['there is a long pair', () => withPairs([{ name: 'n'.repeat(300), value: 'v'.repeat(9000) }])],
      ])
    },
  }),
])

const fullAddress = {
  ...address,
  firstname: 'Ada',
  lastname: 'Example',
  phoneNo: phone,
  address2: 'Second floor',
  zipcode: '62701',
  landmark: 'Beside the old lighthouse',
  email: 'ada@shop.example',
}

const sevenFields = ['firstname', 'lastname', 'phoneNo', 'address2', 'zipcode', 'landmark', 'email'] as const

const shipments = [anInvoice, anExchangePayment, aBankPayment].flatMap((request) => {
  const reach = {
    noun,
    level: request.level,
    ...(request.needs === undefined ? {} : { needs: request.needs }),
  } as const
  return [
    property({
      ...reach,
      title: `${request.what} takes an address, short or full, and none`,
      kind: 'example',
      checks: ['shipping-address.null-taken', 'shipping-address.seven-fields-optional'],
      async run(it) {
        const to = (shippingAddress: object | null) => () => ask(it, request, { shippingAddress })
        // Payments are sealed, which takes its time; field by field is for invoices only.
        const each = request.operationId === 'createInvoice' ? sevenFields : []
        const withField = each.map((key) => {
          const one: Ways[number] = [`the address has ${key}`, to({ ...address, [key]: fullAddress[key] })]
          return one
        })
        await takesEach(it, 'shipping-address.seven-fields-optional', [
          ['the address has the four fields', to(address)],
          ['the address has all eleven fields', to(fullAddress)],
          ...withField,
        ])
        await takes(it, 'shipping-address.null-taken', await to(null)(), to(address))
      },
    }),
    property({
      ...reach,
      title: `${request.what} does not take an address that lacks a field`,
      kind: 'ladder',
      checks: ['shipping-address.required-fields-refused'],
      async run(it) {
        const requirement = 'shipping-address.required-fields-refused'
        it.refuses(requirement, await ask(it, request, { shippingAddress: {} }), 'the address is empty')
        const fields = ['address1', 'city', 'state', 'country']
        await refusesWithout(it, request, requirement, 'shippingAddress', fullAddress, fields)
      },
    }),
  ]
})

export const people = [...customers, ...shipments]
