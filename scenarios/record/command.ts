// The verb `record`: its flags, and what is done with them. What costs time to load is loaded when it runs.

import { type Command, InvalidArgumentError } from 'commander'

interface RecordFlags {
  out: string
  proxy?: string
  target?: string
  privateKey?: string[]
  transcript?: string
  title: string
  host: string
  port: number
  seed?: string
  start?: string
  vary?: string
}

/** Adds `record` to the program. */
export function addRecord(program: Command): void {
  program
    .command('record')
    .description('record what a shop does, to a simulator or through a proxy, and write it as a scenario')
    .requiredOption('--out <file>', 'where the scenario is written when the recording ends')
    .option(
      '--proxy <url>',
      'pass everything on to the deployment whose base URL this is, and hold it to the contract',
    )
    .option('--target <file>', 'who is at that deployment, as a target file describes it')
    .option(
      '--private-key <file>',
      "a merchant's private key (PEM), to open what is encrypted for it; repeatable",
      addTo,
    )
    .option('--transcript <file>', 'write the transcript too')
    .option('--title <text>', "the scenario's title", 'A recording')
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--port <number>', 'where to listen; 0 takes any free port', portNumber, 4020)
    .option('--seed <text>', "the simulator's seed")
    .option('--start <instant>', "where the simulator's clock stands at first")
    .option('--vary <seed>', 'let the simulator draw other lawful assumptions')
    .action(async (flags: RecordFlags) => {
      const { record } = await import('./record.ts')
      const ended = new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      process.exitCode = await record({ ...flags, privateKey: flags.privateKey ?? [] }, ended, (line) =>
        console.log(line),
      )
    })
}

function addTo(text: string, before: string[] = []): string[] {
  return [...before, text]
}

function portNumber(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (value <= 65535) return value
  throw new InvalidArgumentError('It takes a whole number from 0 to 65535.')
}
