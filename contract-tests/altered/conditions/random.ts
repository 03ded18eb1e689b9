// Random choices from a seed.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Picks elements of lists; undefined of an empty one. The same seed picks the same. */
export function pureRandom(seed: number): <Item>(items: readonly Item[]) => Item | undefined {
  const generator = xoroshiro128plus(seed)
  return (items) => (items.length === 0 ? undefined : items[uniformInt(generator, 0, items.length - 1)])
}
