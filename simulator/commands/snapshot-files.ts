// The commands `export` and `import`: a sandbox as one file, from and to a running server or a place with data.

import { existsSync, lstatSync } from 'node:fs'
import type { Command } from 'commander'
import { type ControlClient, controlClient } from '../../client/control-client.ts'
import { UsageError } from '../../core/errors.ts'
import { checkOutput, writeOutput } from '../../core/output-files.ts'
import { printable, singleLine } from '../../core/terminal-text.ts'
import { defaultName } from '../../spec/control/values.ts'
import type { Simulator } from '../simulator.ts'
import { isDatabase, openStore } from './open-store.ts'
import type { PlaceFlags } from './remote-commands.ts'
import { addServerFlags, controlAt, placeOf, sandboxAt } from './running-simulator.ts'
import { addServingFlags, type SimulatorFlags, simulatorOptions } from './simulator-flags.ts'

interface Flags
  extends Pick<SimulatorFlags, 'extend' | 'allowAnyWebhookHost' | 'webhookTimeoutMs'>,
    Pick<PlaceFlags, 'url' | 'port' | 'addressFile'> {
  data?: string
  sandbox?: string
}

/** Adds `export` to the program. */
export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write the state of a sandbox to a file: its snapshot')
    .argument('<file>', 'the file to write')
  addPlaceFlags(command).action(async (file: string, flags: Flags) => {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new UsageError(
        `Cannot write ${file}.`,
        'It is a symbolic link. The file has credentials, and whoever made the link chose where it is.',
        'Use the path of the file itself.',
      )
    checkOutput(file)
    const { text, name } = await withControl(flags, async (control, name) => ({
      text: JSON.stringify(await control.takeSnapshot()),
      name,
    }))
    // It contains credentials, so only its owner may read it.
    await writeOutput(file, `${text}\n`, 0o600)
    console.log(printable(`The sandbox ${name} is in ${file}.`))
  })
}

/** Adds `import` to the program. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('create or replace a sandbox with the state in a file, or repair one')
    .argument('[file]', 'a file that "paytwin export" wrote')
    .option(
      '--repair',
      'in place of a file: continue a damaged sandbox of --data from the last entry that fits',
    )
  addPlaceFlags(command).action(
    async (file: string | undefined, { repair: repairs, ...flags }: Flags & { repair?: true }) => {
      if (repairs === true) return repair(file, flags)
      if (file === undefined)
        throw new UsageError(
          'There is no file to import.',
          'The command has neither a file nor --repair.',
          'Name a file that "paytwin export" wrote.',
        )
      const { readSnapshotFile } = await import('./files.ts')
      const snapshot = await readSnapshotFile(file)
      const { extend = [] } = flags
      const replaced = await withControl(flags, async (control, name) => {
        if (name === defaultName) {
          const [root] = (await control.listSandboxes()).sandboxes
          // A damaged one has no state that could be replaced, and is not given up for an invalid file.
          if (root?.damage !== undefined) {
            const { Simulator } = await import('../simulator.ts')
            const options = await simulatorOptions({ extend })
            await new Simulator({ ...options, snapshot }).close()
            await control.resetSandbox()
          }
          await control.restoreSnapshot({ body: snapshot })
        } else await control.putSandbox({ params: { name }, body: { snapshot: { ...snapshot } } })
        return name
      })
      console.log(printable(`The sandbox ${replaced} has the state of ${file}.`))
    },
  )
}

/** Continues a damaged sandbox of a place with data, and prints what is left out of it. */
async function repair(
  file: string | undefined,
  { data, sandbox = defaultName, url, ...flags }: Flags,
): Promise<void> {
  if (file !== undefined || url !== undefined || data === undefined)
    throw new UsageError(
      '--repair needs --data, and neither a file nor --url.',
      'It continues a sandbox that is stored there, which no server uses meanwhile.',
      'Use, for example, paytwin import --repair --data sandboxes --sandbox shop.',
    )
  const left: string[] = []
  const simulator = await simulatorOf(data, sandbox, flags, (line) => left.push(line), true)
  try {
    const found = await simulator.sandboxes.find(sandbox)
    await found.log?.durable()
    console.log(printable(left.join('\n') || `The sandbox ${sandbox} is not damaged.`))
  } finally {
    await simulator.close()
  }
}

function addPlaceFlags(command: Command): Command {
  addServerFlags(command)
    .option('--sandbox <name>', 'the sandbox; by default that of the URL, else the default one')
    .option('--data <place>', 'in place of a server: a directory or a database that no server uses')
  return addServingFlags(command)
}

/** Acts with the control API of the sandbox, which is that of a server, or of a simulator that opens only this sandbox. */
async function withControl<Result>(
  { url, port, addressFile, data, sandbox, ...flags }: Flags,
  act: (control: ControlClient, name: string) => Promise<Result>,
): Promise<Result> {
  const server = {
    ...(url === undefined ? {} : { url }),
    ...(port === undefined ? {} : { port }),
    ...(addressFile === undefined ? {} : { addressFile }),
  }
  if (data === undefined) {
    const place = await placeOf({ ...server, ...(sandbox === undefined ? {} : { sandbox }) })
    return act(await controlAt(place), sandboxAt(place))
  }
  if (Object.keys(server).length > 0)
    throw new UsageError(
      'The sandbox is in one place.',
      'Both a running server and --data were given.',
      'Use one of the two.',
    )
  const name = sandbox ?? defaultName
  const simulator = await simulatorOf(data, name, flags, (line) => console.error(singleLine(line)))
  try {
    const url = `${simulator.publicUrl}/sandboxes/${encodeURIComponent(name)}`
    return await act(controlClient({ url, fetch: simulator.fetch }), name)
  } finally {
    await simulator.close()
  }
}

/** A simulator that opens one sandbox of a place with data. */
async function simulatorOf(
  data: string,
  sandbox: string,
  flags: SimulatorFlags,
  report: (line: string) => void,
  repairs = false,
): Promise<Simulator> {
  if (!isDatabase(data) && !existsSync(data))
    throw new UsageError(
      `There is no directory ${data}.`,
      'Data is kept in a directory, or in a database (postgres://...).',
      'Use the place that the server was started with.',
    )
  const options = await simulatorOptions(flags)
  const { Simulator } = await import('../simulator.ts')
  const simulator = new Simulator(options)
  await simulator.keepIn(await openStore(data), report, (name) => name === sandbox, repairs)
  return simulator
}
