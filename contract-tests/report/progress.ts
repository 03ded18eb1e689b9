// The progress of a run: a line every two seconds at a terminal, and every 15 seconds in a log.

import { nameOf } from '../steps/property.ts'

interface Out {
  isTTY?: boolean
  write(text: string): unknown
}

const everyMs = { terminal: 2000, log: 15_000 } as const

/** Returns a function to call before each property. It writes a line if one is due. */
export function progressOf(out: Out, now: () => number = () => performance.now()) {
  const every = out.isTTY === true ? everyMs.terminal : everyMs.log
  let printedAt = now()
  return (done: number, all: number, property: Parameters<typeof nameOf>[0]): void => {
    if (now() - printedAt < every) return
    printedAt = now()
    out.write(`  ${done} of ${all} properties; now ${nameOf(property)}\n`)
  }
}
