// Requirements are selected by id and by resource.

import { expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { observableResources, resourceOf } from '../../spec/requirements.ts'
import { allProperties } from './all-claims.ts'
import { selectedProperties, selectedRequirements } from './selection.ts'

const all = [...selectedRequirements({ disabled: [] })]
const countedUnder = (resource: string, ids: Iterable<(typeof all)[number]>) =>
  [...ids].filter((id) => resourceOf(id) === resource)

it.each(observableResources)('%s selects the requirements of its group in the report', (resource) => {
  const counted = countedUnder(resource, all)
  expect(counted.length).toBeGreaterThan(0)
  expect([...selectedRequirements({ only: [resource], disabled: [] })]).toEqual(counted)
})

it('disables the requirements of a resource', () => {
  const left = selectedRequirements({ disabled: ['customers', 'partial-payments'] })
  expect(countedUnder('customers', left)).toEqual([])
  expect(left.size).toBe(
    all.length - countedUnder('customers', all).length - countedUnder('partial-payments', all).length,
  )
})

it('runs a property that is named by its title, whichever requirements it checks', () => {
  const only = ['stores.response-shape']
  const selected = selectedRequirements({ only, disabled: [] })
  const named = (property: string) =>
    selectedProperties(allProperties, { only, property, disabled: [] }, selected).map(({ title }) => title)
  const other = allProperties.find(({ checks: [id] }) => id === 'payouts.payees-accepted')?.title ?? ''
  expect(named(other)).toEqual([other])
  expect(() => named(other.slice(0, -1))).toThrow(`There is no property "${other.slice(0, -1)}".`)
})

it('rejects an unknown name and lists the resources', () => {
  const unknown = () => selectedRequirements({ only: ['paymets'], disabled: [] })
  expect(unknown).toThrow(UsageError)
  for (const word of ['Did you mean payouts?', 'qr-transactions', 'partial-payments', 'customers', 'service'])
    expect(unknown).toThrow(word)
})
