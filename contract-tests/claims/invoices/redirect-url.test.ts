// The suite knows a registered redirect URL only from the target file. (permitted: invoices.registered-redirect-urls)

import { expect, it } from 'vitest'
import { refusing } from '../../altered/variants/rows.ts'
import { verify } from '../../commands/verify.ts'
import { inProcess } from '../../observe/in-process.ts'
import { invoices } from './creation.ts'

const registered = 'https://halden.example/thanks'

/** The verdict of a deployment that accepts one redirect URL, with a target file that has this one. */
async function verdictWith(redirectUrl: string | undefined) {
  const deployment = inProcess(
    refusing('createInvoice', ({ body }) => ![undefined, registered].includes(body.redirectUrl)),
  )
  await deployment.fresh()
  const { target } = deployment
  const merchants = target.merchants.map((merchant) => ({ ...merchant, redirectUrl }))
  const properties = invoices.filter(({ checks }) => checks.includes('invoices.optional-fields'))
  const { requirements } = await verify(
    { ...deployment, target: { ...target, merchants }, fresh: async () => {} },
    { properties, runs: 1 },
  )
  return requirements.find(({ id }) => id === 'invoices.optional-fields')
}

it('accuses no deployment of refusing a redirect URL that is not in the target file', async () => {
  const unknown = await verdictWith(undefined)
  expect(unknown?.verdict).not.toBe('fail')
  expect((await verdictWith(registered))?.verdict).toBe('pass')
  expect((await verdictWith('https://other.example/'))?.verdict).toBe('fail')
})
