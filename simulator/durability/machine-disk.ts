// The time and the disks of this machine.

import { constants, type Dirent, existsSync, readdirSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, readdir, rm, stat, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, UsageError } from '../../core/errors.ts'
import type { Disk, Outside } from './outside.ts'

/** Only their owner may read them: they contain credentials. */
const [directoryMode, fileMode] = [0o700, 0o600]
const { O_APPEND, O_CREAT, O_DSYNC, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants
/** Elsewhere the flag is missing, or promises less than `fdatasync`. It saves a turn of another thread for each write. */
const syncsWrites = process.platform === 'linux'

export const machine: Outside = {
  // The same in every thread.
  now: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
}

/** As `mkdir` with `recursive`, which never ends in a directory that takes no new ones, such as /proc. */
async function makeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeDirectory(dirname(path))
  await mkdir(path, { mode: directoryMode }).catch((error: unknown) => {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  })
}

/** A directory, which is created. Throws a UsageError when it cannot be used. */
export async function directoryDisk(directory: string): Promise<Disk> {
  try {
    await makeDirectory(resolve(directory))
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    // Something that is not a directory has no files.
    await readdir(directory)
  } catch (error) {
    const isFile = await stat(directory).then(
      (found) => found.isFile(),
      () => false,
    )
    throw new UsageError(
      `The directory ${directory} cannot be used.`,
      isFile ? 'It is a file.' : `The system reports: ${errorMessage(error)}.`,
      'Use a directory that this user may read and write, or a new one.',
    )
  }
  const pathOf = (file: string) => join(directory, file)
  const sync = async (path: string, more = 0) => {
    const handle = await open(path, O_RDONLY | more)
    await handle.sync().finally(() => handle.close())
  }
  return {
    lock: () => lock(directory),
    list: async () => {
      // After each write: another thread would take longer to begin than this takes.
      const found: Dirent[] = readdirSync(directory, { withFileTypes: true })
      return found.flatMap((one) => (one.isFile() ? [one.name] : []))
    },
    read: async (file, position = 0, length) => {
      const handle = await open(pathOf(file), O_RDONLY | O_NOFOLLOW)
      try {
        const bytes = Buffer.alloc(length ?? (await handle.stat()).size - position)
        let read = 0
        while (read < bytes.length) {
          const { bytesRead } = await handle.read(bytes, read, bytes.length - read, position + read)
          if (bytesRead === 0) break
          read += bytesRead
        }
        return bytes.subarray(0, read)
      } finally {
        await handle.close()
      }
    },
    create: async (file) => {
      const more = syncsWrites ? O_DSYNC : 0
      const handle = await open(pathOf(file), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | more, fileMode)
      await sync(directory)
      return {
        append: (bytes) => handle.appendFile(bytes),
        sync: async () => (syncsWrites ? undefined : handle.datasync()),
        close: () => handle.close(),
      }
    },
    sync: (file) => sync(pathOf(file), O_NOFOLLOW),
    remove: async (file) => {
      await rm(pathOf(file), { force: true })
      await sync(directory)
    },
  }
}

/**
 * A lock that the system releases when the process ends, and that containers which share a volume see: a socket in the directory that
 * somebody listens on. It is a courtesy to the user: two processes that have both locked a directory do no harm (see DirectoryLog).
 */
async function lock(directory: string): Promise<(() => Promise<void>) | undefined> {
  // The path of a socket has at most about a hundred bytes.
  const short = await mkdtemp(join(tmpdir(), 'paytwin-'))
  try {
    await symlink(resolve(directory), join(short, 'data'))
    const path = join(short, 'data', 'lock')
    if (await isAnswered(path)) return undefined
    await rm(path, { force: true })
    const server = createServer((socket) => socket.destroy()).unref()
    await new Promise<void>((listening, reject) => {
      server.once('error', reject).listen(path, listening)
    })
    return async () => {
      await rm(join(directory, 'lock'), { force: true })
      await new Promise((closed) => server.close(closed))
    }
  } finally {
    await rm(short, { recursive: true })
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      answer(true)
    })
    socket.once('error', () => answer(false))
  })
}
