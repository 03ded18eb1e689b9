// Finds a running simulator by flags and environment, and adds the commands that drive it.

import type { Command } from 'commander'
import { type ControlClient, ControlError, controlClient } from '../../client/control-client.ts'
import { UsageError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { singleLine } from '../../core/terminal-text.ts'
import { defaultName } from '../../spec/control/values.ts'
import { wholeNumbers } from '../options/simulator-options.ts'
import { readJsonFile } from './files.ts'
import { numberFlag } from './flags.ts'
import {
  type Flags,
  type Place,
  type PlaceFlags,
  type RemoteCommand,
  type Row,
  remoteCommands,
} from './remote-commands.ts'

const defaultUrl = 'http://127.0.0.1:4020'
export function addRemoteCommand(name: RemoteCommand): (program: Command) => void {
  const { description, argument, options = [], run }: Row = remoteCommands[name]
  return (program) => {
    const command = program.command(name).description(description)
    if (argument !== undefined) command.argument(...argument)
    for (const [flag, meaning] of options) command.option(flag, meaning)
    addPlaceFlags(command)
      .option('--json', 'print JSON')
      .addHelpText('after', placeHelp)
      .action(async (...given: unknown[]) => {
        const [word, flags] = argument === undefined ? [undefined, given[0]] : given
        const chosen = flags as Flags
        const place = await placeOf(chosen)
        await run(
          {
            place,
            control: await controlAt(place),
            print: (value, lines) => {
              const texts = chosen.json === true ? [JSON.stringify(value)] : lines
              for (const text of texts) console.log(singleLine(text))
            },
          },
          typeof word === 'string' ? word : undefined,
          chosen,
        )
      })
  }
}

const placeHelp = `
The simulator is that of --url, --port or --address-file, else of PAYTWIN_URL, which "paytwin exec" sets, else
${defaultUrl}. The token of its control API is in the address file or in PAYTWIN_CONTROL_TOKEN.
Exit codes: 0 done, 1 the receiver did not accept what was resent, 2 refused, wrong usage, or no simulator.`

/** Adds the flags that say where a running simulator is. */
export function addServerFlags(command: Command): Command {
  return command
    .option('--url <url>', 'the URL of a running simulator')
    .option('--port <number>', 'its port on this machine', numberFlag('port', wholeNumbers(1, 65535)))
    .option('--address-file <file>', 'the file that "paytwin serve --address-file" wrote')
}

/** Adds the flags that say where a sandbox of a running simulator is. */
export function addPlaceFlags(command: Command): Command {
  return addServerFlags(command).option('--sandbox <name>', 'the sandbox; the default one by default')
}

/** Where the simulator is that flags and environment name. */
export async function placeOf({ url, port, addressFile, sandbox }: PlaceFlags): Promise<Place> {
  const ways = [url, port, addressFile].filter((way) => way !== undefined)
  if (ways.length > 1)
    throw new UsageError(
      'The simulator is in one place.',
      `${ways.length} of --url, --port and --address-file were given.`,
      'Use one of them.',
    )
  const written = addressFile === undefined ? undefined : await readJsonFile(addressFile, 'address file')
  const ofFile = written === undefined ? undefined : valueAt(written, 'url')
  if (written !== undefined && typeof ofFile !== 'string')
    throw new UsageError(
      `${addressFile} has no url.`,
      'It is not an address file.',
      'Use the file that "paytwin serve --address-file FILE" writes.',
    )
  const token = valueAt(written, 'controlToken')
  const origin =
    url ??
    (port === undefined ? undefined : `http://127.0.0.1:${port}`) ??
    (typeof ofFile === 'string' ? ofFile : undefined)
  const base = baseOf(origin ?? (process.env.PAYTWIN_URL || defaultUrl))
  return {
    url:
      sandbox === undefined
        ? base
        : `${base.replace(/\/sandboxes\/[^/]+$/, '')}/sandboxes/${encodeURIComponent(sandbox)}`,
    token: typeof token === 'string' ? token : process.env.PAYTWIN_CONTROL_TOKEN || undefined,
  }
}

/**
 * The control API at a place. Throws a ControlError if nothing responds there: a long advance, a reset or an export may itself take any
 * time.
 */
export async function controlAt(place: Place): Promise<ControlClient> {
  const control = controlClient(place)
  await control.getClock().catch((error: unknown) => {
    // A sandbox that is damaged, or not there, may be what the command is about.
    if (!(error instanceof ControlError) || error.status === 0) throw error
  })
  return control
}

/** The address of a simulator or a sandbox, also from the URL of one of its APIs. */
function baseOf(url: string): string {
  if (/^https?:\/\/./.test(url) && URL.canParse(url)) return url.replace(/(\/(api|control))?\/*$/, '')
  throw new UsageError(
    `Invalid URL "${url}" of a simulator.`,
    'Expected an http or https URL.',
    `Use one such as --url ${defaultUrl}, or --port 4020.`,
  )
}

/** The name of the sandbox at an address. */
export function sandboxAt({ url }: Place): string {
  const [, name] = /\/sandboxes\/([^/]+)$/.exec(url) ?? []
  return name === undefined ? defaultName : decodeURIComponent(name)
}
