#!/usr/bin/env node
// The program `paytwin`: the list of its commands, and its error messages. Each command is defined in its module and added here
// with one line.

import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { UsageError } from './core/errors.ts'

/** Adds one command to the program. */
type AddCommand = (program: Command) => void

// Only the requested command is loaded; help loads all.
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./simulator/commands/serve.ts')).addServe,
  world: async () => (await import('./simulator/commands/world.ts')).addWorld,
  verify: async () => {
    const { addVerifyCommand } = await import('./contract-tests/command.ts')
    const scenarios = async () =>
      (await import('./scenarios/record/failure-scenario.ts')).writeFailureScenario
    return (program) => addVerifyCommand(program, scenarios)
  },
  replay: async () => (await import('./scenarios/command.ts')).addReplay,
  lint: async () => (await import('./scenarios/command.ts')).addLint,
  record: async () => (await import('./scenarios/record/command.ts')).addRecord,
}

const usageErrorExitCode = 2

/** The exit code. Throws errors that are neither a usage error nor a failed check: they are bugs of paytwin. */
async function run(args: readonly string[]): Promise<number> {
  const { version }: { version: string } = createRequire(import.meta.url)('paytwin/package.json')
  const program = new Command('paytwin')
    .description('The twin of a checkout, payment, payout and subscription service.')
    .version(version, '--version')
    .exitOverride()
    // The catch block below prints errors in the form of paytwin.
    .configureOutput({ writeErr: () => undefined })
  const words = withCommand(args)
  const named = commands[words[0] ?? '']
  for (const load of named === undefined ? Object.values(commands) : [named]) {
    const add = await load()
    add(program)
  }
  try {
    await program.parseAsync(words, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const usageError: unknown = error instanceof CommanderError ? mistyped(error, words) : error
    if (!(usageError instanceof UsageError)) throw error
    const { fact, detail, remedy } = usageError
    console.error([`paytwin: ${fact}`, detail, remedy].join('\n').replaceAll('\n', '\n  '))
    return usageErrorExitCode
  }
}

/** The arguments with the default command, `serve`, when they name none. */
function withCommand(args: readonly string[]): string[] {
  const [first] = args
  const ownFlags = ['--help', '-h', '--version']
  const named = first !== undefined && (!first.startsWith('-') || ownFlags.includes(first))
  return named ? [...args] : ['serve', ...args]
}

function mistyped({ code, message }: CommanderError, [command = '']: readonly string[]): UsageError {
  if (code === 'commander.help')
    return new UsageError('There is no such command.', 'Help was requested for it.', 'See "paytwin --help".')
  const [first = '', hint] = message.replace(/^error: /, '').split('\n')
  const known = command !== '' && code !== 'commander.unknownCommand'
  return new UsageError(
    `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`,
    hint?.replace(/[()]/g, '') ?? 'Nothing was done.',
    `See "paytwin ${known ? `${command} ` : ''}--help".`,
  )
}

/** Resolves when everything written has left the process, or cannot any more. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}

const streams = [process.stdout, process.stderr]
// A reader may close the pipe early, as `head` does. The command still finishes, with its own exit code.
for (const stream of streams)
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
const code = await run(process.argv.slice(2))
await Promise.all(streams.map(written))
// Open sockets and timers must not keep the process alive.
process.exit(code)
