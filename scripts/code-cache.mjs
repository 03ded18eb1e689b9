// Writes the file that dist/cli.js reads: the code that V8 has compiled for the program when it has responded to its first request.
// Runs in its own process, and ends it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-code-'))
process.once('exit', () => rmSync(directory, { recursive: true }))
const addressFile = join(directory, 'address.json')
process.argv.splice(2, Infinity, 'serve', '--port', '0', '--quiet', '--address-file', addressFile)

const { codeFile, scripts } = await import('../dist/cli.js')
await fetch(`${await baseUrl()}/stores`)
const code = [...scripts].map(([name, script]) => [name, script.createCachedData()])
const lengths = Object.fromEntries(code.map(([name, { length }]) => [name, length]))
if (code.length > 0)
  writeFileSync(
    codeFile,
    Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...code.map(([, data]) => data)]),
  )
process.exit()

/** The URL that the program serves, once it does. */
async function baseUrl() {
  for (;;) {
    try {
      return JSON.parse(readFileSync(addressFile, 'utf8')).baseUrl
    } catch {
      await sleep(5)
    }
  }
}
