// Common subscription periods. The contract shows their form, but not which ones a service offers.

/** Common periods, from the shortest to the longest. */
export const commonPeriods = [
  ...['1w', '2w', '4w', '1m', '2m', '12w', '3m', '5m', '26w', '6m', '7m', '11m'],
  ...['52w', '1y', '12m', '18m', '104w', '2y', '24m', '3y', '36m', '5y'],
] as const

const daysOfUnit: Readonly<Record<string, number>> = { w: 7, m: 30.4, y: 365 }

/** The approximate days of a period. */
export function daysOf(period: string): number {
  return Number.parseInt(period, 10) * (daysOfUnit[period.slice(-1)] ?? 0)
}

/** This period, and the common ones that are not shorter. */
export function noShorterThan(period: string): string[] {
  const longer = commonPeriods.filter((one) => one !== period && daysOf(one) >= daysOf(period) * 0.99)
  return [period, ...longer]
}
