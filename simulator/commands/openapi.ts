// The command `openapi`: prints the document of the contract, which drives the simulator.

import type { Command } from 'commander'
import { written } from './world.ts'

/** Adds `openapi` to the program. */
export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the service')
    .action(async () => {
      const { readDocument } = await import('../service/compiled-document.ts')
      await written(`${JSON.stringify(readDocument(), null, 2)}\n`)
    })
}
