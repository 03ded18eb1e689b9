// The command `openapi`: prints the document of the contract, or the document as served.

import type { Command } from 'commander'
import { UsageError } from '../../core/errors.ts'
import { type SimulatorFlags, simulatorOptions } from './simulator-flags.ts'
import { written } from './world.ts'

interface OpenapiFlags
  extends Pick<SimulatorFlags, 'publicUrl' | 'world' | 'assumptions' | 'randomAssumptions'> {
  asServed?: boolean
}

/** Adds `openapi` to the program. */
export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the service')
    .option('--as-served', 'add what the simulator does under its assumptions')
    .option('--public-url <url>', 'where the simulator is served')
    .option('--world <file>', 'a JSON file with the accounts')
    .option('--assumptions <file>', 'a JSON file with options of unspecified behaviors')
    .option('--random-assumptions <seed>', 'draw an option for every unspecified behavior from this seed')
    .action(async (flags: OpenapiFlags) => {
      await written(`${JSON.stringify(await documentOf(flags), null, 2)}\n`)
    })
}

async function documentOf({ asServed = false, ...flags }: OpenapiFlags): Promise<object> {
  if (!asServed) {
    if (Object.keys(flags).length > 0)
      throw new UsageError(
        'The document of the contract has no settings.',
        `${Object.keys(flags).join(', ')} concern a simulator.`,
        'Add --as-served.',
      )
    const { readDocument } = await import('../service/compiled-document.ts')
    return readDocument()
  }
  const [{ Simulator }, served] = await Promise.all([
    import('../simulator.ts'),
    import('../service/as-served/as-served.ts'),
  ])
  const { document, publicUrl, defaultSandbox } = new Simulator(await simulatorOptions(flags))
  return served.asServed(document, defaultSandbox.world, `${publicUrl}/api`)
}
