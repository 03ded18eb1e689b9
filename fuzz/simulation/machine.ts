// A process of the simulation: it can be paused and killed, and everything from outside of it arrives through it.

import type { Outside } from '../../simulator/durability/outside.ts'
import type { SeededRandom } from '../../simulator/world/random.ts'
import type { Scheduler } from './scheduler.ts'

export class Machine implements Outside {
  readonly name: string
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  isDead = false
  private paused: (() => void)[] | undefined
  private readonly ends: (() => void)[] = []

  constructor(name: string, scheduler: Scheduler, random: SeededRandom) {
    this.name = name
    this.scheduler = scheduler
    this.random = random
  }

  get isPaused(): boolean {
    return this.paused !== undefined
  }

  now = () => this.scheduler.now

  sleep = (ms: number) => new Promise<void>((resolve) => this.after(ms, resolve))

  /** Acts in the process: later if it is paused, and never if it is dead. */
  enter(act: () => void): void {
    if (this.isDead) return
    if (this.paused === undefined) act()
    else this.paused.push(act)
  }

  after(ms: number, act: () => void): void {
    this.scheduler.after(ms, () => this.enter(act))
  }

  /** The system acts for the process, after some milliseconds, and the process gets the outcome some milliseconds later. */
  call<T>(before: number, after: number, act: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.scheduler.after(before, () => {
        // Not in the process: what it has asked for happens even if the process ends.
        void (async () => act())().then(
          (value) => this.after(after, () => resolve(value)),
          (error: unknown) => this.after(after, () => reject(error)),
        )
      })
    })
  }

  pause(ms: number): void {
    if (this.isPaused || this.isDead) return
    this.paused = []
    this.scheduler.after(ms, () => this.resume())
  }

  resume(): void {
    const acts = this.paused ?? []
    this.paused = undefined
    // Each of them is an event, as they are in a process.
    for (const act of acts) this.after(0, act)
  }

  /** Calls the function when the process ends. */
  onEnd(end: () => void): void {
    this.ends.push(end)
  }

  kill(): void {
    if (this.isDead) return
    this.isDead = true
    for (const end of this.ends) end()
  }
}
