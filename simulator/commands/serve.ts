// The command `serve`. It is loaded at every start, so modules that take time to load are imported when it runs.

import type { Command } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import type { ScenarioWriter } from '../control/handler-types.ts'
import { nodeSettings } from '../durability/node-settings.ts'
import { optionRules, wholeNumbers } from '../options/simulator-options.ts'
import type { WorkerRole } from '../workers/worker.ts'
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
  workers: number
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
    .option(
      '--workers <number>',
      'processes that share the sandboxes, behind one port',
      numberFlag('workers', wholeNumbers(1, 64, 4)),
      1,
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
async function serve(flags: ServeFlags, writeScenario: ScenarioWriter | undefined): Promise<void> {
  const { host, port, addressFile, data, log, quiet: _, workers, ...others } = flags
  if (workers === 1) return serveAlone(flags, writeScenario)
  const { isWorker, reportFailure } = await import('../workers/worker.ts')
  if (isWorker()) return serveAsWorker(flags, writeScenario).catch(reportFailure)
  const options = await simulatorOptions(others)
  const token = process.env.PAYTWIN_CONTROL_TOKEN || undefined
  const { serveWithWorkers } = await import('./serve-workers.ts')
  await serveWithWorkers({
    ...{ host, port, addressFile, data, log, workers, token, options },
    signaled: signaled(),
  })
}

/** Before anything says that it is ready: a reader may signal at once. */
function signaled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

async function serveAlone(flags: ServeFlags, writeScenario: ScenarioWriter | undefined): Promise<void> {
  const { greeting, address, shutDown } = await start(flags, writeScenario)
  const ending = signaled()
  await withAddressFile(flags.addressFile, address, async () => {
    process.stdout.write(flags.log === 'json' ? `${jsonLine({ event: 'ready', ...address })}\n` : greeting())
    await ending
    await shutDown()
  })
}

async function serveAsWorker(flags: ServeFlags, writeScenario: ScenarioWriter | undefined): Promise<void> {
  const { workerRole } = await import('../workers/worker.ts')
  const role = await workerRole()
  const { greeting, address, shutDown } = await start(flags, writeScenario, role)
  role.send({ ready: role.hasDefault ? { greeting: greeting(), address } : true })
  await role.shutDown
  await shutDown()
}

/** Starts a simulator, which is that of a worker or the only one. */
async function start(
  { host, port, data, log, quiet, addressFile: _, workers, ...flags }: ServeFlags,
  writeScenario: ScenarioWriter | undefined,
  role?: WorkerRole,
): Promise<{ greeting: () => string; address: Address; shutDown: () => Promise<void> }> {
  const options = await simulatorOptions(flags)
  const [{ Simulator }, { listen }, { greeting, tokenVariable }] = await Promise.all([
    import('../simulator.ts'),
    import('../http/listening.ts'),
    import('./greeting.ts'),
  ])
  const chosenToken = process.env.PAYTWIN_CONTROL_TOKEN || undefined
  const { simulator, url, controlToken, shutDown } = await listen(
    {
      host,
      port,
      controlToken: chosenToken,
      log: quiet === true ? undefined : printerOf(log, process.stdout),
      worker: role?.listening,
    },
    async (url) => {
      const publicUrl = options.publicUrl ?? url
      const own = role?.ownOptions(options, data !== undefined) ?? options
      const simulator = new Simulator({ ...own, publicUrl }, undefined, writeScenario)
      if (data === undefined) await role?.join(simulator.sandboxes)
      else {
        // Links contain the URL, which is known only now.
        const store = await openStore(data, role?.data, nodeSettings(simulator.defaultSandbox.options))
        await simulator.keepIn(store, (line) => console.error(singleLine(line)), role?.isOwn)
      }
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
  const extensions = options.extend?.map(({ name }) => name)
  const shown = {
    clock,
    control,
    randomAssumptions,
    assumptions: flags.assumptions,
    extensions,
    kept: data !== undefined,
  }
  const shownToken = controlToken !== undefined && chosenToken !== undefined ? tokenVariable : controlToken
  return {
    greeting: () =>
      greeting(simulator.defaultSandbox, { ...shown, url, publicUrl, controlToken: shownToken }),
    address,
    shutDown: async () => {
      await shutDown()
      await simulator.close()
    },
  }
}
