// Which values of customerInfo and customParameter the service accepts, and which it refuses. What webhooks return of them
// is in ../webhooks; shippingAddress is in shipping-addresses.ts.

import fc from 'fast-check'
import { customer, pairOf } from '../../../client/sample-requests.ts'
import { accepts, acceptsEach, firstAcceptedOf } from '../../steps/acceptance.ts'
import { addressLines, phonesOf } from '../../steps/addresses.ts'
import { productNames } from '../../steps/arbitraries.ts'
import { properties } from '../../steps/property.ts'
import { invoiceRequest, qrTransactionRequest, refusesWithout, send } from '../../steps/requests.ts'

export const accounts = [invoiceRequest, qrTransactionRequest].flatMap((request) =>
  properties({ level: 'write' })({
    [`accepts ${request.creates} with and without the customer's phone and address`]: {
      checks: ['customers.phone-and-address-optional'],
      async run(it) {
        const withInfo = (more: object) =>
          send(it, request, {
            // Without what samples have in a situation.
            customerInfo: { ...customer({ emailDomain: it.emailDomain }), ...more },
          })
        const phones = phonesOf(it)
        let [phone] = phones
        let [address] = addressLines
        const withPhone = async () => {
          const accepted = await firstAcceptedOf(phones, (one) => withInfo({ phone: one }))
          phone = accepted.value
          return accepted.response
        }
        const withAddress = async () => {
          const accepted = await firstAcceptedOf(addressLines, (one) => withInfo({ address: one }))
          address = accepted.value
          return accepted.response
        }
        await acceptsEach(it, 'customers.phone-and-address-optional', [
          ['there is no phone and no address', () => withInfo({})],
          ['there is a phone', withPhone],
          ['there is an address', withAddress],
          ['there are a phone and an address', () => withInfo({ phone, address })],
        ])
      },
    },
    [`refuses ${request.creates} without the customer's name or email`]: {
      checks: ['customers.name-and-email-required'],
      async run(it) {
        const requirement = 'customers.name-and-email-required'
        const complete = customer(it)
        await refusesWithout(it, request, requirement, 'customerInfo', complete, ['name', 'email'])
      },
    },
    [`accepts ${request.creates} with the webhook method GET or POST only`]: {
      checks: [
        'webhooks.custom-parameter-get-and-post-accepted',
        'webhooks.custom-parameter-other-method-refused',
      ],
      async run(it) {
        const withMethod = (returnMethod: unknown) => () =>
          send(it, request, { customParameter: { returnMethod, params: [pairOf(it.id('pair'))] } })
        await acceptsEach(
          it,
          'webhooks.custom-parameter-get-and-post-accepted',
          [
            ['the method is GET', withMethod('GET')],
            ['the method is POST', withMethod('POST')],
          ],
          () => send(it, request, { customParameter: undefined }),
        )
        // No number: many decoders take it for the position of a word in the enumeration.
        for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD', 'GETPOST'])
          it.refuses(
            'webhooks.custom-parameter-other-method-refused',
            await withMethod(method)(),
            `returnMethod is ${JSON.stringify(method)}`,
          )
      },
    },
    [`accepts ${request.creates} with any pairs of names and values`]: {
      checks: ['webhooks.custom-parameter-pairs-accepted'],
      async run(it) {
        const words = fc.oneof(
          productNames,
          fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }),
        )
        // The contract does not say whether a name may be repeated.
        const pairs = fc.uniqueArray(fc.record({ name: words, value: words }), {
          minLength: 1,
          maxLength: 12,
          selector: ({ name }) => name,
        })
        await it.forAll(
          pairs,
          async (it, params) => {
            const customParameter = { returnMethod: 'POST', params }
            await accepts(
              it,
              'webhooks.custom-parameter-pairs-accepted',
              await send(it, request, { customParameter }),
              () => send(it, request, { customParameter: undefined }),
            )
          },
          { share: 0.5 },
        )
      },
    },
    [`accepts ${request.creates} with one pair, and with 200 pairs`]: {
      checks: ['webhooks.custom-parameter-pairs-accepted', 'limits.post-up-to-2m-accepted'],
      async run(it) {
        const withPairs = (params: { name: string; value: string }[]) =>
          send(it, request, { customParameter: { returnMethod: 'POST', params } })
        const many = (count: number) => () =>
          withPairs(
            Array.from({ length: count }, (_, index) => ({ name: `name-${index}`, value: `value ${index}` })),
          )
        await acceptsEach(
          it,
          'webhooks.custom-parameter-pairs-accepted',
          [
            ['there is one pair', many(1)],
            ['there are 10 pairs', many(10)],
          ],
          () => send(it, request, { customParameter: undefined }),
        )
        await acceptsEach(it, 'limits.post-up-to-2m-accepted', [
          ['there is one pair', many(1)],
          ['there are 200 pairs', many(200)],
          ['there is a long pair', () => withPairs([{ name: 'n'.repeat(300), value: 'v'.repeat(9000) }])],
        ])
      },
    },
  }),
)
