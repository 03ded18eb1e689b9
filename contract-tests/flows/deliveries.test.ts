// The statuses that a delivery reports, in forms that the contract permits.

import { expect, it } from 'vitest'
import { hasPair, mayBeEncrypted, mentions, statusesSaid } from './deliveries.ts'

const integers = { pending: 0, processing: 1, canceled: 2, completed: 3 }
const said = (body: object) =>
  statusesSaid({ method: 'POST', url: '/webhook/0', body: JSON.stringify(body) }, integers)

it('reads the status by its name or its integer', () => {
  expect(said({ event: 'payment.completed' })).toEqual(['completed'])
  expect(said({ transactionStatus: 3 })).toEqual(['completed'])
})

it('recognizes what may be encrypted', () => {
  const received = (body: object) =>
    mayBeEncrypted({ method: 'POST', url: '/webhook/0', body: JSON.stringify(body) })
  const long = 'Zm9v'.repeat(40)
  expect(received({ alg: 'A256', payload: long })).toBe(true)
  expect(
    received({ offerId: 'order-1', status: 3, amount: '30.00', currency: 'USD', id: '1', sign: long }),
  ).toBe(false)
  expect(received({ offerId: 'order-1', status: 'completed' })).toBe(false)
})

it.each(['previousStatus', 'old_status', 'from'])('does not read the earlier status in %s', (name) => {
  expect(said({ [name]: 'processing', status: 'success' })).toEqual([])
  expect(said({ [name]: 'processing', status: 'completed' })).toEqual(['completed'])
})

it('does not read the status of something else', () => {
  expect(said({ status: 7, settlement: 'pending' })).toEqual([])
  expect(said({ status: 'success', refundStatus: 'pending' })).toEqual([])
  expect(said({ status: 3, event: 'payment.pending.ended' })).toEqual(['completed'])
})

const delivery = (body: object) => ({ method: 'POST', url: '/webhook/0', body: JSON.stringify(body) })

it.each([
  { custom_color: 'a, b' },
  { 'custom.color': 'a, b' },
  { params: ['color=a, b'] },
  { params: 'size:1,color:blue' },
])('finds a custom parameter in %j', (body) => {
  const value = JSON.stringify(body).includes('blue') ? 'blue' : 'a, b'
  expect(hasPair(delivery(body), 'color', value)).toBe(true)
  expect(hasPair(delivery(body), 'color', `${value}r`)).toBe(false)
  expect(hasPair(delivery(body), 'olor', value)).toBe(false)
})

it.each([{ id: 'tx' }, [{ id: 'tx' }], { id: 'tx', more: '?>' }])('reads base64 of %j', (event) => {
  const data = Buffer.from(JSON.stringify(event)).toString('base64')
  expect(mentions(delivery({ data }), 'tx')).toBe(true)
})
