// A deployment that knows a new invoice only later violates nothing, and the reason says what to change.

import { expect, it } from 'vitest'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'

it('takes an invoice that cannot be read yet neither for a violation nor for a pass', async () => {
  const deployment = inProcess({
    response: (response, { operationId }) =>
      operationId === 'getInvoice' ? { ...response, status: 404, json: { ok: false } } : response,
  })
  const report = await verify(deployment, { only: ['invoices'], runs: 1, level: 'money' })
  expect(report.warnings).toEqual([])
  expect(report.failures.map(({ requirement }) => requirement)).not.toContain('invoices.becomes-order')
  expect(report.requirements.find(({ id }) => id === 'invoices.order-info-same-cart')).toMatchObject({
    verdict: 'inconclusive',
    reasons: [expect.stringContaining('set limits.pauseSeconds')],
  })
})
