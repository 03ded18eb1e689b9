// What a benchmark gives back: figures, each with the budget that it is held to.

/** One measured figure. */
export interface Figure {
  /** What was measured, in words. */
  name: string
  value: number
  /** What the value counts: "s", "ms", "bytes", or "of" something that it is a share of. */
  unit: string
  budget: { atLeast: number } | { atMost: number }
  /** The numbers behind it, for people. */
  detail: string
}

export function met({ value, budget }: Figure): boolean {
  return 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost
}

/** The middle of some values; of an even number, the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** A number for people: three digits that count, thousands apart. */
export function shown(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
