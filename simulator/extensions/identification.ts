// Which merchant sends a request to an operation of an extension, and what its inputs are: those that are encrypted are decrypted.

import { parseJson } from '../../core/json.ts'
import { atPointer } from '../../core/json-pointer.ts'
import { type DecryptedJson, type Opened, undecryptable } from '../encryption/decrypted.ts'
import { decryptWithKeysOf, ownerOf } from '../pipeline/decrypt-payload.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import { ExtensionRefusal } from './behaviors.ts'
import { type ExtensionRequest, type Input, textOf } from './inputs.ts'

type Values = Record<string, string | undefined>

/** A request as a behavior gets it. */
interface Identified {
  readonly inputs: Readonly<Values>
  /** Undefined if nothing in the request identifies it. */
  readonly merchant: Merchant | undefined
}

/** Reads and decrypts the inputs. The merchant follows from a token, from a client id, from the key that decrypts an input, or else from a uuid. */
export function identify(
  world: World,
  request: ExtensionRequest,
  inputs: readonly Input[],
): Identified | ExtensionRefusal {
  const values: Values = {}
  for (const { name, read, encrypted } of inputs) if (encrypted === undefined) values[name] = read(request)
  const token = values.token?.replace(/^Bearer +/i, '').trim() ?? ''
  const named = token === '' ? byClientId(world, values.clientId) : byToken(world, token)
  if (named instanceof ExtensionRefusal) return named
  const merchant = decryptInto(values, world, request, inputs, named)
  if (merchant instanceof ExtensionRefusal) return merchant
  const client = byClientId(world, values.clientId)
  if (client instanceof ExtensionRefusal) return client
  if (client !== undefined && merchant !== undefined && client !== merchant)
    return new ExtensionRefusal('credentials', 'The client id is that of another merchant.')
  return { inputs: values, merchant: merchant ?? client ?? withoutToken(world, values, inputs) }
}

function byToken(world: World, token: string): Merchant | ExtensionRefusal {
  const merchant = world.accounts.merchantWithToken(token)
  return merchant !== undefined && world.tokenValid(token)
    ? merchant
    : new ExtensionRefusal('credentials', 'The access token is not a valid token of a merchant.')
}

function byClientId({ accounts }: World, id: string | undefined): Merchant | ExtensionRefusal | undefined {
  if (id === undefined) return undefined
  return (
    accounts.merchantWithClientId(id) ??
    accounts.merchant(id) ??
    new ExtensionRefusal('credentials', 'The client id is not that of a merchant.')
  )
}

/** An operation without the input `token` needs none: the invoice has a merchant, or the world has only one. */
function withoutToken(
  { accounts, invoices }: World,
  { uuid = '' }: Values,
  inputs: readonly Input[],
): Merchant | undefined {
  if (inputs.some(({ name }) => name === 'token')) return undefined
  const [only, second] = accounts.merchants
  return accounts.merchant(invoices.get(uuid)?.merchant ?? '') ?? (second === undefined ? only : undefined)
}

/** Decrypts inputs that are in the request into `values`. Returns the merchant whose key or secret did it, or `known`. */
function decryptInto(
  values: Values,
  world: World,
  request: ExtensionRequest,
  inputs: readonly Input[],
  known: Merchant | undefined,
): Merchant | ExtensionRefusal | undefined {
  // Several inputs are often in one payload, and decrypting takes time.
  const opened = new Map<string, unknown>()
  let merchant = known
  for (const { name, encrypted, read } of inputs) {
    const text = encrypted === undefined ? undefined : read(request)
    if (encrypted === undefined || text === undefined) continue
    const { scheme, at } = encrypted
    const key = `${scheme} ${text}`
    if (!opened.has(key)) {
      const candidates = merchant === undefined ? world.accounts.merchants : [merchant]
      const decrypted = decryptWithKeysOf(world, candidates, scheme, text, jsonOrText)
      if (!decrypted.ok) return new ExtensionRefusal('invalid', decrypted.message)
      opened.set(key, decrypted.value)
      merchant ??= ownerOf(world, undefined, decrypted.merchant, scheme, decrypted.value)
    }
    const value = opened.get(key)
    values[name] = textOf(at === undefined ? value : atPointer(value, at))
  }
  return merchant
}

/** A decrypted text, which need not be JSON: some clients encrypt an id alone. Control characters show that the key was wrong. */
function jsonOrText(opened: Opened): DecryptedJson {
  if (!opened.ok) return opened
  const value = parseJson(opened.text)
  // A number of many digits keeps them as text.
  if (typeof value === 'object' || typeof value === 'string') return { ok: true, value }
  return /\p{Cc}/u.test(opened.text)
    ? undecryptable('not-json', 'The encrypted payload opened, but not to a text.')
    : { ok: true, value: opened.text }
}
