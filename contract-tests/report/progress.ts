// Tells how far a long run is: now and then at a terminal, seldom where a program reads along.

interface Out {
  isTTY?: boolean
  write(text: string): unknown
}

const everyMs = { terminal: 2000, log: 15_000 } as const

/** Hears of each property when it begins, and writes a line when one is due. */
export function progressOf(out: Out, now: () => number = () => performance.now()) {
  const every = out.isTTY === true ? everyMs.terminal : everyMs.log
  let told = now()
  return (done: number, all: number, { resource, title }: { resource: string; title: string }): void => {
    if (now() - told < every) return
    told = now()
    out.write(`  ${done} of ${all} properties; now ${resource}: ${title}\n`)
  }
}
