// Turns of other tasks of the process, for work that takes long.

const waiting: (() => void)[] = []

/** Lets other tasks of the process have a turn. Of all who wait, one continues at a time, so that no request waits for many of them. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(continueOne)
  })
}

function continueOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueOne)
}
