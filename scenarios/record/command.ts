// The command `record` and its flags. The code that it runs is loaded when it runs.

import { type Command, InvalidArgumentError } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import type { RecordFlags } from './record.ts'

const exitCodes = `
Exit codes:
  0  the scenario was written; no violations of the contract
  1  the scenario was written; the client or the deployment violated the contract
  2  invalid arguments, nothing was recorded, or the scenario could not be written`

/** Adds `record` to the program. */
export function addRecord(program: Command): void {
  program
    .command('record')
    .description('record what a client does to a simulator, or through a proxy, as a scenario')
    .requiredOption('--out <file>', 'the scenario, which is kept up to date while recording')
    .option(
      '--proxy <url>',
      'forward to the deployment with this base URL, and check it against the contract',
    )
    .option('--target <file>', 'target file with the accounts of that deployment')
    .option(
      '--private-key <file>',
      "a merchant's private key (PEM) to decrypt its payloads; repeatable",
      addTo,
    )
    .option('--transcript <file>', 'write the transcript too')
    .option('--title <text>', "the scenario's title", 'A recording')
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--port <number>', 'the port to listen on; 0 for any free port', portNumber, 4020)
    .option('--seed <text>', "the simulator's seed")
    .option('--world <file>', 'the simulator\'s accounts; see "paytwin world"')
    .option('--webhook-url <url>', "the initial webhook of the simulator's merchants")
    .option('--start <instant>', "the first instant of the simulator's clock")
    .option('--assumptions <file>', "the simulator's assumptions about unspecified behaviors")
    .option('--random-assumptions <seed>', "draw the simulator's assumptions at random")
    .addHelpText('after', exitCodes)
    .action(async (flags: RecordFlags) => {
      const { record } = await import('./record.ts')
      const ended = new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      process.exitCode = await record(flags, ended, (line) => console.log(singleLine(line)))
    })
}

function addTo(text: string, before: string[] = []): string[] {
  return [...before, text]
}

function portNumber(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (value <= 65535) return value
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535.')
}
