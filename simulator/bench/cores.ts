// Servers run on the first core and their client on the second one, so that they do not take time from each other.

import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const hasCores =
  availableParallelism() > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

/** Keeps this process off the core of the servers. */
export function useClientCore(): void {
  if (hasCores) spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', `${process.pid}`])
}

/** The command that runs Node on the core of the servers. */
export const [serverCommand, ...serverArguments]: readonly [string, ...string[]] = hasCores
  ? ['taskset', '--cpu-list', '0', process.execPath]
  : [process.execPath]
