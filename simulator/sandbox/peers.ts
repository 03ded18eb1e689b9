// The other processes that have sandboxes of the same simulator, as this one sees them.

import { defaultName } from '../../spec/control/values.ts'

/** A sandbox as the control API lists it. */
export interface SandboxEntry {
  name: string
  baseUrl: string
  controlUrl: string
  /** Null when another process has the sandbox, and only its name is known here. */
  now: string | null
  /** Why it cannot be continued; absent if nothing is known to be wrong. */
  damage?: string | undefined
}

export interface Peers {
  /** True if this process has the sandbox of that name. */
  isOwn: (name: string) => boolean
  /** Named sandboxes of the others. */
  elsewhere: number
  /** Reports to the others how many named sandboxes this process has. */
  report: (count: number) => void
  /** The sandboxes of the others. */
  list: () => Promise<SandboxEntry[]>
  /** Creates a sandbox of another process with a snapshot. */
  put: (name: string, snapshot: object) => Promise<SandboxEntry>
}

/** One entry of each sandbox, the last one, in the order of names; the default one first. */
export function merged(entries: readonly SandboxEntry[]): SandboxEntry[] {
  const isDefault = ({ name }: SandboxEntry) => name === defaultName
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()].sort(
    (a, b) => Number(isDefault(b)) - Number(isDefault(a)) || (a.name < b.name ? -1 : 1),
  )
}

/** The entry of a sandbox of which only the name is known here, and what is wrong with it. */
export function storedEntry(stored: Pick<SandboxEntry, 'name' | 'damage'>, publicUrl: string): SandboxEntry {
  return { ...stored, baseUrl: `${publicUrl}/api`, controlUrl: `${publicUrl}/control`, now: null }
}
