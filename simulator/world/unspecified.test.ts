// Every assumption of every unspecified behavior does what it promises: chosen alone in a new world, it shows as the table says, and no
// two assumptions of an item show the same.

import { describe, expect, it } from 'vitest'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import type { Observation } from '../test-support/observations/observation.ts'
import { observations } from '../test-support/observations.ts'
import { TestClient } from '../test-support/test-client.ts'

describe.each(unspecifiedIds)('%s', (id) => {
  const { options, soleBecause }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const { observe, shows }: Observation = observations[id]
  const names = Object.keys(options)

  it.each(names)('%s', async (name) => {
    const client = new TestClient({ assumptions: { [id]: name } })
    expect(await observe(client)).toEqual(shows[name])
  })

  it('begins with its first assumption', () => {
    const [first] = names
    expect(new TestClient().world.assumptions.name(id)).toBe(first)
  })

  it('shows each of its assumptions differently, or says why it has only one', () => {
    const seen = names.map((name) => JSON.stringify([shows[name]]))
    expect(new Set(seen).size).toBe(names.length)
    expect(names.length === 1).toBe(soleBecause !== undefined)
  })
})
