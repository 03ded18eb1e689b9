// The verb `world`: prints the world that is served when none is given, so that one's own can begin with it.

import type { Command } from 'commander'

/** Adds `world` to the program. */
export function addWorld(program: Command): void {
  program
    .command('world')
    .description('print the built-in world as JSON, to change it and serve it with --world')
    .action(async () => {
      const { defaultWorld } = await import('../world/default-world.ts')
      process.stdout.write(`${JSON.stringify(defaultWorld, null, 2)}\n`)
    })
}
