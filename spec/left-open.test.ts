// The document states nothing that the contract leaves open, and names each unspecified behavior at its places. Each
// condition is also violated once on a copy of the document.

import { describe, expect, it } from 'vitest'
import { buildDocument } from './openapi/build-document.ts'
import { nodeAt } from './openapi/places.ts'
import { placesOf, type UnspecifiedBehavior } from './statements.ts'
import { checksOf } from './test-support/left-open.ts'
import { unspecifiedBehaviors } from './unspecified.ts'

const document = buildDocument()

const behaviors = Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors)

describe.each(behaviors.filter(([, { leftOpen }]) => leftOpen !== undefined))('%s', (_, behavior) => {
  it('is left open by the document, and a statement about it is detected', () => {
    const { leftOpen = [] } = behavior
    const checks = leftOpen.flatMap((condition) => checksOf(condition, placesOf(behavior), document))
    expect(checks.length).toBeGreaterThan(0)
    for (const { findings, violate } of checks) {
      expect(findings(document)).toEqual([])
      const violating = structuredClone(document)
      violate(violating)
      expect(findings(violating)).not.toEqual([])
    }
  })
})

it.each(behaviors)('%s is named at each place that it concerns', (id, behavior) => {
  for (const place of placesOf(behavior)) expect(nodeAt(document, place)['x-unspecified']).toContain(id)
})
