// The figures that benchmarks return, each with its bound.

/** One measured figure. */
export interface Figure {
  name: string
  /** Null when it could not be measured. */
  value: number | null
  /** "s", "ms", "bytes", or "of" what it is a share of. */
  unit: string
  /** Absent where a figure only explains another one. */
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

/** Results of two programs with the same load. */
interface Compared {
  ratio: number
  ours: number
  other: number
}

/** Two measurements that take turns, so that a change of the machine's speed affects both: the medians of the rounds. */
export async function inTurns(
  rounds: number,
  other: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Compared> {
  const pairs: { ours: number; other: number }[] = []
  for (let round = 0; round < rounds; round += 1) pairs.push({ other: await other(), ours: await ours() })
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.other)),
    ours: median(pairs.map((pair) => pair.ours)),
    other: median(pairs.map((pair) => pair.other)),
  }
}
