// The figures that benchmarks return, each with its budget.

/** One measured figure. */
export interface Figure {
  /** What was measured. */
  name: string
  value: number
  /** "s", "ms", "bytes", or "of" what it is a share of. */
  unit: string
  budget: { atLeast: number } | { atMost: number }
  /** The numbers behind it. */
  detail: string
}

export function met({ value, budget }: Figure): boolean {
  return 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost
}

/** The median; of an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** A number with three significant digits and thousands separators. */
export function shown(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
