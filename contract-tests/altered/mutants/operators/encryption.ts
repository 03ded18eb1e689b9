// Operators on encrypted payloads: the deployment reads what it must not be able to read, or reads it in another way. What
// is read is encrypted again for the same merchant, so that the simulator accepts it.

import CryptoJS from 'crypto-js'
import { encrypt } from '../../../../client/encryption.ts'
import { payloadEncryption } from '../../../../client/operation-request.ts'
import { isObject, parseJson } from '../../../../core/json.ts'
import type { OperationId } from '../../../../spec/operations.ts'
import { readPayload as decrypted, targetOf, type World } from '../../../observe/in-process.ts'
import { changeAt, type JsonObject } from '../json-path.ts'
import type { Mutation } from '../mutation.ts'
import { tokenOf } from './credentials.ts'
import { accepting } from './request.ts'
import { changeResponse } from './response.ts'

/** The payload of a request: its text, its value where a key or secret of the service decrypts it, and the secret of its merchant. */
interface SentPayload {
  text: string
  value: unknown
  secret: string
  world: World
}

/** Reads the encrypted text of requests in another way; where `read` returns undefined, the request stays as it is. */
function readPayload(
  name: string,
  operations: OperationId | readonly OperationId[],
  read: (sent: SentPayload) => unknown,
): Mutation {
  return accepting(`${name} ${[operations].flat().join(' and ')}`, operations, (body, world, request) => {
    const [field, text] =
      Object.entries(body).find(([key, value]) => key !== 'clientId' && typeof value === 'string') ?? []
    if (field === undefined || typeof text !== 'string') return body
    const { accounts } = world
    const { value, merchant } = decrypted(request, world) ?? {}
    const named = (of: unknown) => accounts.merchantWithClientId(String(Object(of).clientId))
    const own =
      named(body) ??
      accounts.merchant(merchant ?? '') ??
      accounts.merchantWithToken(tokenOf(request) ?? '') ??
      accounts.firstMerchant
    const sent = { text, world, value: merchant === undefined ? undefined : value }
    const payload = read({ ...sent, secret: own.clientSecret })
    if (payload === undefined) return body
    const target = targetOf(world)
    const { id } = named(payload) ?? own
    const merchants = target.merchants.filter((one) => one.id === id)
    const encryption = payloadEncryption(request.operationId, { ...target, merchants })
    return { ...body, [field]: encrypt(JSON.stringify(payload), encryption) }
  })
}

/** The JSON value that a secret decrypts; undefined if it does not. */
export function decryptedWith(text: string, secret: string): unknown {
  try {
    return parseJson(CryptoJS.AES.decrypt(text, secret).toString(CryptoJS.enc.Utf8))
  } catch {
    return undefined
  }
}

export const acceptPlainText = (operation: OperationId) =>
  readPayload('accept-plain-text', operation, ({ text }) => parseJson(text))
export const acceptBase64 = (operation: OperationId) =>
  readPayload('accept-base64', operation, ({ text }) => parseJson(Buffer.from(text, 'base64').toString()))
export const acceptClientSecret = (operation: OperationId) =>
  readPayload('accept-client-secret', operation, ({ text, secret }) => decryptedWith(text, secret))
export const acceptAnySecret = (operation: OperationId) =>
  readPayload('accept-any-secret', operation, ({ value }) => value)

/** Takes the merchant whose secret decrypts the payload, whatever client id the request has. */
export const ignoreClientId = (operation: OperationId) =>
  accepting(`ignore-client-id ${operation}`, operation, (body, world, request) => {
    const { merchant = body.clientId } = decrypted(request, world) ?? {}
    return { ...body, clientId: merchant }
  })

/** Reads null as an empty list. */
export const acceptNull = (operations: readonly OperationId[]) =>
  readPayload('accept-null', operations, ({ value }) => (value === null ? [] : undefined))

/** Changes a decrypted object before it is validated. */
export const acceptPayload = (
  operations: OperationId | readonly OperationId[],
  words: string,
  change: (payload: JsonObject, world: World) => unknown,
) =>
  readPayload(`accept ${words}`, operations, ({ value, world }) =>
    isObject(value) ? change(value, world) : undefined,
  )

/** Values of a line that stand for those that it lacks. */
const lacking: JsonObject = { id: 'lacking', name: 'lacking', price: 4711, quantity: 4711 }

/** Accepts payments whose lines lack one of these fields; and any of them, with a record whose lines lack them, too. */
export function acceptIncompleteLines(operation: OperationId): Mutation[] {
  const without = (words: string, fields: JsonObject) =>
    acceptPayload(operation, words, (payload) =>
      changeAt(payload, 'cart.*', (line) => ({ ...fields, ...Object(line) })),
    )
  return [
    ...Object.entries(lacking).map(([key, value]) => without(`lines without ${key}`, { [key]: value })),
    {
      ...without('incomplete lines, and return them, by', lacking),
      response: changeResponse(operation, 'result.check.*', (line) =>
        Object.fromEntries(Object.entries(Object(line)).filter(([key, value]) => value !== lacking[key])),
      ),
    },
  ]
}

/** Changes each decrypted row before it is validated. */
export const acceptRows = (
  operation: OperationId,
  words: string,
  change: (row: JsonObject, index: number) => JsonObject,
) =>
  readPayload(`accept ${words}`, operation, ({ value }) =>
    Array.isArray(value) ? value.map((row, at) => (isObject(row) ? change(row, at) : row)) : undefined,
  )
