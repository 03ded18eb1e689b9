// Reads an invoice that an operator has prepared, so that a run which may only look things up checks how orders are read.

import { refusesEach } from '../../steps/acceptance.ts'
import { properties } from '../../steps/property.ts'
import { checkMerchant } from './order-info.ts'

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
      const read = (query?: Record<string, string>) => () =>
        it.client.call('getInvoice', query === undefined ? {} : { query })
      checkMerchant(it, it.merchant, it.given(await read({ uuid })()).result.returnval)
      await refusesEach(it, 'invoices.order-info-uuid-required', read({ uuid }), [
        ['there is no query', read()],
        ['the uuid is empty', read({ uuid: '' })],
        ['no invoice has this uuid', read({ uuid: '00000000-0000-4000-8000-000000000000' })],
      ])
    },
  },
})
