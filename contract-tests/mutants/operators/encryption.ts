// Operators on encrypted payloads: the deployment reads what it must not be able to read, or reads it in another way. What
// is read is encrypted again for the first merchant, so that the simulator accepts it.

import CryptoJS from 'crypto-js'
import type { OperationId } from '../../../spec/operations.ts'
import { encryptPassphrase, encryptRsa } from '../../encryption.ts'
import type { World } from '../../in-process.ts'
import { isObject, type JsonObject, parsed } from '../json-path.ts'
import type { Mutation } from '../mutation.ts'
import { changeBody } from './request.ts'

/** How the built-in simulator decrypts each payload by default. */
const schemes = {
  validateExchangePayment: 'rsa',
  createExchangePayment: 'rsa',
  createBankPayment: 'rsa',
  createTransfers: 'passphrase',
  addPayees: 'passphrase',
  closePartialPayment: 'passphrase',
} as const satisfies Partial<Record<OperationId, 'rsa' | 'passphrase'>>

type Encrypted = keyof typeof schemes

/** Reads the encrypted text of requests in another way; where `read` returns undefined, the request stays as it is. */
function readPayload(
  name: string,
  words: string,
  operation: Encrypted,
  read: (text: string, world: World) => unknown,
): Mutation {
  return {
    name: `${name} ${operation}`,
    description: `Accepts ${words} as payload of ${operation}.`,
    request: changeBody(operation, (body, world) => {
      const [field, text] =
        Object.entries(body).find(([key, value]) => key !== 'clientId' && typeof value === 'string') ?? []
      const payload = typeof text === 'string' ? read(text, world) : undefined
      if (field === undefined || payload === undefined) return body
      const { accounts } = world
      const encrypted =
        schemes[operation] === 'rsa'
          ? encryptRsa(payload, accounts.keysOf(accounts.firstMerchant).publicKeyPem)
          : encryptPassphrase(payload, accounts.firstMerchant.clientSecret)
      return { ...body, [field]: encrypted }
    }),
  }
}

/** The JSON value that a secret decrypts; undefined if it does not. */
export function decryptedWith(text: string, secret: string): unknown {
  try {
    return parsed(CryptoJS.AES.decrypt(text, secret).toString(CryptoJS.enc.Utf8))
  } catch {
    return undefined
  }
}

/** The JSON value that the secret of the first merchant decrypts. */
const decrypted = (text: string, { accounts }: World) =>
  decryptedWith(text, accounts.firstMerchant.clientSecret)

export const acceptPlainText = (operation: Encrypted) =>
  readPayload('accept-plain-text', 'plain JSON', operation, parsed)
export const acceptBase64 = (operation: Encrypted) =>
  readPayload('accept-base64', 'JSON in base64', operation, (text) =>
    parsed(Buffer.from(text, 'base64').toString()),
  )
export const acceptClientSecret = (operation: Encrypted) =>
  readPayload('accept-client-secret', 'JSON encrypted with the client secret', operation, decrypted)
export const acceptAnySecret = (operation: Encrypted) =>
  readPayload(
    'accept-any-secret',
    'JSON encrypted with the secret of any merchant',
    operation,
    (text, { accounts }) =>
      accounts.merchants.map(({ clientSecret }) => decryptedWith(text, clientSecret)).find(Boolean),
  )

/** Changes a decrypted object before it is validated. */
export const acceptPayload = (
  operation: Encrypted,
  words: string,
  change: (payload: JsonObject, world: World) => unknown,
) =>
  readPayload(`accept ${words}`, words, operation, (text, world) => {
    const payload = decrypted(text, world)
    return isObject(payload) ? change(payload, world) : undefined
  })

/** Changes each decrypted row before it is validated. */
export const acceptRows = (
  operation: Encrypted,
  words: string,
  change: (row: JsonObject, index: number) => JsonObject,
) =>
  readPayload(`accept ${words}`, words, operation, (text, world) => {
    const rows = decrypted(text, world)
    return Array.isArray(rows) ? rows.map(change) : undefined
  })
