// Examples of edits. See equivalence.sampled.test.ts for their use.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editedOnce, editsOf } from './edits.ts'

it('edits every place and names it', () => {
  const edits = editsOf({ cart: [{ price: '1' }] }).map(({ edit }) => edit)
  expect(edits).toContain('the value: becomes null')
  expect(edits).toContain('cart: is missing')
  expect(edits).toContain('cart[0]: is missing')
  expect(edits).toContain('cart[0].price: becomes "1\\n"')
  expect(edits).toContain('cart[0].price: becomes "١"')
  expect(edits).toContain('cart[0]: its key price becomes "PRICE"')
})

it('removes keys and elements', () => {
  const value = { a: 1, list: [1, 2] }
  const after = (edit: string) => editsOf(value).find((edited) => edited.edit === edit)?.value
  expect(after('a: is missing')).toEqual({ list: [1, 2] })
  expect(after('list[0]: is missing')).toEqual({ a: 1, list: [2] })
})

it('does not change its argument, and usually returns a different value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = structuredClone(value)
      const edits = editsOf(value)
      expect(value).toEqual(before)
      expect(edits.length).toBeGreaterThan(5)
    }),
    { numRuns: 50 },
  )
  const changed = fc
    .sample(editedOnce(fc.constant({ a: 'x' })), 50)
    .filter(({ value }) => JSON.stringify(value) !== '{"a":"x"}')
  expect(changed.length).toBeGreaterThan(45)
})
