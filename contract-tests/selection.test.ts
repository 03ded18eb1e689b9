// What an operator names, and which requirements that is: the words of the report's table among them.

import { expect, it } from 'vitest'
import { Misuse } from './misuse.ts'
import { allProperties } from './properties.ts'
import { nouns } from './property.ts'
import { nounOf, wantedIds } from './selection.ts'

const all = [...wantedIds({ disabled: [] }, allProperties)]
const countedUnder = (noun: string, ids: Iterable<(typeof all)[number]>) =>
  [...ids].filter((id) => nounOf(id, allProperties) === noun)

it.each(nouns)('%s names as many requirements as the table counts under it', (noun) => {
  const counted = countedUnder(noun, all)
  expect(counted.length).toBeGreaterThan(0)
  expect(countedUnder(noun, wantedIds({ only: [noun], disabled: [] }, allProperties))).toEqual(counted)
})

it('the beginning of ids still names those that begin so', () => {
  const closing = [...wantedIds({ only: ['closing'], disabled: [] }, allProperties)]
  expect(closing.length).toBeGreaterThan(10)
  expect(closing.every((id) => id.startsWith('closing.'))).toBe(true)
})

it('what is disabled is named in the same words', () => {
  const left = wantedIds({ disabled: ['people', 'closing'] }, allProperties)
  expect(countedUnder('people', left)).toEqual([])
  expect(left.size).toBe(
    all.length - countedUnder('people', all).length - countedUnder('partial-payments', all).length,
  )
})

it('an unknown word is answered with those that there are', () => {
  const unknown = () => wantedIds({ only: ['webhook'], disabled: [] }, allProperties)
  expect(unknown).toThrow(Misuse)
  for (const word of ['qr-transactions', 'partial-payments', 'people', 'closing', 'qr,'])
    expect(unknown).toThrow(word)
})
