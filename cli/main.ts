// The program `paytwin`: its list of commands, and the messages for wrong usage. Each command is implemented in its module
// and added here with one line.

import { createRequire } from 'node:module'
import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { errorStack, UsageError } from '../core/errors.ts'
import { printable, usageText } from '../core/terminal-text.ts'
import type { RemoteCommand } from '../simulator/commands/remote-commands.ts'

interface CliCommand {
  /** One sentence for the list of commands. */
  summary: string
  /** Loads the module of the command and returns the function that adds it to the program. */
  load: () => Promise<(program: Command) => void>
}

// Only the command that is used is loaded.
const commands: ReadonlyMap<string, CliCommand> = new Map(
  Object.entries<CliCommand>({
    serve: {
      summary: 'Serve the simulator on this machine (default command).',
      load: async () => {
        const { addServe } = await import('../simulator/commands/serve.ts')
        return (program) =>
          addServe(program, async (source) =>
            (await import('../scenarios/record/journal-scenario.ts')).journalScenario(source),
          )
      },
    },
    exec: {
      summary: 'Serve the simulator while a command runs.',
      load: async () => (await import('../simulator/commands/exec.ts')).addExec,
    },
    encrypt: {
      summary: 'Encrypt the payload of a request.',
      load: async () => (await import('../simulator/commands/encryption.ts')).addEncrypt,
    },
    decrypt: {
      summary: 'Decrypt the payload of a request.',
      load: async () => (await import('../simulator/commands/encryption.ts')).addDecrypt,
    },
    world: {
      summary: 'Print the default world as JSON.',
      load: async () => (await import('../simulator/commands/world.ts')).addWorld,
    },
    export: {
      summary: 'Write the state of a sandbox to a file.',
      load: async () => (await import('../simulator/commands/snapshot-files.ts')).addExport,
    },
    import: {
      summary: 'Create a sandbox with the state in a file.',
      load: async () => (await import('../simulator/commands/snapshot-files.ts')).addImport,
    },
    ...remoteCommands({
      pay: 'Pay an order of a running simulator.',
      advance: 'Advance the clock of a running simulator.',
      status: 'Print the clock and the transactions of a running simulator.',
      logs: 'Print the requests and the webhooks of a running simulator.',
      resend: 'Deliver a webhook again.',
      open: 'Open the dashboard of a running simulator.',
      reset: 'Reset the world of a running simulator.',
    }),
    openapi: {
      summary: 'Print the OpenAPI document.',
      load: async () => (await import('../simulator/commands/openapi.ts')).addOpenapi,
    },
    verify: {
      summary: 'Check a deployment against the contract.',
      load: async () => {
        const { addVerifyCommand } = await import('../contract-tests/command.ts')
        const scenarios = async () =>
          (await import('../scenarios/record/failure-scenario.ts')).writeFailureScenario
        return (program) => addVerifyCommand(program, scenarios)
      },
    },
    replay: {
      summary: 'Replay scenarios and check every response.',
      load: async () => (await import('../scenarios/command.ts')).addReplay,
    },
    lint: {
      summary: 'Check scenario files without running them.',
      load: async () => (await import('../scenarios/command.ts')).addLint,
    },
    record: {
      summary: 'Record what a shop does as a scenario.',
      load: async () => (await import('../scenarios/record/command.ts')).addRecord,
    },
  }),
)

/** The commands that drive a running simulator, by their summaries. */
function remoteCommands(summaries: Readonly<Record<RemoteCommand, string>>): Record<string, CliCommand> {
  const names = Object.keys(summaries) as RemoteCommand[]
  const load = async (name: RemoteCommand) =>
    (await import('../simulator/commands/running-simulator.ts')).addRemoteCommand(name)
  return Object.fromEntries(names.map((name) => [name, { summary: summaries[name], load: () => load(name) }]))
}

const usageExitCode = 2
const internalErrorExitCode = 3

