// The duration of a run, from the number of its requests and from how fast the target responded to the preflight.

/** One line: the planned requests and their duration, and what happens if that is more than the maximum. */
export function estimateText(planned: number, eachMs: number, maxSeconds: number | undefined): string {
  const seconds = Math.ceil((planned * eachMs) / 1000)
  const estimate = `About ${planned} requests in about ${seconds} s (${Math.round(eachMs)} ms for each).`
  return maxSeconds === undefined || seconds <= maxSeconds
    ? estimate
    : `${estimate} --max-duration ends the run after ${maxSeconds} s; the most important requirements are checked first.`
}
