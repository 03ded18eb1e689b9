// The disk of a journal store as an interface that a test can implement, and the disk of this machine.

import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'

/** A directory of files. Any function may reject, with or without an effect. */
export interface Disk {
  /** The names of its files. */
  list: () => Promise<string[]>
  /** Opens a file, which is created if there is none of that name. */
  open: (name: string) => Promise<DiskFile>
  /** Renames a file. It replaces one that has the new name. */
  rename: (from: string, to: string) => Promise<void>
  /** Removes a file, if there is one of that name. */
  remove: (name: string) => Promise<void>
  /** Resolves when the names of files are durable. */
  sync: () => Promise<void>
}

export interface DiskFile {
  size: () => Promise<number>
  /** Reads that many bytes, and fewer only at the end of the file. */
  read: (at: number, length: number) => Promise<Buffer>
  append: (bytes: Buffer) => Promise<void>
  truncate: (size: number) => Promise<void>
  /** Resolves when the bytes of the file and its size are durable. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

/** Permissions of the owner alone: the files contain credentials. */
const [directoryMode, fileMode] = [0o700, 0o600]
const writableByOthers = 0o022
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, O_RDONLY)
  await handle.sync().finally(() => handle.close())
}

/** As `mkdir` with `recursive`, which never ends in a directory that takes no new ones, such as /proc. */
async function makeDirectory(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await makeDirectory(dirname(path))
  await mkdir(path, { mode: directoryMode }).catch((error: NodeJS.ErrnoException) => {
    // Another process has made it meanwhile.
    if (error.code !== 'EEXIST') throw error
  })
  await syncDirectory(dirname(path))
}

/** The disk of a directory of this machine, which is created if it is missing. Throws a UsageError if others may write to it. */
export async function machineDisk(path: string): Promise<Disk> {
  const directory = resolve(path)
  await makeDirectory(directory)
  if (((await stat(directory)).mode & writableByOthers) !== 0)
    throw new UsageError(
      `The directory ${path} can be changed by other users.`,
      'Its group or everybody may write to it, so they could change the sandboxes in it.',
      `Run "chmod go-w ${path}", or use another directory.`,
    )
  return {
    list: async () => {
      const found = await readdir(directory, { withFileTypes: true })
      return found.flatMap((one) => (one.isFile() ? [one.name] : []))
    },
    open: (name) => openFile(join(directory, name)),
    rename: (from, to) => rename(join(directory, from), join(directory, to)),
    remove: (name) => rm(join(directory, name), { force: true }),
    sync: () => syncDirectory(directory),
  }
}

async function openFile(path: string): Promise<DiskFile> {
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, fileMode)
  return {
    size: async () => (await handle.stat()).size,
    read: async (at, length) => {
      const bytes = Buffer.allocUnsafe(length)
      let read = 0
      while (read < length) {
        const { bytesRead } = await handle.read(bytes, read, length - read, at + read)
        if (bytesRead === 0) break
        read += bytesRead
      }
      return bytes.subarray(0, read)
    },
    append: (bytes) => handle.appendFile(bytes),
    truncate: (size) => handle.truncate(size),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

const lockPrefix = 'lock-'

/**
 * Locks a directory for this process: the system closes a socket when its process ends in whatever way, and containers that share a volume
 * see it. Each process listens on a socket with a new name before it looks at the others, so that one of two always sees the other.
 * Returns the function that unlocks it; undefined if another process has it.
 */
export async function lockDirectory(path: string): Promise<(() => Promise<void>) | undefined> {
  // The path of a socket has at most about a hundred bytes.
  const short = await mkdtemp(join(tmpdir(), 'paytwin-'))
  const own = `${lockPrefix}${basename(short)}`
  const server = createServer((socket) => socket.destroy()).unref()
  const unlock = async () => {
    await rm(join(path, own), { force: true })
    await new Promise((closed) => server.close(closed))
  }
  try {
    const sockets = join(short, 'data')
    await symlink(resolve(path), sockets)
    await new Promise<void>((listening, reject) => {
      server.once('error', reject).listen(join(sockets, own), listening)
    })
    for (const one of await readdir(sockets, { withFileTypes: true })) {
      if (!one.isSocket() || !one.name.startsWith(lockPrefix) || one.name === own) continue
      if (await isListenedOn(join(sockets, one.name))) {
        await unlock()
        return undefined
      }
      await rm(join(sockets, one.name), { force: true })
    }
    return unlock
  } finally {
    await rm(short, { recursive: true })
  }
}

/** False only if it is sure that the process of a socket has ended. */
function isListenedOn(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      answer(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) =>
      answer(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    )
  })
}
