// Keeps the sandboxes of a simulator in a store, and continues them from there.

import { errorMessage, UnavailableError } from '../../core/errors.ts'
import { defaultName } from '../../spec/control/values.ts'
import type { Entry } from '../sandbox/entry.ts'
import { Replay } from '../sandbox/replay.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type SandboxSource, UnusableError } from '../sandbox/sandboxes.ts'
import { turn } from '../sandbox/turns.ts'
import type { Simulator } from '../simulator.ts'
import { formatInstant } from '../time/instants.ts'
import { DamagedJournalError, type JournalStore, type KeptJournal as StoredJournal } from './journal-store.ts'
import { KeptJournal, unavailable } from './kept-journal.ts'

/** Keeps all sandboxes of a simulator from now on, those that the store has included. Called before the first request. */
export function keepSandboxes(
  simulator: Simulator,
  store: JournalStore,
  report: (line: string) => void,
): void {
  const kept = new KeptSandboxes(simulator, store, report)
  simulator.sandboxes.useSource(kept)
  simulator.onClose(() => kept.close())
}

const connectionLost = 'This process lost the connection to its database.'

class KeptSandboxes implements SandboxSource {
  private readonly simulator: Simulator
  private readonly store: JournalStore
  private readonly report: (line: string) => void
  private readonly journals = new Map<string, KeptJournal>()
  /** The number of times that the store lost all journals. */
  private losses = 0
  private readonly unusable = new Map<string, UnusableError>()

  constructor(simulator: Simulator, store: JournalStore, report: (line: string) => void) {
    this.simulator = simulator
    this.store = store
    this.report = report
    store.watch({
      lost: () => {
        this.losses += 1
        for (const [name, journal] of this.journals) journal.fail(unavailable(name, connectionLost))
      },
      wanted: (name) => void this.handOver(name),
    })
  }

  get isReady(): boolean {
    return this.store.isReady
  }

  async names(): Promise<{ name: string; damage?: string | undefined }[]> {
    const names = await this.store.names()
    return names.map(({ name, damage }) => ({ name, damage: damage ?? this.unusable.get(name)?.detail }))
  }

  async open(name: string, publicUrl: string): Promise<Sandbox | undefined> {
    const known = this.unusable.get(name)
    if (known !== undefined) throw known
    try {
      const { losses } = this
      const stored = await this.store.open(name)
      if (stored === undefined) return undefined
      const sandbox = await this.continued(name, publicUrl, stored)
      if (this.losses === losses) return sandbox
      await this.released(name)
      throw unavailable(name, connectionLost)
    } catch (error) {
      if (error instanceof UnavailableError && !(error instanceof DamagedJournalError)) throw error
      const unusable = unusableError(name, error)
      this.unusable.set(name, unusable)
      this.report(`paytwin: ${unusable.message}`)
      throw unusable
    }
  }

  /** A sandbox in the state in which its last entry left it. */
  private async continued(
    name: string,
    publicUrl: string,
    { first, entries: texts }: StoredJournal,
  ): Promise<Sandbox> {
    const entries = texts.map((text): Entry => JSON.parse(text))
    const begin = entries.findLastIndex(({ kind }) => kind === 'start')
    const start = entries[begin]
    if (start?.kind !== 'start') throw new Error('Its journal has no start.')
    const sandbox = this.simulator.sandboxes.restored(name, start.snapshot, start.publicUrl)
    for (const [index, entry] of entries.slice(0, begin + 1).entries())
      sandbox.journal.continue(entry, first + index)
    const replay = new Replay(sandbox, this.simulator.api.serveAgain)
    await replay.run(first + begin + 1, entries.slice(begin + 1))
    const journal = this.follow(sandbox)
    const lengths = texts.map(({ length }) => length)
    journal.resume(
      lengths[begin] ?? 0,
      lengths.slice(begin + 1).reduce((sum, length) => sum + length, 0),
    )
    replay.end()
    this.reportContinued(sandbox, replay.changedReports)
    if (start.publicUrl !== publicUrl) {
      // Links in responses have the URL, so it changes only after everything has happened again.
      while (sandbox.busy) await turn()
      sandbox.setPublicUrl(publicUrl)
      journal.begin()
    }
    return sandbox
  }

  private reportContinued({ name, advancing, advanceTarget: to }: Sandbox, changedReports: number): void {
    const target = to === undefined ? '' : ` to ${formatInstant(to)}`
    if (advancing) this.report(`The sandbox ${name} continues an advance${target}, which did not end before.`)
    if (changedReports > 0)
      this.report(
        `The sandbox ${name} continues, although ${changedReports} responses of the control API differ from those sent. Another version may have sent them.`,
      )
  }

  private follow(sandbox: Sandbox): KeptJournal {
    const journal = new KeptJournal(sandbox, this.store, (failed) => {
      this.simulator.sandboxes.forget(failed.sandbox)
      if (this.journals.get(sandbox.name) === failed) this.journals.delete(sandbox.name)
    })
    this.journals.set(sandbox.name, journal)
    return journal
  }

  async created(sandbox: Sandbox): Promise<void> {
    const { name } = sandbox
    // Requests that the one before still processes must not be added to the new journal.
    const ending = this.journals.get(name)?.end('It was replaced.')
    this.unusable.delete(name)
    this.follow(sandbox).begin()
    await ending
    await sandbox.journal.kept()
  }

  async released(name: string): Promise<void> {
    await this.journals.get(name)?.end('It left the memory of this process.')
    this.journals.delete(name)
    // A store without a connection has nothing to leave.
    await this.store.release(name).catch(() => undefined)
  }

  async deleted(name: string): Promise<void> {
    await this.journals.get(name)?.end('It was deleted.')
    this.journals.delete(name)
    this.unusable.delete(name)
    await this.store.remove(name)
  }

  /** Leaves a sandbox to the process that wants it, unless it is in use. The other process asks again. */
  private async handOver(name: string): Promise<void> {
    if (this.journals.get(name)?.isIdle !== false) await this.simulator.sandboxes.release(name)
  }

  async close(): Promise<void> {
    await Promise.all([...this.journals.values()].map((journal) => journal.end('The process ends.')))
    await this.store.close()
  }
}

function unusableError(name: string, error: unknown): UnusableError {
  const isDamaged = error instanceof DamagedJournalError
  const replacing =
    name === defaultName
      ? 'start it again with paytwin reset (POST /control/reset)'
      : `replace or delete it with PUT or DELETE /sandboxes/${name}`
  return new UnusableError(
    `The sandbox ${name} cannot be continued.`,
    isDamaged ? error.detail : errorMessage(error).slice(0, 500),
    isDamaged
      ? `Use a copy of the data from before, or ${replacing}.`
      : `Start the version that kept it, export it there with paytwin export, and import that; or ${replacing}.`,
  )
}
