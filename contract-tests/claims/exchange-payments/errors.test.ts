// The balance of the shopper rules out that error 419 comes first.

import { expect, it } from 'vitest'
import { exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'

it('takes error 419 before error 418 for a violation if the balance covers the payment', async () => {
  let isFirst = true
  const { code, message } = exchangePaymentErrors['insufficient-balance']
  const deployment = inProcess({
    response: (response, { operationId }) => {
      if (operationId !== 'createExchangePayment' || response.status !== 418 || !isFirst) return response
      isFirst = false
      return { ...response, status: code, json: { ok: false, statusCode: code, data: {}, message } }
    },
  })
  const id = 'exchange-payments.error-authentication-failed-418'
  const report = await verify(deployment, { only: [id], runs: 1 })
  expect(report.warnings).toMatchObject([{ requirement: id, actual: expect.stringContaining('HTTP 419') }])
})
