// The figures that benchmarks return, each with its bound, and the measurements that they are ratios of.

/** One measured figure. */
export interface Figure {
  name: string
  /** Null when it could not be measured. */
  value: number | null
  /** "bytes", or "of" what it is a share of. */
  unit: string
  /** Absent where a figure is for comparison only. */
  bound?: { atLeast: number } | { atMost: number }
  /** The numbers behind it. */
  detail: string
}

export function verdict({ value, bound }: Figure): 'met' | 'missed' | 'not measured' | 'no bound' {
  if (value === null) return 'not measured'
  if (bound === undefined) return 'no bound'
  return ('atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost) ? 'met' : 'missed'
}

/** The bound of a figure, in words. */
export function boundText({ bound }: Figure): string {
  if (bound === undefined) return ''
  return 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`
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

/** Two measurements that take turns, so that a change of the machine's speed affects both. Two rounds warm up. */
export async function inTurns(
  figure: Omit<Figure, 'value' | 'detail'>,
  [ours, other]: readonly [() => Promise<number>, () => Promise<number>],
  what: string,
  rounds = 5,
): Promise<Figure> {
  const measured: { ours: number; other: number }[] = []
  for (let round = -2; round < rounds; round += 1) measured.push({ other: await other(), ours: await ours() })
  const middle = (read: (one: { ours: number; other: number }) => number) =>
    median(measured.slice(2).map(read))
  return {
    ...figure,
    value: middle((one) => one.ours / one.other),
    detail: `${shown(middle((one) => one.ours))} against ${shown(middle((one) => one.other))} ${what}`,
  }
}
