// Preloaded into every server that is measured, ours and others: reports to the parent process what the server has used so far, and
// ends with the parent.

/** The resources that a process has used since its start. */
export interface Usage {
  /** Microseconds of processor time of all threads. */
  cpu: number
  /** Resident bytes. */
  memory: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpu: user + system, memory: process.memoryUsage.rss() }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit())
