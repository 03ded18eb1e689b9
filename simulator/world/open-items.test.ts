// Every stand-in of every open item does what it promises: chosen alone in a new world, it shows as the table says, and no
// two stand-ins of an item show the same.

import { describe, expect, it } from 'vitest'
import { openItemIds, openItems } from '../../spec/open-items.ts'
import type { OpenItem } from '../../spec/statements.ts'
import { TestClient } from '../testing/client.ts'
import type { Observation } from '../testing/observations/observation.ts'
import { observations } from '../testing/observations.ts'

describe.each(openItemIds)('%s', (id) => {
  const { standIns, soleBecause }: OpenItem = openItems[id]
  const { observe, shows }: Observation = observations[id]
  const names = Object.keys(standIns)

  it.each(names)('%s', async (name) => {
    const client = new TestClient({ standIns: { [id]: name } })
    expect(await observe(client)).toEqual(shows[name])
  })

  it('begins with its first stand-in', () => {
    const [first] = names
    expect(new TestClient().world.standIns.name(id)).toBe(first)
  })

  it('shows each of its stand-ins differently, or says why it has only one', () => {
    const seen = names.map((name) => JSON.stringify([shows[name]]))
    expect(new Set(seen).size).toBe(names.length)
    expect(names.length === 1).toBe(soleBecause !== undefined)
  })
})
