// Requests of customers that a service refuses for another reason than the one in question.

import { expect, it } from 'vitest'
import { changeBody } from '../../altered/mutants/operators/request.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'
import { accounts } from './customer-info.ts'

const id = 'customers.name-and-email-required'

it('does not conclude from refusals for another reason', async () => {
  const properties = accounts.filter(({ title }) => title.endsWith('until each of its errors is fixed'))
  const request = changeBody('createInvoice', (body) => (body.shippingAddress === null ? body : {}))
  const report = await verify(inProcess({ request }), { properties, only: [id] })
  expect(report.requirements.find((one) => one.id === id)).toMatchObject({ verdict: 'inconclusive' })
})

it.each([
  [{}, 'fail'],
  [{ phone: '+49 30 90 18 20' }, 'pass'],
])(
  'judges a service that accepts one number of another country, with %j known, as %s',
  async (known, verdict) => {
    const phones = 'customers.phone-and-address-optional'
    const properties = accounts.filter(({ checks }) => checks.includes(phones))
    const deployment = inProcess({
      transport: async ({ body }, send) =>
        /"phone":"(?!\+49)/.test(body)
          ? Response.json({ message: 'No such number' }, { status: 422 })
          : send(),
    })
    const target = { ...deployment.target, known: { ...deployment.target.known, ...known } }
    const report = await verify({ ...deployment, target }, { properties, only: [phones] })
    expect(report.requirements.find((one) => one.id === phones)).toMatchObject({ verdict })
  },
)
