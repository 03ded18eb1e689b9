// What an operator names, and which requirements that is: the words of the report's table among them.

import { expect, it } from 'vitest'
import { UsageError } from '../core/errors.ts'

import { allProperties } from './properties.ts'
import { resources } from './property.ts'
import { resourceOf, wantedIds } from './selection.ts'

const all = [...wantedIds({ disabled: [] }, allProperties)]
const countedUnder = (resource: string, ids: Iterable<(typeof all)[number]>) =>
  [...ids].filter((id) => resourceOf(id, allProperties) === resource)

it.each(resources)('%s names as many requirements as the table counts under it', (resource) => {
  const counted = countedUnder(resource, all)
  expect(counted.length).toBeGreaterThan(0)
  expect(countedUnder(resource, wantedIds({ only: [resource], disabled: [] }, allProperties))).toEqual(
    counted,
  )
})

it('the beginning of ids still names those that begin so', () => {
  const closing = [...wantedIds({ only: ['partial-payments'], disabled: [] }, allProperties)]
  expect(closing.length).toBeGreaterThan(10)
  expect(closing.every((id) => id.startsWith('partial-payments.'))).toBe(true)
})

it('what is disabled is named in the same words', () => {
  const left = wantedIds({ disabled: ['customers', 'partial-payments'] }, allProperties)
  expect(countedUnder('customers', left)).toEqual([])
  expect(left.size).toBe(
    all.length - countedUnder('customers', all).length - countedUnder('partial-payments', all).length,
  )
})

it('an unknown word is answered with those that there are', () => {
  const unknown = () => wantedIds({ only: ['webhook'], disabled: [] }, allProperties)
  expect(unknown).toThrow(UsageError)
  for (const word of ['qr-transactions', 'partial-payments', 'customers', 'partial-payments', 'service'])
    expect(unknown).toThrow(word)
})
