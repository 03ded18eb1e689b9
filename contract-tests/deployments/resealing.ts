// Opens what a client encrypted and encrypts it again: how a mutant takes what it must not be able to read.

import CryptoJS from 'crypto-js'
import { encryptPassphrase, encryptRsa } from '../../client/encryption.ts'
import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { World, Wrapping } from '../targets/in-process.ts'
import { rewriting } from './rewriting.ts'

type Scheme = 'rsa' | 'passphrase'

/**
 * A `request` that encrypts the payload of an operation again for the first merchant, where `read` makes it out of the text
 * that stands in the body; what it does not make out is left as it is.
 */
export function resealing(
  operationId: OperationId,
  scheme: Scheme,
  read: (text: string, world: World) => unknown,
): NonNullable<Wrapping['request']> {
  return rewriting(operationId, (body, _, world) => {
    const [field, text] =
      Object.entries(body).find(([name, value]) => name !== 'clientId' && typeof value === 'string') ?? []
    const payload = typeof text === 'string' ? read(text, world) : undefined
    if (field === undefined || payload === undefined) return body
    const { firstMerchant } = world.accounts
    const encrypted =
      scheme === 'rsa'
        ? encryptRsa(payload, world.accounts.keysOf(firstMerchant).publicKeyPem)
        : encryptPassphrase(payload, firstMerchant.clientSecret)
    return { ...body, [field]: encrypted }
  })
}

/** The value of a JSON text that stands there in base64. */
export function parsedBase64(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64').toString())
}

/** The value that a secret opens; undefined where it does not. */
export function decryptedWith(text: string, secret: string): unknown {
  try {
    return parseJson(CryptoJS.AES.decrypt(text, secret).toString(CryptoJS.enc.Utf8))
  } catch {
    return undefined
  }
}
