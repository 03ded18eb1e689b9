// The command `world`: prints the default world, which users can edit.

import type { Command } from 'commander'
import { UsageError } from '../../core/errors.ts'

/** Adds `world` to the program. */
export function addWorld(program: Command): void {
  program
    .command('world')
    .description('print the default world as JSON; edit it and serve it with --world')
    .action(async () => {
      const { defaultWorld } = await import('../world/default-world.ts')
      await written(`${JSON.stringify(defaultWorld, null, 2)}\n`)
    })
}

/** Writes a document to standard output. Throws a UsageError if a part is lost, unless the reader has closed the pipe. */
export function written(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error === null || error === undefined || error.code === 'EPIPE') resolve()
      else
        reject(
          new UsageError(
            'The output is not complete.',
            `${error.message}.`,
            'Write to a disk with free space.',
          ),
        )
    })
  })
}
