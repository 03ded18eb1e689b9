// Properties that look at no webhook find what is wrong with the updates of their orders.

import { expect, it } from 'vitest'
import { by } from '../../altered/mutants/operators/delivery.ts'
import { termVariants } from '../../altered/variants/terms.ts'
import { verify } from '../../commands/verify.ts'
import { type InProcessOptions, inProcess } from '../../observe/in-process.ts'
import { partialPayments } from '../partial-payments/closing.ts'
import { transactions } from '../transactions.ts'

const failuresOf = async (delivery: InProcessOptions['delivery'], properties = transactions) => {
  const options = delivery === undefined ? {} : { delivery }
  const { failures } = await verify(inProcess(options), { properties, shrink: false })
  return failures.map(({ requirement }) => requirement)
}

it('finds an update that lacks one of several parameters', async () => {
  const withoutSecond: InProcessOptions['delivery'] = ({ body, ...request }) => [
    { ...request, body: body.replaceAll('part2', 'part0') },
  ]
  expect(await failuresOf(undefined)).toEqual([])
  expect(await failuresOf(withoutSecond)).toEqual(['webhooks.invoice-parameters'])
  expect(await failuresOf(withoutSecond, partialPayments)).toEqual(['webhooks.qr-parameters'])
})

it('finds an update by another method', async () => {
  expect(await failuresOf((request) => [by('POST', request)])).toEqual(['webhooks.delivered-by-get'])
})

it('takes a delivery without any parameter for a notice', async () => {
  const { delivery } = termVariants['notices of completed payments by POST, after the update'] ?? {}
  expect(delivery).toBeDefined()
  expect(await failuresOf(delivery, partialPayments)).toEqual([])
})
