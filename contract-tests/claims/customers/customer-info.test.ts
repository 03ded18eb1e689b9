// Requests of customers that a service refuses for another reason than the one in question.

import { expect, it } from 'vitest'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'
import { accounts } from './customer-info.ts'

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
