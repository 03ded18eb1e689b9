// Reads a world that a person wrote: a file on the command line, a body of the control API, an option in process.

import { createPrivateKey } from 'node:crypto'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { listMessages, placeName } from '../../core/validation-words.ts'
import { type Issue, zodMessages } from '../../core/zod-messages.ts'
import { defaultWorld } from './default-world.ts'
import { type WorldFile, WorldFileSchema } from './world-file.ts'

/** An operation with a key of 16384 bits takes half a second. */
const maxKeyBits = 4096

/** An error at one place. */
interface WorldIssue {
  path: (string | number)[]
  message: string
}

/** Everything that is wrong in a file whose fields are valid by themselves. */
function worldIssues(file: WorldFile): WorldIssue[] {
  return [...unusableValues(file), ...unknownNames(file), ...duplicates(file)]
}

/** Keys and rates that cannot be used. */
function unusableValues(file: WorldFile): WorldIssue[] {
  const issues: WorldIssue[] = []
  const checkKey = (pem: string, path: WorldIssue['path']) => {
    if (!isRsaKey(pem))
      issues.push({ path, message: `must be an RSA private key in PEM of at most ${maxKeyBits} bits` })
  }
  checkKey(file.serviceKey, ['serviceKey'])
  file.merchants.forEach(({ privateKey }, at) => {
    checkKey(privateKey, ['merchants', at, 'privateKey'])
  })
  file.currencies.forEach(({ rate }, at) => {
    if (!/[1-9]/.test(rate))
      issues.push({ path: ['currencies', at, 'rate'], message: 'must be more than zero' })
  })
  return issues
}

/** Currencies and exchanges that are named but not defined. */
function unknownNames(file: WorldFile): WorldIssue[] {
  const issues: WorldIssue[] = []
  const known = new Set(file.currencies.map(({ id }) => id))
  const checkCoins = (ids: readonly string[], path: WorldIssue['path']) => {
    for (const id of ids)
      if (!known.has(id))
        issues.push({ path, message: `names the currency ${id}, which is not in "currencies"` })
  }
  checkCoins(file.partner.enabledCurrencies, ['partner', 'enabledCurrencies'])
  file.exchanges.forEach(({ coins }, at) => {
    checkCoins(coins, ['exchanges', at, 'coins'])
  })
  const exchanges = new Set(['*', ...file.exchanges.map(({ name }) => name)])
  file.shoppers.forEach(({ exchangeAccounts }, at) => {
    for (const [name, { balances }] of Object.entries(exchangeAccounts)) {
      const path = ['shoppers', at, 'exchangeAccounts', name]
      if (!exchanges.has(name)) issues.push({ path, message: 'names an exchange that is not in "exchanges"' })
      checkCoins(Object.keys(balances), [...path, 'balances'])
    }
  })
  file.merchants.forEach(({ enabledCurrencies, storeCurrency }, at) => {
    checkCoins(enabledCurrencies, ['merchants', at, 'enabledCurrencies'])
    checkCoins([storeCurrency], ['merchants', at, 'storeCurrency'])
  })
  return issues
}

/** Values that must be unique and are not. */
function duplicates(file: WorldFile): WorldIssue[] {
  const issues: WorldIssue[] = []
  const seen = new Map<string, string>()
  const unique = (what: string, value: string, path: WorldIssue['path']) => {
    const key = `${what} ${value}`
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, placeName('world', path))
    else issues.push({ path, message: `must be unique, but ${earlier} is the same` })
  }
  file.currencies.forEach(({ id }, at) => {
    unique('currency id', id, ['currencies', at, 'id'])
  })
  file.exchanges.forEach((exchange, at) => {
    unique('exchange name', exchange.name, ['exchanges', at, 'name'])
  })
  file.merchants.forEach(({ id, clientId, accessToken, clientSecret }, at) => {
    unique('id', id, ['merchants', at, 'id'])
    unique('client id', clientId ?? id, ['merchants', at, clientId === undefined ? 'id' : 'clientId'])
    // A payload without a token belongs to the merchant whose secret decrypts it.
    unique('client secret', clientSecret, ['merchants', at, 'clientSecret'])
    unique('access token', accessToken, ['merchants', at, 'accessToken'])
  })
  file.shoppers.forEach(({ id, accessToken, banks }, at) => {
    unique('id', id, ['shoppers', at, 'id'])
    unique('access token', accessToken, ['shoppers', at, 'accessToken'])
    banks.forEach(({ stockId }, bank) => {
      unique('stockId', stockId, ['shoppers', at, 'banks', bank, 'stockId'])
    })
  })
  return issues
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && Number(asymmetricKeyDetails?.modulusLength) <= maxKeyBits
  } catch {
    return false
  }
}

const maxMessages = 20

/**
 * The world in a JSON value, as a copy with every default filled in. Throws a UsageError with every place that is wrong;
 * `name` is what the value is called there, such as `world file world.json`.
 */
export function readWorld(written: unknown, name = 'world'): WorldFile {
  if (written === defaultWorld) return defaultWorld
  // A file may name its schema, for editors.
  const { $schema: _, ...world } = isObject(written) ? written : {}
  const read = WorldFileSchema.safeParse(isObject(written) ? world : written)
  const issues: readonly Issue[] = read.success ? worldIssues(read.data) : read.error.issues
  if (read.success && issues.length === 0) return read.data
  const messages = zodMessages(issues, 'world').map((message) => `${message}.`)
  throw new UsageError(
    `Invalid ${name}.`,
    listMessages(messages, { max: maxMessages, separator: '\n' }),
    'Correct these places. "paytwin world" prints a valid world to start from.',
  )
}
