// Virtual time, and the order in which things happen: one event at a time, and everything that follows from it before the next one.

import { setImmediate as nextTurn } from 'node:timers/promises'

interface Event {
  at: number
  /** Of two at the same time, the first one that was added happens first. */
  order: number
  act: () => void
}

export class Scheduler {
  /** Milliseconds since the start. */
  now = 0
  private readonly events: Event[] = []
  private added = 0

  after(ms: number, act: () => void): void {
    const event = { at: this.now + Math.max(0, ms), order: this.added, act }
    this.added += 1
    let [low, high] = [0, this.events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.events[middle]
      // The next event is the last one of the list.
      if (other !== undefined && other.at > event.at) low = middle + 1
      else high = middle
    }
    this.events.splice(low, 0, event)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Lets the next event happen. Returns false when there is none. */
  async step(): Promise<boolean> {
    const event = this.events.pop()
    if (event === undefined) return false
    this.now = Math.max(this.now, event.at)
    event.act()
    await quiet()
    return true
  }
}

/** Resolves when nothing more follows: replays take many turns of the event loop. */
export async function quiet(): Promise<void> {
  do await nextTurn()
  while (process.getActiveResourcesInfo().includes('Immediate'))
}
