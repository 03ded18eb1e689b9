// The command `world`: prints the default world, which users can edit.

import type { Command } from 'commander'

/** Adds `world` to the program. */
export function addWorld(program: Command): void {
  program
    .command('world')
    .description('print the default world as JSON; edit it and serve it with --world')
    .action(async () => {
      const { defaultWorld } = await import('../world/default-world.ts')
      process.stdout.write(`${JSON.stringify(defaultWorld, null, 2)}\n`)
    })
}
