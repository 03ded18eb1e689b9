#!/usr/bin/env node
// The program `paytwin`: its list of verbs, and what a person is told who mistypes one. What a verb does lives in its
// room; it is added here with one line.

import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'

/** Adds one verb to the program. */
type AddVerb = (program: Command) => void

// The verb that is named is the only one that is loaded; help loads them all.
const verbs: Readonly<Record<string, () => Promise<AddVerb>>> = {
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

/** Misuse of the tool, whichever room tells it. */
interface UsageError {
  fact: string
  detail: string
  remedy: string
}

const misuseExitCode = 2

/** The exit code. What is neither misuse nor a failed check is a fault of paytwin, and is thrown. */
async function run(args: readonly string[]): Promise<number> {
  const { version }: { version: string } = createRequire(import.meta.url)('paytwin/package.json')
  const program = new Command('paytwin')
    .description('The twin of a checkout, payment, payout and subscription service.')
    .version(version, '--version')
    .exitOverride()
    // What commander would print as an error is told below, in our form.
    .configureOutput({ writeErr: () => undefined })
  const words = withVerb(args)
  const named = verbs[words[0] ?? '']
  for (const load of named === undefined ? Object.values(verbs) : [named]) {
    const add = await load()
    add(program)
  }
  try {
    await program.parseAsync(words, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const misuse: unknown = error instanceof CommanderError ? mistyped(error, words) : error
    if (!isMisuse(misuse)) throw error
    const { fact, detail, remedy } = misuse
    console.error([`paytwin: ${fact}`, detail, remedy].join('\n').replaceAll('\n', '\n  '))
    return misuseExitCode
  }
}

/** Flags without a verb are those of `serve`. */
function withVerb(args: readonly string[]): string[] {
  const [first] = args
  const ownFlags = ['--help', '-h', '--version']
  const named = first !== undefined && (!first.startsWith('-') || ownFlags.includes(first))
  return named ? [...args] : ['serve', ...args]
}

function mistyped({ code, message }: CommanderError, [verb = '']: readonly string[]): UsageError {
  if (code === 'commander.help')
    return {
      fact: 'There is no such verb.',
      detail: 'Help was asked for it.',
      remedy: 'See "paytwin --help".',
    }
  const [first = '', hint] = message.replace(/^error: /, '').split('\n')
  const known = verb !== '' && code !== 'commander.unknownCommand'
  return {
    fact: `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`,
    detail: hint?.replace(/[()]/g, '') ?? 'Nothing was done.',
    remedy: `See "paytwin ${known ? `${verb} ` : ''}--help".`,
  }
}

function isMisuse(error: unknown): error is UsageError {
  return (
    typeof error === 'object' && error !== null && 'fact' in error && 'detail' in error && 'remedy' in error
  )
}

/** Resolves when all that was written has left the process, or can no longer. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}

const streams = [process.stdout, process.stderr]
// Who reads no further than the first lines has not undone the rest: it goes on, and ends with its own code.
for (const stream of streams)
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
const code = await run(process.argv.slice(2))
await Promise.all(streams.map(written))
// Sockets and timers that are still open must not keep a program that has ended.
process.exit(code)
