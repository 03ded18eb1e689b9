// Durations as flags have them: `90m`, `3h`, or a number of seconds.

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** The seconds of a duration such as `90m` or `90`; undefined for any other text. */
export function secondsIn(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? []
  const seconds = unit === undefined ? undefined : secondsOf[unit || 's']
  return seconds === undefined ? undefined : Number(count) * seconds
}

/** Seconds as a duration in the largest unit that fits: `3h`. */
export function durationText(seconds: number): string {
  if (seconds === 0) return '0s'
  const [unit, size] = Object.entries(secondsOf).findLast(([, size]) => seconds % size === 0) ?? ['s', 1]
  return `${seconds / size}${unit}`
}
