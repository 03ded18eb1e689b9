// Where the complete request is refused, the refusal of an incomplete one proves nothing.

import { expect, it } from 'vitest'
import { verify } from '../../engine/run-properties.ts'
import { changeBody } from '../../mutants/operators/request.ts'
import { inProcess } from '../../targets/in-process.ts'
import { accounts } from './customer-info.ts'

const id = 'customers.name-and-email-required'

it('does not conclude from refusals for another reason', async () => {
  const properties = accounts.filter(({ title }) => title.endsWith('until each of its errors is fixed'))
  const request = changeBody('createInvoice', (body) => (body.shippingAddress === null ? body : {}))
  const report = await verify(inProcess({ request }), { properties, only: [id] })
  expect(report.requirements.find((one) => one.id === id)).toMatchObject({ verdict: 'inconclusive' })
})
