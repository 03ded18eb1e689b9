// Random choices from a seed.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Draws choices. The same seed draws the same ones. */
export class Random {
  private readonly generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number) {
    this.generator = xoroshiro128plus(seed)
  }

  /** An integer from `min` to `max`. */
  integer(min: number, max: number): number {
    return uniformInt(this.generator, min, max)
  }

  /** True with that probability. */
  chance(probability: number): boolean {
    return this.integer(0, 999_999) < probability * 1_000_000
  }

  /** An element of a list; undefined of an empty one. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : items[this.integer(0, items.length - 1)]
  }

  /** One of these values. */
  of<Item>(first: Item, ...others: readonly Item[]): Item {
    return this.pick([first, ...others]) ?? first
  }

  /** An element of a list, in proportion to integer weights; undefined if there is no weight. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item | undefined {
    const weights = items.map(weightOf)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    if (total === 0) return undefined
    let rest = this.integer(1, total)
    return items.find((_, at) => {
      rest -= weights[at] ?? 0
      return rest <= 0
    })
  }
}
