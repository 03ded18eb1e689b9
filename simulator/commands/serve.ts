// The command `serve`. It is loaded at every start, so modules that take time to load are imported when it runs.

import type { Command } from 'commander'
import type { ScenarioWriter } from '../control/handler-types.ts'
import { optionRules } from '../options/simulator-options.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { SandboxOptions } from '../sandbox/sandbox-options.ts'
import { type Address, withAddressFile } from '../server/address-file.ts'
import type { Simulator } from '../simulator.ts'
import { flagOf, numberFlag, textFlag } from './flags.ts'
import { jsonLine, logFlag, printerOf } from './log-lines.ts'
import { isDatabase, keepIn, openKept } from './open-data.ts'
import {
  addSimulatorFlags,
  portFlag,
  type ServeFlags,
  type SimulatorFlags,
  simulatorOptions,
  withTwinFiles,
} from './simulator-flags.ts'

interface Started {
  greeting: () => string
  address: Address
  shutDown: () => Promise<void>
}

/** The flags that are options of a simulator. */
const simulatorFlagsOf = (flags: ServeFlags): SimulatorFlags =>
  Object.fromEntries(
    Object.entries(flags).filter(([name]) => name === 'plugin' || Object.hasOwn(optionRules, name)),
  )

/** Adds `serve` to the program. `writeScenario` lets the dashboard save scenarios. */
export function addServe(program: Command, writeScenario?: ScenarioWriter): void {
  const command = program
    .command('serve')
    .description('serve the simulator on this machine (default command)')
    .optionsGroup('Address:')
    .option(...portFlag, 4020)
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option(
      '--public-url <url>',
      'where others reach the simulator; links in responses start with it',
      textFlag('publicUrl'),
    )
    .option('--address-file <file>', 'write the addresses as JSON when ready, and remove the file at the end')
    .optionsGroup('Storage:')
    .option(
      '--data <place>',
      'keep all sandboxes across restarts and crashes, in a directory or in a database (postgres://...)',
    )
    .option(
      '--max-sandboxes <number>',
      'the maximum number of named sandboxes; 256 by default',
      numberFlag('maxSandboxes', optionRules.maxSandboxes),
    )
  addSimulatorFlags(command)
    .optionsGroup('Behavior:')
    .option('--no-control', 'serve without the control API')
    .optionsGroup('Output:')
    .addOption(logFlag('the form of the lines for requests and deliveries').default('text'))
    .option('--quiet', 'print no line for requests and deliveries')
    .action((flags: ServeFlags) => serve(withTwinFiles(flags), writeScenario))
}

/** Serves until the process is signaled to end. */
async function serve(flags: ServeFlags, writeScenario: ScenarioWriter | undefined): Promise<void> {
  const { greeting, address, shutDown } = await start(flags, writeScenario)
  const ending = signaled()
  await withAddressFile(flags.addressFile, address, async () => {
    process.stdout.write(flags.log === 'json' ? `${jsonLine({ event: 'ready', ...address })}\n` : greeting())
    await ending
    await shutDown()
  })
}

/** Before anything says that it is ready: a reader may signal at once. */
function signaled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

/** Starts a simulator. */
async function start(flags: ServeFlags, writeScenario: ScenarioWriter | undefined): Promise<Started> {
  const { host, port, data, log, quiet } = flags
  const options = await simulatorOptions(simulatorFlagsOf(flags))
  const [{ Simulator }, { listen }, { greeting, tokenVariable }] = await Promise.all([
    import('../simulator.ts'),
    import('../server/listening.ts'),
    import('./greeting.ts'),
  ])
  let kept: Kept | undefined
  const chosenToken = process.env.PAYTWIN_CONTROL_TOKEN || undefined
  const { simulator, url, controlToken, shutDown } = await listen(
    {
      host,
      port,
      controlToken: chosenToken,
      log: quiet === true ? undefined : printerOf(log, process.stdout),
    },
    async (url) => {
      // Links contain the URL, which is known only now.
      const publicUrl = options.publicUrl ?? url
      const simulator = new Simulator({ ...options, publicUrl }, { writeScenario })
      if (data !== undefined) kept = await keep(data, simulator, flags)
      return simulator
    },
  )
  const { publicUrl } = simulator
  const { clock = 'manual', control = true } = options
  // A token that the user chose is not printed.
  const printedToken = chosenToken === undefined ? controlToken : undefined
  const address: Address = {
    url,
    publicUrl,
    baseUrl: `${publicUrl}/api`,
    ...(control ? { controlUrl: `${publicUrl}/control` } : {}),
    ...(printedToken === undefined ? {} : { controlToken: printedToken }),
  }
  const { assumptions, randomAssumptions }: SimulatorFlags = kept?.unused.some((flag) =>
    flag.endsWith('assumptions'),
  )
    ? {}
    : flags
  const { plugins } = simulator
  const shown = { clock, control, randomAssumptions, assumptions, plugins, isWhole: kept?.isWhole }
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

interface Kept {
  /** The flags that the default sandbox does not use. */
  unused: string[]
  /** False when the default sandbox cannot be continued. */
  isWhole: boolean
}

/** Keeps the sandboxes of a simulator. Prints the flags that the default sandbox does not use. */
async function keep(data: string, simulator: Simulator, flags: ServeFlags): Promise<Kept> {
  const { options } = simulator.defaultSandbox
  await keepIn(data, simulator)
  // Another process may have the sandboxes of a database.
  if (isDatabase(data)) return { unused: [], isWhole: true }
  const isWhole = await openKept(simulator)
  const unused = unusedFlags(flags, options, simulator.defaultSandbox)
  if (unused.length > 0) console.error(unusedLine(unused))
  return { unused, isWhole }
}

/** The options of a sandbox that the flags of its start set. */
const startOptions = {
  seed: ({ seed }) => seed,
  start: ({ start }) => start,
  world: ({ file }) => file,
  assumptions: ({ assumptions }) => assumptions.written,
  randomAssumptions: ({ assumptions }) => assumptions.written,
  validation: ({ validation }) => validation,
  automation: ({ automation }) => automation,
  webhookUrl: ({ webhookUrl }) => webhookUrl,
} satisfies Partial<Record<keyof SimulatorFlags, (options: SandboxOptions) => unknown>>

/** The flags that the default sandbox does not use, because it has other options in the store. */
function unusedFlags(flags: ServeFlags, given: SandboxOptions, { options, journal }: Sandbox): string[] {
  const unused = Object.entries(startOptions).flatMap(([name, optionOf]) =>
    Object.hasOwn(flags, name) && JSON.stringify(optionOf(given)) !== JSON.stringify(optionOf(options))
      ? [flagOf(name)]
      : [],
  )
  // The journal of a sandbox that has just begun has its start only.
  return flags.snapshot !== undefined && journal.length > 1 ? [...unused, '--snapshot'] : unused
}

function unusedLine(flags: readonly string[]): string {
  return [
    `paytwin: The default sandbox does not use ${flags.join(' ')}, because --data already has that sandbox.`,
    ...(flags.every((flag) => flag === '--snapshot') ? [] : ['New sandboxes use them.']),
    ...(flags.includes('--webhook-url')
      ? ['PUT /control/merchants/{id}/webhook registers a webhook there.']
      : []),
    'To start with these flags, use another place for --data.',
  ].join(' ')
}
