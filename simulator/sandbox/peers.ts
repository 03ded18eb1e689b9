// The other processes that have sandboxes of the same simulator, as this one sees them.

/** A sandbox as the control API lists it. */
export interface SandboxEntry {
  name: string
  baseUrl: string
  controlUrl: string
  /** Null when another process has the sandbox, and only its name is known here. */
  now: string | null
}

export interface Peers {
  /** Whether this process has the sandbox of that name. */
  isOwn: (name: string) => boolean
  /** How many named sandboxes the others have. */
  elsewhere: number
  /** Reports to the others how many named sandboxes this process has. */
  report: (count: number) => void
  /** The sandboxes of the others. */
  list: () => Promise<SandboxEntry[]>
  /** Creates a sandbox of another process with a snapshot. */
  put: (name: string, snapshot: object) => Promise<SandboxEntry>
}
