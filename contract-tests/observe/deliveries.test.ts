// The statuses that a delivery reports, in forms that the contract permits.

import { expect, it } from 'vitest'
import { hasOtherStatusWord, hasPair, mayBeHidden, mentions, statusesSaid } from './deliveries.ts'

const integers = { pending: 0, processing: 1, canceled: 2, completed: 3 }
const said = (body: object) =>
  statusesSaid({ method: 'POST', url: '/webhook/0', body: JSON.stringify(body) }, integers)

it('reads the status by one of several integers', () => {
  const several = { ...integers, pending: [0, 4] }
  expect(statusesSaid(delivery({ status: 4 }), several)).toEqual(['pending'])
  expect(statusesSaid(delivery({ status: 5 }), several)).toEqual([])
})

it.each([
  ['/webhook/0?n.phase=3&n.event=paid', ['completed']],
  ['/webhook/0?data[phase]=3', ['completed']],
  ['/webhook/0?data[phase]=3&phase=0', ['pending']],
  ['/webhook/0?orderphase=3', []],
])('reads the learned field of a status in %s', (url, expected) => {
  expect(statusesSaid({ method: 'GET', url, body: '' }, integers, { statusField: 'phase' })).toEqual(expected)
})

it('reads the status by its name or its integer', () => {
  expect(said({ event: 'payment.completed' })).toEqual(['completed'])
  expect(said({ transactionStatus: 3 })).toEqual(['completed'])
})

const long = Buffer.from(Array.from({ length: 90 }, (_, at) => 255 - at)).toString('base64')

it.each([
  [true, JSON.stringify({ alg: 'A256', payload: long })],
  [true, JSON.stringify({ id: 1, type: 'a', created: 2, livemode: false, version: 'b', payload: long })],
  [true, long],
  [true, JSON.stringify({ data: `${'03'.repeat(16)}:${Buffer.from(long).toString('hex')}` })],
  [true, JSON.stringify({ data: long.replace(/.{64}/g, '$&\n') })],
  [true, ['eyJhbGciOiJSU0EtT0FFUCJ9', 'a1b2c3d4e5'.repeat(8), 'aXY', long.slice(0, 80), 'dGFn'].join('.')],
  [true, 'The order number seven of the shop is completed.'],
  [false, 'The order\nreference: ref-pt-1-order-7\nis completed.'],
  [false, 'The order\nreference: ref-482910374650007\nis completed.'],
  [false, JSON.stringify({ status: 'completed', signature: long, sig: long })],
  [false, JSON.stringify({ status: 'completed', txid: '0123456789abcdef'.repeat(4) })],
  [false, JSON.stringify({ long: 'x'.repeat(600) })],
  [false, '<ping/>'],
])('says %s to whether something may be hidden in %s', (expected, body) => {
  expect(mayBeHidden({ method: 'POST', url: '/webhook/0', body }, ['pt-1-', '48291037465'])).toBe(expected)
})

it.each(['previousStatus', 'old_status', 'from'])('does not read the earlier status in %s', (name) => {
  expect(said({ [name]: 'processing', status: 'success' })).toEqual([])
  expect(said({ [name]: 'processing', status: 'completed' })).toEqual(['completed'])
})

it('does not read the status of something else', () => {
  expect(said({ status: 7, settlement: 'pending' })).toEqual([])
  expect(said({ status: 'success', refundStatus: 'pending' })).toEqual([])
  expect(said({ status: 3, event: 'payment.pending.ended' })).toEqual(['completed'])
  expect(said({ status: 'success', review: 'pending' })).toEqual([])
  expect(said({ event: 'settlement.completed', status: 'completed' })).toEqual([])
  expect(said({ settlement: { status: 'completed' } })).toEqual([])
  expect(said({ event: 'daily.report', transactions: [{ status: 'completed' }] })).toEqual([])
  expect(said({ event: 'fee.charged', status: 'completed' })).toEqual([])
})

it.each([
  [true, { status: 'pending', paymentStatus: 'success' }],
  [true, { order: { status: 'completed' }, payment: { status: 'paid' } }],
  [false, { status: 2, paymentStatus: 'CANCELED' }],
  [false, { status: true, transaction: { status: null }, settlement: { status: 'open' } }],
])('says %s to whether %j has another word as a status', (expected, body) => {
  expect(hasOtherStatusWord(delivery(body))).toBe(expected)
})

const delivery = (body: object) => ({ method: 'POST', url: '/webhook/0', body: JSON.stringify(body) })

it.each([
  { custom_color: 'a, b' },
  { 'custom.color': 'a, b' },
  { params: ['color=a, b'] },
  { params: 'size:1,color:blue' },
  { params: 'size=1&color=a%2C+b' },
])('finds a custom parameter in %j', (body) => {
  const value = JSON.stringify(body).includes('blue') ? 'blue' : 'a, b'
  expect(hasPair(delivery(body), 'color', value)).toBe(true)
  expect(hasPair(delivery(body), 'color', `${value}r`)).toBe(false)
  expect(hasPair(delivery(body), 'olor', value)).toBe(false)
})

it.each([
  { params: { 'Lg[n]': 'blue' } },
  { params: [{ name: 'Lg[n]', value: 'blue' }] },
  { 'Lg[n]': 'blue' },
])('finds a custom parameter whose name ends with a bracket in %j', (body) => {
  expect(hasPair(delivery(body), 'Lg[n]', 'blue')).toBe(true)
  expect(hasPair(delivery(body), 'g[n]', 'blue')).toBe(false)
})

const inBase64url = (text: string) => Buffer.from(text).toString('base64url')
const cdata = '<e><status><![CDATA[completed]]></status><v><![CDATA[a <b> "c"]]></v></e>'

it.each([
  [cdata, 'a <b> "c"'],
  ["<e v='&#x61; &amp; b'><status>completed</status></e>", 'a & b'],
  ['<e>\n  <v>\n    a, b\n  </v>\n  <status>completed</status>\n</e>', 'a, b'],
  ['status: completed\nv = a; b', 'a; b'],
  ['--b\r\n\r\n{\n"v": "\\"a\\"",\n"status": "completed"\n}\r\n--b--\r\n', '"a"'],
  ['\ufeff{"v":"a","status":"completed"}', 'a'],
  [Buffer.from('{"v":"a","status":"completed"}').toString('base64'), 'a'],
  [['{"alg":"RS256"}', '{"v":"a","status":"completed"}', 'sig'].map(inBase64url).join('.'), 'a'],
])('reads %s', (body, value) => {
  const one = { method: 'POST', url: '/webhook/0', body }
  expect(mentions(one, value)).toBe(true)
  expect(statusesSaid(one, integers)).toEqual(['completed'])
})

it.each([{ id: 'tx' }, [{ id: 'tx' }], { id: 'tx', more: '?>' }])('reads base64 of %j', (event) => {
  const data = Buffer.from(JSON.stringify(event)).toString('base64')
  expect(mentions(delivery({ data }), 'tx')).toBe(true)
})
