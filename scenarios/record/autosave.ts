// Saves a recording as it goes: one save at a time, and only a share of the time, however long the recording becomes.

import { setTimeout } from 'node:timers/promises'

/** The time between two saves is this many times as long as the one before. */
const pausePerSave = 4
const minPauseMs = 20
const pauseAfterFailureMs = 1000

export class Autosave {
  private readonly save: () => Promise<void>
  private readonly warn: (error: unknown) => void
  private readonly ended = new AbortController()
  private changes = 0
  private saved = 0
  private running: Promise<void> | undefined
  private warned = false

  /** `save` saves the current state. `warn` is called with the error of the first save that fails; later saves go on. */
  constructor(save: () => Promise<void>, warn: (error: unknown) => void) {
    this.save = save
    this.warn = warn
  }

  /** Saves soon. */
  changed(): void {
    this.changes += 1
    this.running ??= this.run()
  }

  /** Starts no further save, and waits for the one in progress. */
  async end(): Promise<void> {
    this.ended.abort()
    await this.running
  }

  private async run(): Promise<void> {
    while (this.saved < this.changes && !this.ended.signal.aborted) {
      const changes = this.changes
      const began = performance.now()
      const isSaved = await this.save().then(
        () => true,
        (error: unknown) => this.failed(error),
      )
      if (isSaved) this.saved = changes
      const pauseMs = Math.max(minPauseMs, pausePerSave * (performance.now() - began))
      await setTimeout(isSaved ? pauseMs : Math.max(pauseMs, pauseAfterFailureMs), undefined, {
        signal: this.ended.signal,
      }).catch(() => undefined)
    }
    this.running = undefined
  }

  private failed(error: unknown): false {
    if (!this.warned) this.warn(error)
    this.warned = true
    return false
  }
}
