// Runs the ```console blocks of a document in a copy of the repository, against a fresh server, and compares their output with
// what the document shows.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../core/listening.ts'
import { type Block, blocksOf, type Command, commandsOf, withBlocks } from './documents.ts'
import { copyRepository } from './repository-copy.ts'

const simulatorPort = 4020
/** The port of what documents run in the background, such as a webhook receiver. */
const backgroundPort = 3000

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** `npx paytwin` runs the program that is built already. These are files, so that a signal to a job reaches the program. */
const programs = { npx: 'exec "$@"', paytwin: 'exec node dist/cli.js "$@"' }
const preamble = `
exec 2>&1
PATH="$PWD/.programs:$PATH"
stop_server() { while [ -n "$server" ] && kill "$server" 2>/dev/null; do sleep 0.05; done; }
`
const serving = /^(?:npx paytwin serve|npm start(?: --)?)(?!.*--help)(?= |$)(.*)$/
const maxCommandMs = 80_000
const maxStartMs = 20_000
const maxOutputMs = 3000
const pollMs = 50

/** Printed when a command has ended: one write without a line break before it, as other processes print in between. */
const endOfCommand = '<end of the command>'
const endLine = new RegExp(`(^|\\n)?${endOfCommand}\\n`)

/** A shell in a copy of the repository, in which a document's commands run one after the other. */
class Session {
  private readonly shell: ChildProcess
  private readonly ports: ReadonlyMap<number, number>
  private readonly directory: string
  private readonly needsServer: boolean
  private output = ''
  private served = false

  constructor(directory: string, ports: ReadonlyMap<number, number>, needsServer: boolean) {
    this.needsServer = needsServer
    this.directory = directory
    this.ports = ports
    const { FORCE_COLOR: _, ...environment } = process.env
    writeFileSync(join(directory, '.curlrc'), 'silent\nshow-error\n')
    mkdirSync(join(directory, '.programs'))
    for (const [name, text] of Object.entries(programs))
      writeFileSync(join(directory, '.programs', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    this.shell = spawn('bash', ['--noprofile', '--norc'], {
      cwd: directory,
      env: { ...environment, NO_COLOR: '1', CURL_HOME: directory },
      stdio: ['pipe', 'pipe', 'inherit'],
      // A process group, so that closing ends what runs in the background too.
      detached: true,
    })
    this.shell.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
    })
    this.shell.stdin?.write(preamble)
  }

  /** Writes a file that a document shows. */
  write(name: string, body: string): void {
    const path = join(this.directory, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, this.withRealPorts(body))
  }

  /** Runs a command and returns its output as the document shows it: unchanged where only durations differ. */
  async run({ text, output: shown }: Command): Promise<string> {
    const [serves, flags = ''] = serving.exec(text) ?? []
    if (serves !== undefined) return this.serve(flags, shown)
    if (this.needsServer && !this.served) await this.serve('', undefined)
    // The program that is built already is on the path.
    this.send(`${this.withRealPorts(text.replaceAll('node_modules/.bin/', ''))}\necho '${endOfCommand}'`)
    await this.until((output) => output.includes(endOfCommand))
    if (text.endsWith('&')) await this.untilListening()
    const own = () => this.output.replace(endLine, (_, newline = '\n') => newline)
    // Output of a process in the background may arrive later.
    await this.until(() => isShown(this.shownForm(own()), shown), false)
    return this.result(own(), shown)
  }

