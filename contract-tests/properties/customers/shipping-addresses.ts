// What any deployment must take, and must not take, as shippingAddress. How it comes back is in order-info.ts.

import { address, fullAddress } from '../../../client/sample-requests.ts'
import { takes, takesEach, type Ways } from '../../checks/acceptance.ts'
import { property } from '../../engine/property.ts'
import { aBankPayment, anExchangePayment, anInvoice, ask, refusesWithout } from '../../inputs/requests.ts'

const resource = 'customers'
const sevenFields = ['firstname', 'lastname', 'phoneNo', 'address2', 'zipcode', 'landmark', 'email'] as const

export const shippingAddresses = [anInvoice, anExchangePayment, aBankPayment].flatMap((request) => {
  const reach = {
    resource,
    level: request.level,
    ...(request.needs === undefined ? {} : { needs: request.needs }),
  } as const
  return [
    property({
      ...reach,
      title: `${request.what} takes an address, short or full, and none`,
      kind: 'example',
      checks: [
        'customers.shipping-address-null-accepted',
        'customers.shipping-address-seven-fields-optional',
      ],
      async run(it) {
        const to = (shippingAddress: object | null) => () => ask(it, request, { shippingAddress })
        // Payments are encrypted, which takes its time; field by field is for invoices only.
        const each = request.operationId === 'createInvoice' ? sevenFields : []
        const withField = each.map((key) => {
          const one: Ways[number] = [`the address has ${key}`, to({ ...address, [key]: fullAddress[key] })]
          return one
        })
        await takesEach(
          it,
          'customers.shipping-address-seven-fields-optional',
          [
            ['the address has the four fields', to(address)],
            ['the address has all eleven fields', to(fullAddress)],
            ...withField,
          ],
          to(null),
        )
        await takes(it, 'customers.shipping-address-null-accepted', await to(null)(), to(address))
      },
    }),
    property({
      ...reach,
      title: `${request.what} does not take an address that lacks a field`,
      kind: 'ladder',
      checks: ['customers.shipping-address-required-fields-refused'],
      async run(it) {
        const requirement = 'customers.shipping-address-required-fields-refused'
        it.refuses(requirement, await ask(it, request, { shippingAddress: {} }), 'the address is empty')
        const fields = ['address1', 'city', 'state', 'country']
        await refusesWithout(it, request, requirement, 'shippingAddress', fullAddress, fields)
      },
    }),
  ]
})
