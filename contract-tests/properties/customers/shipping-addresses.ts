// Which values of shippingAddress the service accepts, and which it refuses. What getInvoice returns of it is in
// ../invoices/order-info.ts.

import { address, fullAddress } from '../../../client/sample-requests.ts'
import { accepts, acceptsEach, type Ways } from '../../checks/acceptance.ts'
import { property } from '../../engine/property.ts'
import {
  bankPaymentRequest,
  exchangePaymentRequest,
  invoiceRequest,
  refusesWithout,
  send,
} from '../../inputs/requests.ts'

const resource = 'customers'
const optionalFields = [
  'firstname',
  'lastname',
  'phoneNo',
  'address2',
  'zipcode',
  'landmark',
  'email',
] as const

export const shippingAddresses = [invoiceRequest, exchangePaymentRequest, bankPaymentRequest].flatMap(
  (request) => {
    const shared = {
      resource,
      level: request.level,
      ...(request.needs === undefined ? {} : { needs: request.needs }),
    } as const
    return [
      property({
        ...shared,
        title: `accepts ${request.creates} with a minimal address, a full one, and null`,
        kind: 'example',
        checks: [
          'customers.shipping-address-null-accepted',
          'customers.shipping-address-seven-fields-optional',
        ],
        async run(it) {
          const withAddress = (shippingAddress: object | null) => () => send(it, request, { shippingAddress })
          // Encrypting payments is slow, so only invoices are tried field by field.
          const each = request.operationId === 'createInvoice' ? optionalFields : []
          const withField = each.map((key) => {
            const way: Ways[number] = [
              `the address has ${key}`,
              withAddress({ ...address, [key]: fullAddress[key] }),
            ]
            return way
          })
          await acceptsEach(
            it,
            'customers.shipping-address-seven-fields-optional',
            [
              ['the address has the four required fields', withAddress(address)],
              ['the address has all eleven fields', withAddress(fullAddress)],
              ...withField,
            ],
            withAddress(null),
          )
          await accepts(
            it,
            'customers.shipping-address-null-accepted',
            await withAddress(null)(),
            withAddress(address),
          )
        },
      }),
      property({
        ...shared,
        title: `refuses ${request.creates} whose address lacks a required field`,
        kind: 'ladder',
        checks: ['customers.shipping-address-required-fields-refused'],
        async run(it) {
          const requirement = 'customers.shipping-address-required-fields-refused'
          it.refuses(requirement, await send(it, request, { shippingAddress: {} }), 'the address is empty')
          const fields = ['address1', 'city', 'state', 'country']
          await refusesWithout(it, request, requirement, 'shippingAddress', fullAddress, fields)
        },
      }),
    ]
  },
)
