// A recording that a test ends.

import { type RecordFlags, record } from '../record/record.ts'

/** Starts `paytwin record` for a simulator. `stop` ends it and returns the exit code; `printed` are the lines so far. */
export async function startedRecording(
  out: string,
  flags: Partial<RecordFlags> = {},
): Promise<{ url: string; printed: string[]; stop: () => Promise<number> }> {
  const printed: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let started = (_url: string) => {}
  const url = new Promise<string>((resolve) => {
    started = resolve
  })
  const options = { host: '127.0.0.1', port: 0, title: 'A recording', privateKey: [], out, ...flags }
  const code = record(options, ended, (line) => {
    printed.push(line)
    const [, simulator, proxy] = /Service: (\S+)\/api|requests to (\S+) instead/.exec(line) ?? []
    const origin = simulator ?? proxy
    if (origin !== undefined) started(origin)
  })
  return {
    url: await Promise.race([url, code.then(() => '')]),
    printed,
    stop: () => {
      end()
      return code
    },
  }
}