/** Runs the program and returns its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { version }: { version: string } = createRequire(import.meta.url)('paytwin/package.json')
  const program = new Command('paytwin')
    .description(
      'A simulator and conformance suite for a checkout, payment, payout and subscription service.',
    )
    .version(version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Print help.')
    .helpCommand(false)
    .configureHelp({ styleTitle: (title) => styleText('bold', title) })
    .addHelpText('after', '\nRun "paytwin <command> --help" for the options of a command.')
    .exitOverride()
    // Errors are printed below, in the form of a UsageError.
    .configureOutput({ writeErr: () => undefined })
  const words = withCommand(args)
  const used = commands.get(words[0] ?? '')
  if (used === undefined) {
    for (const [name, { summary }] of commands) program.command(name).description(summary)
  } else {
    const add = await used.load()
    add(program)
  }
  try {
    await program.parseAsync(words, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const wrongUsage = error instanceof CommanderError ? asUsageError(error, words) : error
    const isWrongUsage = wrongUsage instanceof UsageError
    const message = await withoutSecrets(
      isWrongUsage
        ? usageText(wrongUsage)
        : `Internal error. This is a bug of paytwin.\n${printable(errorStack(error))}`,
    )
    console.error(`${styleText('red', 'paytwin:', { stream: process.stderr })} ${message}`)
    return isWrongUsage ? usageExitCode : internalErrorExitCode
  }
}

/** A text of an error without secrets. What it needs is loaded for errors only. */
async function withoutSecrets(text: string): Promise<string> {
  const [{ Redactor }, { redactionPolicy }] = await Promise.all([
    import('../core/redaction.ts'),
    import('../spec/secret-fields.ts'),
  ])
  return new Redactor(redactionPolicy).text(text)
}

/** Arguments without a command are those of `serve`; `help serve` is `serve --help`. */
function withCommand(args: readonly string[]): string[] {
  const [first, second] = args
  if (first === 'help') return second === undefined ? ['--help'] : withCommand([second, '--help'])
  if (first === undefined || (first.startsWith('-') && !['--help', '-h', '--version'].includes(first)))
    return ['serve', ...args]
  // An unknown command is reported as such, whatever follows it.
  return first.startsWith('-') || commands.has(first) ? [...args] : [first]
}

/** An error of the command line parser with fact, detail and remedy. */
function asUsageError({ message }: CommanderError, [command = '']: readonly string[]): UsageError {
  const [fact = '', hint] = message
    .replace(/^error: /, '')
    // The value of an input can be a secret.
    .replace(/(option '--input <name=value>' argument ').*(' is invalid)/s, '$1•••$2')
    .split('\n')
  return new UsageError(
    `${fact.charAt(0).toUpperCase()}${fact.slice(1).replace(/\.$/, '')}.`,
    hint?.replace(/[()]/g, '') ?? 'Nothing was run.',
    `See "paytwin ${commands.has(command) ? `${command} ` : ''}--help".`,
  )
}

/** Resolves when everything written to the stream has been flushed, or the stream is closed. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}

const streams = [process.stdout, process.stderr]
// Output that cannot be written (a closed pipe, a full disk) does not stop the run or change its exit code.
let warned = false
for (const stream of streams)
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // A reader that closes the pipe early, such as `head`, needs no warning.
    if (warned || code === 'EPIPE') return
    warned = true
    console.error(
      `paytwin: The output is incomplete.\n  ${message}.\n  Free space, or redirect the output elsewhere.`,
    )
  })

async function main(): Promise<void> {
  const code = await run(process.argv.slice(2)).catch(async (error: unknown) => {
    console.error(await withoutSecrets(errorStack(error)))
    return 1
  })
  await Promise.all(streams.map(flushed))
  // Open sockets and timers must not keep the process running.
  process.exit(code)
}

// The bundle is CommonJS, which cannot wait here.
void main()
