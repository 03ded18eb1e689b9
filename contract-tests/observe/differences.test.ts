// The difference between sent and returned values, as failures print it.

import { expect, it } from 'vitest'
import { areMixedUp, fieldDifferences, isCut, lineDifferences } from './differences.ts'

const lamp = { id: 'sku-1', name: 'Lamp', price: '10.00', quantity: 2 }
const tea = { id: 'sku-2', name: 'Tea', price: 9.5, quantity: 1 }
const fields = ['id', 'name', 'price', 'quantity'] as const

it.each([
  [
    'nothing if the lines are in another order, with decimals in another form',
    [tea, { ...lamp, price: 10 }],
    '',
  ],
  ['a missing line', [lamp], 'no line with the id sku-2; number of lines 1 instead of 2'],
  ['a field of a line', [lamp, { ...tea, quantity: 3 }], 'line sku-2 has the quantity 3 instead of 1'],
  [
    'a missing field',
    [lamp, { id: 'sku-2', name: 'Tea', price: 9.5 }],
    'line sku-2 has the quantity undefined instead of 1',
  ],
  ['an additional line', [lamp, tea, tea], 'number of lines 3 instead of 2'],
  ['a repeated line in place of another', [lamp, lamp], 'no line with the id sku-2'],
])('says %s', (_, actual, text) => {
  expect(lineDifferences([lamp, tea], actual, fields)).toBe(text)
})

it('compares texts by character, and only what was sent', () => {
  const sent = { zipcode: '01067', city: 'Dresden', state: undefined }
  expect(fieldDifferences(sent, { ...sent, state: 'SN' })).toEqual([])
  expect(fieldDifferences(sent, { ...sent, zipcode: '1067' })).toEqual(['zipcode "1067" instead of "01067"'])
})

it.each([
  ['https://shop.example/thanks?order=7&from=pay', 'https://shop.example/thanks?order=7', true],
  ['https://shop.example/thanks/', 'https://shop.example/thanks', false],
  ['Lamp ', 'Lamp', false],
  ['Lamp', '', false],
  [12.55, 12.5, true],
  ['12.50', '12.5', false],
  ['12.555', '12.55', false],
  // Rounded to cents, of which the last is zero.
  [12.401234, 12.4, false],
])('compares %j with %j: cut %s', (sent, actual, cut) => {
  expect(isCut(sent, actual)).toBe(cut)
})

it('finds a text of another row, and nothing in converted texts or in rows of equal keys', () => {
  const mixed = (...actual: object[]) => areMixedUp([lamp, tea], actual, 'id', ['name'])
  expect(mixed(tea, { ...lamp, name: 'Tea' })).toBe(true)
  expect(mixed(tea, { ...lamp, name: 'LAMP' }, { ...tea, name: 'Green tea' })).toBe(false)
  expect(areMixedUp([lamp, { ...tea, id: lamp.id }], [{ ...lamp, name: 'Tea' }], 'id', ['name'])).toBe(false)
})
