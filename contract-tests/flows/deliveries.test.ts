// The statuses that a delivery reports, in forms that the contract permits.

import { expect, it } from 'vitest'
import { statusesSaid } from './deliveries.ts'

const integers = { pending: 0, processing: 1, canceled: 2, completed: 3 }
const said = (body: object) =>
  statusesSaid({ method: 'POST', url: '/webhook/0', body: JSON.stringify(body) }, integers)

it('reads the status by its name or its integer', () => {
  expect(said({ event: 'payment.completed' })).toEqual(['completed'])
  expect(said({ transactionStatus: 3 })).toEqual(['completed'])
})

it.each(['previousStatus', 'old_status', 'from'])('does not read the earlier status in %s', (name) => {
  expect(said({ [name]: 'processing', status: 'success' })).toEqual([])
  expect(said({ [name]: 'processing', status: 'completed' })).toEqual(['completed'])
})
