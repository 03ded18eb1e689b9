// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { defaultPublicUrl } from '../../simulator.ts'
import { grantedFor, type ProbesOf } from '../probe.ts'
import { invoice } from '../requests.ts'

export const limitsProbes: ProbesOf<'limits'> = {
  'limits.post-size': {
    observe: async (client) => {
      const text = JSON.stringify(invoice('o'))
      return grantedFor(client, 'createInvoice', [2_000_000, 2_000_001, 2_097_152, 2_097_153], (bytes) => ({
        rawBody: text + ' '.repeat(bytes - Buffer.byteLength(text)),
      }))
    },
    expected: { binary: [true, true, true, false], decimal: [true, false, false, false] },
  },
  'limits.get-measure': {
    observe: async (client) => {
      const before = '/api/invoices?uuid='.length
      const statuses = await Promise.all(
        [2048 - defaultPublicUrl.length, 2049 - defaultPublicUrl.length, 2048, 2049].map((length) =>
          client.ask('getInvoice', { query: { uuid: 'x'.repeat(length - before) } }),
        ),
      )
      return statuses.map(({ status }) => status)
    },
    expected: { url: [404, 413, 413, 413], 'path-and-query': [404, 404, 404, 413] },
  },
  'limits.text-length': {
    observe: (client) =>
      grantedFor(client, 'createInvoice', [255, 256], (length) => ({ body: invoice('o'.repeat(length)) })),
    expected: { none: [true, true], characters: [true, false] },
  },
  'limits.rate': {
    observe: async (client) => {
      const responses = await Promise.all(Array.from({ length: 200 }, () => client.ask('getStore')))
      const refused = responses.filter(({ status }) => status === 429)
      return [refused.length > 0, refused.every(({ headers }) => headers.get('retry-after') === '1')]
    },
    expected: { none: [false, true], 'now-and-then': [true, true] },
  },
}
