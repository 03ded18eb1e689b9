// docs/scenarios.md: its commands print what it shows, its tables match the files. Update it with
// `npx vitest run --project quick scenarios/docs.test.ts -u`.

import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addLint, addReplay } from './command.ts'
import { scenarioFiles } from './format/files.ts'
import type { ScenarioDocument } from './format/scenario.ts'
import { startedRecording } from './test-support/started-recording.ts'

const path = resolve('docs/scenarios.md')
const document = readFileSync(path, 'utf8')
const repository = process.cwd()

beforeAll(() => {
  const directory = mkdtempSync(join(tmpdir(), 'paytwin-docs-'))
  for (const [, name = '', body = ''] of document.matchAll(/^```json (\S+)\n([\s\S]*?)^```$/gm))
    writeFileSync(join(directory, name), body)
  for (const folder of ['scenarios', 'spec']) symlinkSync(join(repository, folder), join(directory, folder))
  process.chdir(directory)
})

afterAll(() => process.chdir(repository))

/** Runs a command line such as `npx paytwin lint my-scenario.json` and returns its output. */
async function outputOf(line: string): Promise<string> {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  const program = new Command()
  addReplay(program)
  addLint(program)
  await program.parseAsync(line.split(' ').slice(2), { from: 'user' })
  log.mockRestore()
  process.exitCode = undefined
  return printed.join('\n').replace(/\b\d+ ms\)/g, '12 ms)')
}

async function withOutputs(text: string): Promise<string> {
  const outputs = new Map<string, string>()
  const block = /^```console\n\$ (.*)\n[\s\S]*?^```$/gm
  for (const [, line = ''] of text.matchAll(block)) outputs.set(line, await outputOf(line))
  return text.replace(block, (_, line: string) => `\`\`\`console\n$ ${line}\n${outputs.get(line)}\n\`\`\``)
}

function withTable(text: string, name: string, head: string[], rows: string[][]): string {
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
  return text.replace(
    new RegExp(`(<!-- ${name} -->\n)[^<]*(<!-- end -->)`),
    (_, open, close) => open + table + close,
  )
}

it('shows the current output and tables', async () => {
  const accounts: Record<string, { description: string }> = JSON.parse(
    readFileSync('scenarios/shared/accounts.json', 'utf8'),
  )
  const catalog = scenarioFiles(['scenarios/catalog']).map((file): [string, ScenarioDocument] => [
    file.replace('scenarios/catalog/', ''),
    JSON.parse(readFileSync(file, 'utf8')),
  ])
  let text = await withOutputs(document)
  text = withTable(
    text,
    'accounts',
    ['input', 'meaning'],
    Object.entries(accounts).map(([name, { description }]) => [`\`${name}\``, description]),
  )
  text = withTable(
    text,
    'catalog',
    ['file', 'what it shows'],
    catalog.map(([file, { info }]) => [`\`${file}\``, info.title]),
  )
  await expect(text).toMatchFileSnapshot(path)
})

it('shows the output of a recording', async () => {
  const { url: origin, printed, stop } = await startedRecording('my-recording.json')
  await fetch(`${origin}/api/stores`, { headers: { authorization: 'Bearer merchant-lamp-shop' } })
  await fetch(`${origin}/api/stores`)
  await stop()
  const shown = printed.join('\n').replaceAll(origin, 'http://127.0.0.1:4020')
  expect(document).toContain(`$ npx paytwin record --out my-recording.json\n${shown}\n`)
})
