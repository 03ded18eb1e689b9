// A store in a directory: one file for each sandbox. Its first line is the start, each further line an entry, and each line ends
// with a checksum.

import { writeFileSync } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { UsageError } from '../../core/errors.ts'
import type { Store, StoredSandbox, Write } from './store.ts'

const extension = '.sandbox'
/** Only their owner may read them: they contain credentials. */
const [directoryMode, fileMode] = [0o700, 0o600]
/** How many characters of a start are written at once. */
const charactersPerWrite = 1 << 20

class FileStore implements Store {
  private readonly directory: string
  private readonly unlock: () => Promise<void>
  private readonly files = new Map<string, FileHandle>()

  constructor(directory: string, unlock: () => Promise<void>) {
    this.directory = directory
    this.unlock = unlock
  }

  async names(): Promise<string[]> {
    const files = await readdir(this.directory)
    const names = files.flatMap((file) =>
      file.endsWith(extension) ? [file.slice(0, -extension.length)] : [],
    )
    return [...new Set(['default', ...names.sort()])]
  }

  async open(name: string): Promise<StoredSandbox | undefined> {
    const path = this.pathOf(name)
    const bytes = await readFile(path).catch(ifMissing)
    if (bytes === undefined) return undefined
    const { lines, end } = validLines(bytes)
    const [start, ...entries] = lines
    if (start === undefined)
      throw new UsageError(
        `The file ${path} is damaged.`,
        'Its first line, with the state of the sandbox, does not match its checksum.',
        'Move the file away to start without this sandbox, or restore it from a backup.',
      )
    if (end === bytes.length) return { start, entries }
    // What is added must follow what can be read.
    await writeFile(`${path}.damaged`, bytes, { mode: fileMode })
    await truncate(path, end)
    const damage = `${path}: line ${lines.length + 1} (byte ${end}) is damaged or incomplete. The ${entries.length} entries before it are used; the whole file is kept as ${path}.damaged.`
    return { start, entries, damage }
  }

  async write(batch: ReadonlyMap<string, Write>): Promise<ReadonlySet<string>> {
    await Promise.all([...batch].map(([name, write]) => this.writeOne(name, write)))
    return new Set()
  }

  private async writeOne(name: string, { start, entries }: Write): Promise<void> {
    if (start === null) return this.delete(name)
    if (start !== undefined) await this.replace(name, start)
    if (entries.length === 0) return
    const file = await this.fileOf(name)
    await file.appendFile(entries.map((entry) => lineOf(entry)).join(''))
    await file.datasync()
  }

  private async replace(name: string, start: Iterable<string>): Promise<void> {
    const path = this.pathOf(name)
    const file = await open(`${path}.new`, 'w', fileMode)
    try {
      let text = ''
      let check = 0
      for (const chunk of start) {
        text += chunk
        check = crc32(chunk, check)
        if (text.length < charactersPerWrite) continue
        await file.appendFile(text)
        text = ''
      }
      await file.appendFile(text + endOf(check))
      await file.datasync()
    } finally {
      await file.close()
    }
    await this.closeFile(name)
    // At once: there is never a start without its entries.
    await rename(`${path}.new`, path)
    await this.syncDirectory()
  }

  private async delete(name: string): Promise<void> {
    await this.closeFile(name)
    await rm(this.pathOf(name), { force: true })
    await this.syncDirectory()
  }

  private async fileOf(name: string): Promise<FileHandle> {
    const file = this.files.get(name) ?? (await open(this.pathOf(name), 'a', fileMode))
    this.files.set(name, file)
    return file
  }

  private async closeFile(name: string): Promise<void> {
    await this.files.get(name)?.close()
    this.files.delete(name)
  }

  private async syncDirectory(): Promise<void> {
    const directory = await open(this.directory, 'r')
    await directory.sync().finally(() => directory.close())
  }

  async close(): Promise<void> {
    for (const name of [...this.files.keys()]) await this.closeFile(name)
    await this.unlock()
  }

  private pathOf(name: string): string {
    return join(this.directory, name + extension)
  }
}

/** Opens a store in a directory, which is created. Throws a UsageError when another process uses it. */
export async function openFileStore(directory: string): Promise<Store> {
  const { unlock } = await lockDirectory(directory)
  return new FileStore(directory, unlock)
}

/** Opens a store in a directory that another process has locked for this one. */
export function openLockedFileStore(directory: string): Store {
  return new FileStore(directory, async () => undefined)
}

/** The lock of a directory: a file with the ids of the processes that use it. */
interface DirectoryLock {
  /** Notes which processes use the directory in addition to this one. Before they use it. */
  share: (pids: readonly number[]) => void
  unlock: () => Promise<void>
}

/** Locks a directory, which is created. Throws a UsageError when another process uses it. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: directoryMode })
  const path = join(directory, 'lock')
  const holders = ((await readFile(path, 'utf8').catch(ifMissing)) ?? '').split(' ').map(Number)
  const holder = holders.find(
    (pid) => Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid),
  )
  if (holder !== undefined)
    throw new UsageError(
      `The directory ${directory} is in use.`,
      `The process ${holder} keeps its sandboxes there.`,
      `Stop it, or use another directory. If it is not a paytwin, remove ${path}.`,
    )
  const share = (pids: readonly number[]) =>
    writeFileSync(path, [process.pid, ...pids].join(' '), { mode: fileMode })
  share([])
  return { share, unlock: () => rm(path, { force: true }) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function ifMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}

// JSON has no tabs and no line breaks outside of escapes.
function lineOf(text: string): string {
  return text + endOf(crc32(text))
}

function endOf(check: number): string {
  return `\t${check.toString(16).padStart(8, '0')}\n`
}

/** The texts of all lines before the first one that does not match its checksum, and the byte at which they end. */
function validLines(bytes: Buffer): { lines: string[]; end: number } {
  const lines: string[] = []
  let end = 0
  for (let next = bytes.indexOf(10, end); next !== -1; next = bytes.indexOf(10, end)) {
    const line = bytes.subarray(end, next)
    const text = line.subarray(0, -9)
    if (`${line.subarray(-9)}\n` !== endOf(crc32(text))) break
    lines.push(text.toString())
    end = next + 1
  }
  return { lines, end }
}
