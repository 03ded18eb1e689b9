// Finds a running simulator by flags and environment.

import type { Command } from 'commander'
import { type ControlClient, ControlError, controlClient } from '../../client/control-client.ts'
import { UsageError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { defaultName } from '../../spec/control/values.ts'
import { wholeNumbers } from '../options/simulator-options.ts'
import { readJsonFile } from './files.ts'
import { numberFlag } from './flags.ts'

/** The flags that say where a running simulator is. */
export interface PlaceFlags {
  url?: string
  port?: number
  addressFile?: string
  sandbox?: string
}

/** Where a running simulator is. */
export interface Place {
  /** The origin, or the address of the sandbox. */
  url: string
  token: string | undefined
}

export const defaultUrl = 'http://127.0.0.1:4020'

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
