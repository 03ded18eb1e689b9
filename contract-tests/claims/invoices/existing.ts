// Reads an invoice that an operator has prepared, so that a run which may only look things up checks how orders are read.

import { properties } from '../../steps/property.ts'
import { checkMerchant, refusesWithoutUuid } from './order-info.ts'

export const existingInvoices = properties({ level: 'read' })({
  'reads an existing invoice by its uuid': {
    needs: ['fixture.openInvoice'],
    checks: [
      'invoices.order-info-response-shape',
      'invoices.order-info-inside-returnval',
      'invoices.order-info-names-the-merchant',
      'invoices.order-info-uuid-required',
    ],
    async run(it) {
      const uuid = it.fixture('openInvoice')
      const response = await it.client.call('getInvoice', { query: { uuid } })
      checkMerchant(it, it.merchant, it.given(response).result.returnval)
      await refusesWithoutUuid(it, uuid)
    },
  },
})
