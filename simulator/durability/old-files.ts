// Data of paytwin 0.1: a directory with one file for each sandbox. Its first line is the start, each further line an entry, and each
// line ends with a tab and a checksum. Such files are moved into the log when the directory is opened.

import { crc32 } from 'node:zlib'
import { sandboxNamePattern } from '../options/sandbox-name.ts'
import type { DirectoryLog } from './directory-log.ts'
import type { Disk } from './outside.ts'

const extension = '.sandbox'

/** Moves the sandboxes of old files into the log. A file that is not one of them stays as it is. */
export async function addOldFiles(disk: Disk, log: DirectoryLog): Promise<void> {
  for (const file of (await disk.list()).sort()) {
    const name = file.slice(0, -extension.length)
    if (!file.endsWith(extension) || !sandboxNamePattern.test(name)) continue
    const bytes = await disk.read(file)
    const lines = bytes.toString().split('\n')
    const texts = lines.map(textOf)
    const damaged = texts.indexOf(undefined)
    const [start = '', ...entries] = texts.slice(0, damaged).flatMap((text) => text ?? [])
    // A line without an end was being written. One before others was not.
    const isTorn = damaged > 0 && texts.slice(damaged).every((text) => text === undefined)
    const damage = isTorn ? undefined : `Line ${damaged + 1} of its file is damaged.`
    await log.add(name, { start, entries, damage })
    // What follows damage is only here.
    if (damage === undefined) await disk.remove(file)
  }
}

/** The text of a line; undefined when it does not match its checksum. */
function textOf(line: string): string | undefined {
  const text = line.slice(0, -9)
  return line.slice(-9) === `\t${crc32(text).toString(16).padStart(8, '0')}` ? text : undefined
}
