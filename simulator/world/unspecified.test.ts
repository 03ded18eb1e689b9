// Every option of every unspecified behavior has its documented effect, and no two options of a behavior have the same.

import { describe, expect, it } from 'vitest'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { TestClient } from '../testing/client.ts'
import type { Observation } from '../testing/observations/observation.ts'
import { observations } from '../testing/observations.ts'

describe.each(unspecifiedIds)('%s', (id) => {
  const { options, soleBecause }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const { observe, shows }: Observation = observations[id]
  const names = Object.keys(options)

  it.each(names)('%s', async (name) => {
    const client = new TestClient({ assumptions: { [id]: name } })
    expect(await observe(client)).toEqual(shows[name])
  })

  it('has its first option by default', () => {
    const [first] = names
    expect(new TestClient().world.assumptions.name(id)).toBe(first)
  })

  it('has options with different effects, or a reason for having only one', () => {
    const seen = names.map((name) => JSON.stringify([shows[name]]))
    expect(new Set(seen).size).toBe(names.length)
    expect(names.length === 1).toBe(soleBecause !== undefined)
  })
})
