// Mutants of customerInfo and shippingAddress in requests.

import { fillAt } from './json-path.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const customer = { name: 'Nobody', email: 'none@shop.example' }
const optional = [op.refuseFields(op.isPresent), op.refuseFields(op.isMissing)]

export const customers = mutantsOf({
  'customers.phone-and-address-optional': optional,
  'customers.name-and-email-required': [
    op.acceptWithout,
    op.acceptAnything('createInvoice', 'customerInfo', customer),
    op.acceptAnything('createQrTransaction', 'customerInfo', customer),
  ],
  'customers.shipping-address-null-accepted': op.refuseFields(op.isNull),
  'customers.shipping-address-seven-fields-optional': optional,
  'customers.shipping-address-required-fields-refused': [
    ...['address1', 'city', 'state', 'country'].map((key) =>
      op.acceptWithout({ operation: 'createInvoice', path: `shippingAddress.${key}`, example: 'US' }),
    ),
    ...(['createExchangePayment', 'createBankPayment'] as const).map((operation) =>
      op.acceptPayload(operation, 'an address without a country', (payload) =>
        fillAt(payload, 'shippingAddress.country', 'US'),
      ),
    ),
  ],
})