  private async serve(flags: string, shown: string | undefined): Promise<string> {
    const port = this.ports.get(simulatorPort)
    this.served = true
    this.send(
      `stop_server\nnode dist/cli.js serve --port ${port}${flags.includes('--log') ? '' : ' --quiet'}${this.withRealPorts(flags)} & server=$!; disown $server`,
    )
    // It is ready, or it printed an error.
    await this.until((output) =>
      /paste:\n[\s\S]*\n$|^\{"event":"ready".*\n|^paytwin: .*\n.*\n.*\n/m.test(output),
    )
    return this.result(this.output, shown ?? '')
  }

  close(): void {
    if (this.shell.pid !== undefined) process.kill(-this.shell.pid)
  }

  private send(text: string): void {
    this.output = ''
    this.shell.stdin?.write(`${text}\n`)
  }

  /** Waits for the program in the background, after the one that it replaces has ended. */
  private async untilListening(): Promise<void> {
    const port = this.ports.get(backgroundPort) ?? 0
    for (let waited = 0; waited < maxStartMs; waited += pollMs) {
      await sleep(waited === 0 ? 5 * pollMs : pollMs)
      if (await accepts(port)) return
    }
  }

  private async until(holds: (output: string) => boolean, required = true): Promise<void> {
    const maxMs = required ? maxCommandMs : maxOutputMs
    for (let waited = 0; !holds(this.output); waited += pollMs) {
      if (waited > maxMs) {
        if (!required) return
        throw new Error(`The command did not end within ${maxMs} ms. It printed: ${this.output}`)
      }
      await sleep(pollMs)
    }
  }

  private result(output: string, shown: string): string {
    const actual = this.shownForm(output)
    return isShown(actual, shown) ? shown : actual
  }

  private shownForm(output: string): string {
    return formatted(
      [...this.ports].reduce((text, [shown, real]) => text.replaceAll(`:${real}`, `:${shown}`), output),
    )
  }

  private withRealPorts(text: string): string {
    return [...this.ports].reduce(
      (result, [shown, real]) => result.replace(new RegExp(`\\b${shown}\\b`, 'g'), String(real)),
      text,
    )
  }
}

const maxLine = 110

/** Output in the form of the documents: JSON that is too long for a line has line breaks. */
function formatted(output: string): string {
  const text = output
    .replaceAll('\r', '')
    // The shell reports the end of processes in the background.
    .replace(/^bash: line \d+: +\d+ Terminated.*\n/gm, '')
    .replace(/^\n+/, '')
    .trimEnd()
  if (text.length <= maxLine || !/^[[{]/.test(text)) return text
  try {
    return formattedJson(JSON.parse(text), '')
  } catch {
    return text
  }
}

/** Each object and array on one line where it fits, otherwise with a line per member. */
function formattedJson(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const membersAt = (at: string): string[] =>
    Array.isArray(value)
      ? value.map((element) => formattedJson(element, at))
      : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${formattedJson(member, at)}`)
  const line = membersAt('').join(', ')
  const [open = '', close = ''] = Array.isArray(value) ? '[]' : '{}'
  const space = Array.isArray(value) || line === '' ? '' : ' '
  if (!line.includes('\n') && indent.length + line.length < maxLine - 10)
    return open + space + line + space + close
  return `${open}\n${membersAt(inner)
    .map((member) => `${inner}${member}`)
    .join(',\n')}\n${indent}${close}`
}

/**
 * True if the output is that of the document. Durations may differ. A line with only `…` stands for any lines, and `…` in
 * a line for any characters.
 */
function isShown(actual: string, shown: string): boolean {
  const normalized = (text: string) => text.replace(/\b\d+(\.\d+)?(?= ?m?s\b)/g, '0')
  const pattern = normalized(shown)
    .split('\n')
    .map((line) =>
      line.trim() === '…'
        ? '(?:.*\\n)*?.*'
        : line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*'),
    )
    .join('\n')
  return new RegExp(`^${pattern}$`).test(normalized(actual))
}

/** Languages whose blocks with a file name are written as files before later commands. */
const fileLanguages = new Set(['json', 'js', 'sh', 'yaml'])

/** True if the block shows the output of commands. */
export function isRun({ language, info }: Block): boolean {
  return language === 'console' || (language === 'text' && info !== '')
}

/** The document with the current output of every ```console block, and of every ```text block that names a command. */
export async function executed(text: string): Promise<string> {
  if (!blocksOf(text).some(isRun)) return text
  const ports = new Map([
    [simulatorPort, await freePort()],
    [backgroundPort, await freePort()],
  ])
  const copy = copyRepository()
  const session = new Session(copy.directory, ports, text.includes(String(simulatorPort)))
  try {
    const bodies: string[] = []
    for (const { language, info, body } of blocksOf(text)) {
      if (fileLanguages.has(language) && info !== '') session.write(info, body)
      if (language === 'console') {
        const lines: string[] = []
        for (const command of commandsOf(body))
          lines.push(command.line, ...[await session.run(command)].filter(Boolean))
        bodies.push(`${lines.join('\n')}\n`)
      } else if (language === 'text' && info !== '') {
        bodies.push(`${await session.run({ line: '', text: `npx ${info}`, output: body.trimEnd() })}\n`)
      } else bodies.push(body)
    }
    return withBlocks(text, (_, index) => bodies[index] ?? '')
  } finally {
    session.close()
    copy.remove()
  }
}
