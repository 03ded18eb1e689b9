// The commands `encrypt` and `decrypt`: from JSON to the encrypted payload of a request, and back.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type Command, Option } from 'commander'
import { UsageError } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { printable, singleLine } from '../../core/terminal-text.ts'
import { type SimulatorFlags, simulatorOptions } from './simulator-flags.ts'

interface Flags extends Pick<SimulatorFlags, 'world' | 'assumptions' | 'seed'> {
  merchant?: string
  key?: string
  passphrase?: string
}

interface EncryptFlags extends Flags {
  padding?: 'oaep' | 'pkcs1'
  broken?: keyof typeof brokenForms
  text?: boolean
}

/** Adds `encrypt` to the program. */
export function addEncrypt(program: Command): void {
  const command = program
    .command('encrypt')
    .description('encrypt a payload, and print the body of the request that has it')
    .argument('<operation>', 'the operation, such as createExchangePayment')
    .argument('[file]', 'the payload as JSON; standard input by default', '-')
  addAccountFlags(command)
    .option('--seed <text>', 'the seed of padding and salt; the same seed encrypts to the same text')
    .option('--key <file>', "a public key (PEM), in place of the operation's own")
    .option('--passphrase <text>', "a passphrase, in place of the operation's own key")
    .addOption(
      new Option(
        '--padding <padding>',
        'the padding of RSA; by default the one that the assumptions accept',
      ).choices(['oaep', 'pkcs1']),
    )
    .addOption(
      new Option(
        '--broken <form>',
        'make it undecryptable, to test how a client handles the refusal',
      ).choices(Object.keys(brokenForms)),
    )
    .option('--text', 'print the encrypted text only')
    .action(encrypt)
}

/** Adds `decrypt` to the program. */
export function addDecrypt(program: Command): void {
  const command = program
    .command('decrypt')
    .description('decrypt a payload, and print it as JSON')
    .argument('<operation>', 'the operation, such as createExchangePayment')
    .argument('[file]', 'the body of a request, or the encrypted text; standard input by default', '-')
  addAccountFlags(command)
    .option('--key <file>', "a private key (PEM), in place of the merchant's")
    .option('--passphrase <text>', "a passphrase, in place of the merchant's client secret")
    .action(decrypt)
}

function addAccountFlags(command: Command): Command {
  return command
    .option('--merchant <name|id>', 'the merchant; the first one of the world by default')
    .option('--world <file>', 'a JSON file with the accounts; see "paytwin world"')
    .option('--assumptions <file>', 'a JSON file with options of unspecified behaviors')
}

async function encrypt(operationId: string, file: string, flags: EncryptFlags): Promise<void> {
  const { world, merchant, found, scheme } = await subject(operationId, flags)
  const [{ encryptFor, requestBody }, { readJsonFile }] = await Promise.all([
    import('../service/encrypt-payload.ts'),
    import('./files.ts'),
  ])
  const json = JSON.stringify(await readJsonFile(file, 'payload'))
  const { broken, passphrase } = flags
  const text = broken === 'not-json' ? json.slice(0, -1) : json
  const key = await keyOf(flags, 'public key', createPublicKey)
  const padding = flags.padding ?? (key === undefined ? undefined : 'oaep')
  const whole = encryptFor(world, merchant, scheme, text, { padding, key, passphrase })
  const encrypted = broken === undefined ? whole : brokenForms[broken](whole, json)
  const { body } = requestBody(world, merchant, found, encrypted)
  process.stdout.write(flags.text === true ? `${encrypted}\n` : `${singleLine(JSON.stringify(body))}\n`)
}

async function decrypt(operationId: string, file: string, flags: Flags): Promise<void> {
  const { world, merchant, scheme } = await subject(operationId, flags)
  const [{ decryptFor }, { decryptedJson }, { readTextFile }] = await Promise.all([
    import('../service/decrypt-payload.ts'),
    import('../encryption/decryption-outcome.ts'),
    import('./files.ts'),
  ])
  const encrypted = encryptedTextOf((await readTextFile(file, 'encrypted payload')).trim())
  const key = await keyOf(flags, 'private key', createPrivateKey)
  const { passphrase } = flags
  const payload = decryptedJson(decryptFor(world, merchant, scheme, encrypted, { key, passphrase }))
  if (!payload.ok)
    throw new UsageError(
      'The payload cannot be decrypted.',
      payload.message,
      'Check the operation, --merchant and --world, or give a key with --key or --passphrase.',
    )
  process.stdout.write(`${printable(JSON.stringify(payload.value, null, 2))}\n`)
}

/** The world, the merchant and the operation of a command. */
async function subject(operationId: string, { merchant: name, world: file, assumptions, seed }: Flags) {
  const [{ Simulator }, { encryptedOperation }, { schemeOf }] = await Promise.all([
    import('../simulator.ts'),
    import('../service/encrypt-payload.ts'),
    import('../service/decrypt-payload.ts'),
  ])
  const { defaultSandbox, document } = new Simulator(
    await simulatorOptions({
      seed,
      ...(file === undefined ? {} : { world: file }),
      ...(assumptions === undefined ? {} : { assumptions }),
    }),
  )
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
  const found = encryptedOperation(document, operationId)
  return { world, merchant, found, scheme: schemeOf(world, found.note) }
}

/** The key of a flag, unless a passphrase takes its place. */
async function keyOf(
  { key: file, passphrase }: Flags,
  what: string,
  read: (pem: string) => KeyObject,
): Promise<KeyObject | undefined> {
  if (file === undefined || passphrase !== undefined) return undefined
  const { readTextFile } = await import('./files.ts')
  const pem = await readTextFile(file, what)
  try {
    const key = read(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Reported below.
  }
  throw new UsageError(`The key ${file} cannot be used.`, 'Expected an RSA key in PEM.', 'Use another file.')
}

/** The encrypted text of a body, or the text itself. */
function encryptedTextOf(text: string): string {
  const body = parseJson(text)
  if (typeof body === 'string') return body
  if (!isObject(body)) return text
  const [field] = ['encryptedReq', 'data'].filter((name) => typeof body[name] === 'string')
  return field === undefined ? text : String(body[field])
}

/** Ways in which clients break an encrypted payload, by the form: from the whole one, and from the JSON of the payload. */
const brokenForms = {
  empty: () => '',
  plain: (_: string, json: string) => json,
  'not-json': (whole: string) => whole,
  'not-base64': (whole: string) => `*${whole.slice(1)}`,
  cut: (whole: string) => Buffer.from(whole, 'base64').subarray(0, -5).toString('base64'),
  tampered: (whole: string) => {
    const bytes = Buffer.from(whole, 'base64')
    // The byte before the last AES block changes the padding of that block. In an RSA block, every byte does.
    const at = bytes.length - 17
    bytes[at] = (bytes[at] ?? 0) ^ 0x80
    return bytes.toString('base64')
  },
} as const
