// The commands `export` and `import`: a sandbox as one file, from and to a running server or a place with data.

import { existsSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { type ControlClient, controlClient } from '../../client/control-client.ts'
import { UsageError } from '../../core/errors.ts'
import { checkOutput, writeOutput } from '../../core/output-files.ts'
import { printable } from '../../core/terminal-text.ts'
import { defaultName } from '../../spec/control/values.ts'
import { isDatabase, keepIn } from './open-data.ts'
import { addServerFlags, controlAt, type PlaceFlags, placeOf, sandboxAt } from './running-simulator.ts'

interface Flags extends Pick<PlaceFlags, 'url' | 'port' | 'addressFile'> {
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
    const folder = dirname(file)
    if (!existsSync(folder))
      throw new UsageError(
        `Cannot write ${file}.`,
        `There is no folder ${folder}.`,
        'Create it, or check the path.',
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
    .description('create or replace a sandbox with the state in a file')
    .argument('<file>', 'a file that "paytwin export" wrote')
  addPlaceFlags(command).action(async (file: string, flags: Flags) => {
    const { readSnapshotFile } = await import('./files.ts')
    const snapshot = await readSnapshotFile(file)
    const replaced = await withControl(flags, async (control, name) => {
      if (name !== defaultName)
        await control.putSandbox({ params: { name }, body: { snapshot: { ...snapshot } } })
      else {
        const [root] = (await control.listSandboxes()).sandboxes
        // A damaged one has no state that could be replaced, and is not given up for an invalid file.
        if (root?.damage !== undefined) {
          const { Simulator } = await import('../simulator.ts')
          await new Simulator({ snapshot }).close()
          await control.resetSandbox()
        }
        await control.restoreSnapshot({ body: snapshot })
      }
      return name
    })
    console.log(printable(`The sandbox ${replaced} has the state of ${file}.`))
  })
}

function addPlaceFlags(command: Command): Command {
  return addServerFlags(command)
    .option('--sandbox <name>', 'the sandbox; by default that of the URL, else the default one')
    .option('--data <place>', 'in place of a server: a directory or a database that no server uses')
}

/** Acts with the control API of the sandbox, which is that of a server, or of a simulator in this process that has the data. */
async function withControl<Result>(
  { data, sandbox, ...server }: Flags,
  act: (control: ControlClient, name: string) => Promise<Result>,
): Promise<Result> {
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
  if (!isDatabase(data) && !existsSync(data))
    throw new UsageError(
      `There is no directory ${data}.`,
      'Data is kept in a directory, or in a database (postgres://...).',
      'Use the place that the server was started with.',
    )
  const name = sandbox ?? defaultName
  const { Simulator } = await import('../simulator.ts')
  const simulator = new Simulator()
  await keepIn(data, simulator)
  try {
    const url =
      name === defaultName
        ? simulator.publicUrl
        : `${simulator.publicUrl}/sandboxes/${encodeURIComponent(name)}`
    return await act(controlClient({ url, fetch: simulator.fetch }), name)
  } finally {
    await simulator.close()
  }
}
