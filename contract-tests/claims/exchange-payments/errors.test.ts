// A service whose first error for a shopper is another one proves nothing about the stated error.

import { expect, it } from 'vitest'
import { exchangePaymentErrors } from '../../../spec/errors.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'

it('takes error 419 before error 418 neither for a violation nor for a pass', async () => {
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
  expect(report.requirements.find((one) => one.id === id)).toMatchObject({
    verdict: 'inconclusive',
    reasons: [expect.stringContaining('another error comes first')],
  })
})
