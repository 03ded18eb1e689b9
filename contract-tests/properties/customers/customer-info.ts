// What any deployment must take, and must not take, as customerInfo and customParameter. How they come back is in
// webhooks.ts; shippingAddress is in shipping-addresses.ts.

import fc from 'fast-check'
import { fullAddress, pairOf } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { takes, takesEach } from '../../checks/acceptance.ts'
import { property } from '../../engine/property.ts'
import { productNames } from '../../inputs/arbitraries.ts'
import { anInvoice, ask, aWalletTransaction, refusesWithout } from '../../inputs/requests.ts'

const resource = 'customers'
const write = { resource, level: 'write' } as const

const person = { name: 'Ada Example', email: 'ada@shop.example' }
const phone = '+1 202 555 0101'
const home = '1 Sample Street, Springfield'

const customers = [anInvoice, aWalletTransaction].flatMap((request) => [
  property({
    ...write,
    title: `${request.what} takes a customer with a phone and an address, and without`,
    kind: 'example',
    checks: ['customers.phone-and-address-optional'],
    async run(it) {
      await takesEach(it, 'customers.phone-and-address-optional', [
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
    checks: ['customers.name-and-email-required'],
    async run(it) {
      const requirement = 'customers.name-and-email-required'
      it.refuses(requirement, await ask(it, request, { customerInfo: {} }), 'name and email are missing')
      const whole = { ...person, phone, address: home }
      await refusesWithout(it, request, requirement, 'customerInfo', whole, ['name', 'email'])
    },
  }),
  property({
    ...write,
    title: `${request.what} takes GET and POST as the method of the webhook, and nothing else`,
    kind: 'ladder',
    checks: [
      'webhooks.custom-parameter-get-and-post-accepted',
      'webhooks.custom-parameter-other-method-refused',
    ],
    async run(it) {
      const by = (returnMethod: unknown) => () =>
        ask(it, request, { customParameter: { returnMethod, params: [pairOf(it.id('pair'))] } })
      await takesEach(
        it,
        'webhooks.custom-parameter-get-and-post-accepted',
        [
          ['the method is GET', by('GET')],
          ['the method is POST', by('POST')],
        ],
        () => ask(it, request, { customParameter: undefined }),
      )
      for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD', 'get', 'Post', 'GETPOST', '', 1])
        it.refuses(
          'webhooks.custom-parameter-other-method-refused',
          await by(method)(),
          `returnMethod is ${JSON.stringify(method)}`,
        )
    },
  }),
  property({
    ...write,
    title: `${request.what} takes any number of pairs, whatever stands in them`,
    kind: 'property',
    checks: ['webhooks.custom-parameter-pairs-accepted'],
    async run(it) {
      const words = fc.oneof(productNames, fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }))
      const pairs = fc.array(fc.record({ name: words, value: fc.oneof(words, fc.constant('')) }), {
        maxLength: 12,
      })
      await it.forAll(
        pairs,
        async (it, params) => {
          const customParameter = { returnMethod: 'POST', params }
          await takes(
            it,
            'webhooks.custom-parameter-pairs-accepted',
            await ask(it, request, { customParameter }),
            () => ask(it, request, { customParameter: undefined }),
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
    checks: ['webhooks.custom-parameter-pairs-accepted'],
    async run(it) {
      const withPairs = (params: { name: string; value: string }[]) =>
        ask(it, request, { customParameter: { returnMethod: 'POST', params } })
      const many = (count: number) => () =>
        withPairs(
          Array.from({ length: count }, (_, index) => ({ name: `name-${index}`, value: `value ${index}` })),
        )
      await takesEach(
        it,
        'webhooks.custom-parameter-pairs-accepted',
        [
          ['there are no pairs', many(0)],
          ['there is one pair', many(1)],
          ['there are 10 pairs', many(10)],
          ['there are 200 pairs', many(200)],
          ['there is a long pair', () => withPairs([{ name: 'n'.repeat(300), value: 'v'.repeat(9000) }])],
        ],
        () => ask(it, request, { customParameter: undefined }),
      )
    },
  }),
])

const ladder = property({
  ...write,
  title: 'of an invoice with three faults, each must be mended',
  kind: 'ladder',
  checks: [
    'customers.name-and-email-required',
    'webhooks.custom-parameter-other-method-refused',
    'customers.shipping-address-required-fields-refused',
  ],
  async run(it) {
    const { city, ...shippingAddress } = fullAddress
    const customParameter = { returnMethod: 'PUT', params: [pairOf(it.id('pair'))] }
    const rows: [RequirementId, string, object][] = [
      [
        'customers.name-and-email-required',
        'there is no email, an unknown method and no city',
        { customerInfo: { name: person.name }, customParameter, shippingAddress },
      ],
      [
        'webhooks.custom-parameter-other-method-refused',
        'there is an unknown method and no city',
        { customParameter, shippingAddress },
      ],
      ['customers.shipping-address-required-fields-refused', 'there is no city', { shippingAddress }],
    ]
    for (const [requirement, because, faults] of rows)
      it.refuses(requirement, await ask(it, anInvoice, faults), because)
    it.given(await ask(it, anInvoice, { shippingAddress: { ...shippingAddress, city } }))
  },
})

export const accounts = [...customers, ladder]
