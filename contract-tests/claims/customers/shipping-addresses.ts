// Which values of shippingAddress the service accepts, and which it refuses. What getInvoice returns of it is in
// ../invoices/order-info.ts.

import { address } from '../../../client/sample-requests.ts'
import { accepts, acceptsEach, firstAcceptedOf, type Ways } from '../../steps/acceptance.ts'
import { abroad, addressesWith, severalAddresses } from '../../steps/addresses.ts'
import { properties } from '../../steps/property.ts'
import {
  bankPaymentRequest,
  exchangePaymentRequest,
  invoiceRequest,
  levelAndNeeds,
  refusesWithout,
  send,
} from '../../steps/requests.ts'

const optional = ['firstname', 'lastname', 'phoneNo', 'address2', 'zipcode', 'landmark', 'email'] as const
/** The requests that have an address, and the fields that are tried one by one: encrypting payments is slow. */
const requests = [
  { request: invoiceRequest, fields: optional },
  { request: exchangePaymentRequest, fields: [] },
  { request: bankPaymentRequest, fields: [] },
]

export const shippingAddresses = requests.flatMap(({ request, fields }) => {
  const shared = { ...levelAndNeeds(request) } as const
  return properties(shared)({
    [`accepts ${request.creates} with a minimal address, a full one, and null`]: {
      checks: [
        'customers.shipping-address-null-accepted',
        'customers.shipping-address-seven-fields-optional',
      ],
      async run(it) {
        const withAddress = (shippingAddress: object | null) => send(it, request, { shippingAddress })
        const withEach = addressesWith(it, withAddress)
        const withField = fields.map((key): Ways[number] => [`the address has ${key}`, () => withEach(key)])
        await acceptsEach(
          it,
          'customers.shipping-address-seven-fields-optional',
          [
            ['the address has the four required fields', () => withEach()],
            ['the address has all eleven fields', () => withEach(...optional)],
            ...withField,
          ],
          () => withAddress(null),
        )
        const response = await withAddress(null)
        await accepts(it, 'customers.shipping-address-null-accepted', response, () => withAddress(address))
      },
    },
    [`refuses ${request.creates} whose address lacks a required field`]: {
      checks: ['customers.shipping-address-required-fields-refused'],
      async run(it) {
        const requirement = 'customers.shipping-address-required-fields-refused'
        const required = Object.keys(address)
        const { value } = await firstAcceptedOf(severalAddresses(it), (shippingAddress) =>
          send(it, request, { shippingAddress }),
        )
        await refusesWithout(it, request, requirement, 'shippingAddress', value, required)
        // An address abroad need not be accepted.
        if ((await send(it, request, { shippingAddress: abroad })).outcome === 'success')
          await refusesWithout(it, request, requirement, 'shippingAddress', abroad, required)
      },
    },
  })
})
