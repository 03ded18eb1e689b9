// Starts the built command line in a process of its own, for tests that want a simulator as a stranger would run it.

import { spawn } from 'node:child_process'

export interface ServedProcess {
  /** Origin, without a slash at the end. */
  url: string
  close: () => Promise<void>
}

/** Serves on a free port of this machine; resolves when it is ready. Needs `npm run build`. */
export async function serveBuilt(): Promise<ServedProcess> {
  const child = spawn(process.execPath, ['dist/cli.js', 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      printed += chunk.toString()
      const [, origin] = /service\s+(http:\/\/[^\s/]+)\/api/.exec(printed) ?? []
      if (origin !== undefined) resolve(origin)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', () => reject(new Error(`The simulator ended before it was ready:\n${printed}`)))
  })
  return {
    url,
    close: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
