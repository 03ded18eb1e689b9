// The program `paytwin`: runs the command that is meant, and prints the messages for wrong usage.

import { createRequire } from 'node:module'
import { styleText } from 'node:util'
import { Command, CommanderError, type Option } from 'commander'
import { errorStack, UsageError } from '../core/errors.ts'
import { likely } from '../core/nearest.ts'
import { printable, usageText } from '../core/terminal-text.ts'
import { sandboxVariables } from '../simulator/commands/environment-variables.ts'
import { commands } from './commands.ts'

const help = `
Run "paytwin <command> --help" for the options of a command.

An environment variable sets a flag that is not given: PAYTWIN_MAX_SANDBOXES for --max-sandboxes.`

const usageExitCode = 2
const internalErrorExitCode = 3

/** Runs the program and returns its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const { version }: { version: string } = createRequire(import.meta.url)('paytwin/package.json')
  const program = new Program('paytwin')
    .description(
      'A simulator and conformance suite for a checkout, payment, payout and subscription service.',
    )
    .version(version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Print help.')
    .helpCommand(false)
    .configureHelp({ styleTitle: (title) => styleText('bold', title) })
    .addHelpText('after', help)
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
    return reportError(error instanceof CommanderError ? asUsageError(error, words) : error)
  }
}

/** A command whose flags can be set by environment variables. */
class Program extends Command {
  override createCommand(name?: string): Command {
    return new Program(name)
  }

  override addOption(option: Option): this {
    addVariable(option)
    return super.addOption(option)
  }
}

/** Lets an environment variable set a flag. Names that `exec` sets for its program are no flags. */
function addVariable(option: Option): void {
  const { long, required, optional, parseArg } = option
  const name = `PAYTWIN_${String(long).slice(2).replaceAll('-', '_').toUpperCase()}`
  const value = process.env[name] ?? ''
  if (Object.hasOwn(sandboxVariables, name) || value === '') return
  const isSwitch = !required && !optional
  if (isSwitch && ['0', 'false'].includes(value)) return
  option.env(name)
  if (parseArg === undefined || option.argChoices !== undefined) return
  option.argParser((text, earlier) => {
    try {
      return parseArg(text, earlier)
    } catch (error) {
      if (!(error instanceof UsageError) || text !== value) throw error
      throw new UsageError(error.fact, `${error.detail} The value is that of ${name}.`, error.remedy)
    }
  })
}

/** Prints an error, and returns the exit code that it leads to. */
async function reportError(error: unknown): Promise<number> {
  const isWrongUsage = error instanceof UsageError
  const message = await withoutSecrets(
    isWrongUsage
      ? usageText(error)
      : `Internal error. This is a bug of paytwin.\n${printable(errorStack(error))}`,
  )
  console.error(`${styleText('red', 'paytwin:', { stream: process.stderr })} ${message}`)
  return isWrongUsage ? usageExitCode : internalErrorExitCode
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

/** The hint for `--url` and `--port`, which other commands take and `verify` does not. */
const placeHint = 'Did you mean --base-url?'

/** An invalid value of a flag, with the one that was probably meant; undefined for another fact. */
function invalidValue(fact: string): UsageError | undefined {
  const [, flag, value = '', variable, reason = ''] =
    /^option '(--[\w-]+)[^']*' (?:argument|value) '(.*?)'(?: from env '(\w+)')? is invalid\.? ?(.*)$/s.exec(
      fact,
    ) ?? []
  if (flag === undefined) return undefined
  const [, listed] = /^(?:Allowed choices are|Expected one of:) (.*?)\.?$/.exec(reason) ?? []
  const choices = listed?.split(', ') ?? []
  const meant = likely(value, choices) ?? choices[0]
  return new UsageError(
    `Invalid value "${value}" for ${flag}.`,
    `${listed === undefined ? reason : `Expected one of ${listed}.`}${variable === undefined ? '' : ` The value is that of ${variable}.`}`,
    meant === undefined ? 'Nothing was run.' : `Use, for example, ${flag} ${meant}.`,
  )
}

/** An error of the command line parser with fact, detail and remedy. */
function asUsageError({ message }: CommanderError, [command = '']: readonly string[]): UsageError {
  const [fact = '', hint] = message
    .replace(/^error: /, '')
    // The value of an input can be a secret.
    .replace(/(option '--input <name=value>' argument ').*(' is invalid)/s, '$1•••$2')
    .split('\n')
  const invalid = invalidValue(fact)
  if (invalid !== undefined) return invalid
  return new UsageError(
    `${fact.charAt(0).toUpperCase()}${fact.slice(1).replace(/\.$/, '')}.`,
    (command === 'verify' && /'--(url|port)'/.test(fact) ? placeHint : hint?.replace(/[()]/g, '')) ??
      'Nothing was run.',
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
    return internalErrorExitCode
  })
  await Promise.all(streams.map(flushed))
  // Open sockets and timers must not keep the process running.
  process.exit(code)
}

await main()
