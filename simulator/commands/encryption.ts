// The command `encrypt`: from JSON to the encrypted payload of a request.

import type { Command } from 'commander'
import { UsageError } from '../../core/errors.ts'
import { singleLine } from '../../core/terminal-text.ts'
import { type SimulatorFlags, simulatorOptions } from './simulator-flags.ts'

interface Flags extends Pick<SimulatorFlags, 'world' | 'assumptions' | 'seed'> {
  merchant?: string
  text?: boolean
}

/** Adds `encrypt` to the program. */
export function addEncrypt(program: Command): void {
  program
    .command('encrypt')
    .description('encrypt a payload, and print the body of the request that has it')
    .argument('<operation>', 'the operation, such as createExchangePayment')
    .argument('[file]', 'the payload as JSON; standard input by default', '-')
    .option('--merchant <name|id>', 'the merchant; the first one of the world by default')
    .option('--world <file>', 'a JSON file with the accounts; see "paytwin world"')
    .option('--assumptions <file>', 'a JSON file with options of unspecified behaviors')
    .option('--seed <text>', 'the seed of padding and salt; the same seed encrypts to the same text')
    .option('--text', 'print the encrypted text only')
    .action(encrypt)
}

async function encrypt(
  operationId: string,
  file: string,
  { merchant: name, text, ...flags }: Flags,
): Promise<void> {
  const [{ Simulator }, { encryptedOperation, encryptFor, requestBody }, { schemeOf }, { readJsonFile }] =
    await Promise.all([
      import('../simulator.ts'),
      import('../service/encrypt-payload.ts'),
      import('../service/decrypt-payload.ts'),
      import('./files.ts'),
    ])
  const { defaultSandbox, document } = new Simulator(await simulatorOptions(flags))
  const { world } = defaultSandbox
  const { merchants } = world.accounts
  const merchant =
    name === undefined ? merchants[0] : merchants.find(({ id, username }) => id === name || username === name)
  if (merchant === undefined)
    throw new UsageError(
      `No such merchant: "${name}".`,
      `The world has ${merchants.map(({ username }) => username).join(', ')}.`,
      'Use the name or the id of one of them.',
    )
  const operation = encryptedOperation(document, operationId)
  const json = JSON.stringify(await readJsonFile(file, 'payload'))
  const encrypted = encryptFor(world, merchant, schemeOf(world, operation.note), json)
  const { body } = requestBody(world, merchant, operation, encrypted)
  process.stdout.write(text === true ? `${encrypted}\n` : `${singleLine(JSON.stringify(body))}\n`)
}
