// The command `serve`. It is loaded at every start, so modules that take time to load are imported when it runs.

import type { Command } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import type { ScenarioWriter } from '../control/handler-types.ts'
import { optionRules, wholeNumbers } from '../options/simulator-options.ts'
import { type Address, withAddressFile } from './address-file.ts'
import { numberFlag, textFlag } from './flags.ts'
import { jsonLine, type LogForm, logFlag, printerOf } from './log-lines.ts'
import { openStore } from './open-store.ts'
import { addSimulatorFlags, type SimulatorFlags, simulatorOptions } from './simulator-flags.ts'

/** The flags of a simulator, where to listen, and what to print. */
interface ServeFlags extends SimulatorFlags {
  log: LogForm
  quiet?: boolean
  port: number
  host: string
  addressFile?: string
  data?: string
}

/** Adds `serve` to the program. `writeScenario` lets the dashboard save scenarios. */
export function addServe(program: Command, writeScenario?: ScenarioWriter): void {
  const command = program
    .command('serve')
    .description('serve the simulator on this machine (default command)')
    .option(
      '--port <number>',
      'the port to listen on; 0 takes any free port',
      numberFlag('port', wholeNumbers(0, 65535)),
      4020,
    )
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option(
      '--public-url <url>',
      'where others reach the simulator; links in responses start with it',
      textFlag('publicUrl'),
    )
    .option('--address-file <file>', 'write the addresses as JSON when ready, and remove the file at the end')
    .option(
      '--data <place>',
      'keep all sandboxes across restarts and crashes, in a directory or in a database (postgres://...)',
    )
  addSimulatorFlags(command)
    .option('--no-control', 'serve without the control API')
    .option(
      '--max-sandboxes <number>',
      'the maximum number of named sandboxes; 256 by default',
      numberFlag('maxSandboxes', optionRules.maxSandboxes),
    )
    .addOption(logFlag('the form of the lines for requests and deliveries').default('text'))
    .option('--quiet', 'print no line for requests and deliveries')
    .action((flags: ServeFlags) => serve(flags, writeScenario))
}

/** Serves until the process is signaled to end. */
async function serve(
  { host, port, addressFile, data, log, quiet, ...flags }: ServeFlags,
  writeScenario: ScenarioWriter | undefined,
): Promise<void> {
  const options = await simulatorOptions(flags)
  const [{ Simulator }, { listen }, { greeting, tokenVariable }] = await Promise.all([
    import('../simulator.ts'),
    import('../http/listening.ts'),
    import('./greeting.ts'),
  ])
  const store = data === undefined ? undefined : await openStore(data)
  const chosenToken = process.env.PAYTWIN_CONTROL_TOKEN || undefined
  const { simulator, url, controlToken, shutDown } = await listen(
    {
      host,
      port,
      controlToken: chosenToken,
      log: quiet === true ? undefined : printerOf(log, process.stdout),
    },
    async (url) => {
      const publicUrl = options.publicUrl ?? url
      const simulator = new Simulator({ ...options, publicUrl }, undefined, writeScenario)
      if (store !== undefined) await simulator.keepIn(store, (line) => console.error(singleLine(line)))
      return simulator
    },
  )
  const { publicUrl } = simulator
  const { clock = 'manual', control = true, randomAssumptions } = options
  // A token that the user chose is not printed.
  const printedToken = chosenToken === undefined ? controlToken : undefined
  const address: Address = {
    url,
    publicUrl,
    baseUrl: `${publicUrl}/api`,
    ...(control ? { controlUrl: `${publicUrl}/control` } : {}),
    ...(printedToken === undefined ? {} : { controlToken: printedToken }),
  }
  // Before anything says that it is ready: a reader may signal at once.
  const signaled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await withAddressFile(addressFile, address, async () => {
    const extensions = options.extend?.map(({ name }) => name)
    const shown = { clock, control, randomAssumptions, assumptions: flags.assumptions, extensions }
    const shownToken = controlToken !== undefined && chosenToken !== undefined ? tokenVariable : controlToken
    process.stdout.write(
      log === 'json'
        ? `${jsonLine({ event: 'ready', ...address })}\n`
        : greeting(simulator.defaultSandbox, { ...shown, url, publicUrl, controlToken: shownToken }),
    )
    await signaled
    await shutDown()
    await simulator.close()
  })
}
