// What the contract does not show is not in the document as fact, each unspecified behavior is named where it belongs, and each
// condition is seen to fail on a copy of the document that states the matter.

import { describe, expect, it } from 'vitest'
import { buildDocument } from '../openapi.ts'
import { type UnspecifiedId, unspecifiedBehaviors } from '../unspecified.ts'
import { openness } from './openness.ts'
import { nodeAt } from './places.ts'

const document = buildDocument()

describe.each(Object.entries(openness))('%s', (id, kept) => {
  it('is left open, and would be noticed if it were not', () => {
    expect(kept.length).toBeGreaterThan(0)
    for (const { findings, breach } of kept) {
      expect(findings(document)).toEqual([])
      const breached = structuredClone(document)
      breach(breached)
      expect(findings(breached)).not.toEqual([])
    }
  })

  it('is named at each place that it concerns', () => {
    const { places } = unspecifiedBehaviors[id as UnspecifiedId]
    expect(places.length).toBeGreaterThan(0)
    for (const place of places) expect(nodeAt(document, place)['x-unspecified']).toContain(id)
  })
})
