// Requests with an encrypted payload that a conforming service refuses: it is missing, cannot be decrypted, or has another
// shape. Each request comes with the reason for its refusal.

import { type Encryption, encrypt } from '../../client/encryption.ts'
import type { RequestOptions } from '../../client/operation-request.ts'
import type { Context } from './context.ts'

type InvalidRequest = readonly [because: string, options: RequestOptions]

/** An RSA public key of 2048 bits in PEM whose private key no service has. */
export const unknownPublicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAo9X1mCUoy247+Vhsfb7r
ctfULdNIkuevcAnXG5zIJDYIeZ593K6rgtFTI2T5i4xUCHlaPwUcRiJhs91Zso9q
vWgmf88ORDyTrNTEH3tuTlyCiVCihDzv0+6P+vnoUjYl8LnfmJC8n4jAN9QvG4ED
RMSBDZd4TZJDgYSM9I9k+WahsoEh4u+7v6eEn0fT/puoCxmfjoxhG4OknkMMA5N+
muLX6roOwajQpbe8kcZ07q2RAfkCx6U2uGz8r6VzRrnRApjqz2vXsvn6XOCiRoYC
Nm1DpMAgR8GLYwwCfGH/YXKxOjs1NwqUxRNnn0nPOlRXh2sUoqScPwSh7ZV+ake5
hwIDAQAB
-----END PUBLIC KEY-----
`

/** Sends a text where the encrypted payload belongs. */
function unencrypted(payload: unknown, text: string): RequestOptions {
  return { payload, encryption: { scheme: 'none', text } }
}

/** Requests with a text in place of the encrypted payload. */
export function unreadablePayloads(payload: object): InvalidRequest[] {
  const text = JSON.stringify(payload)
  return [
    ['the encrypted text is empty', unencrypted(payload, '')],
    ['the encrypted text is noise', unencrypted(payload, 'bm9pc2U=')],
    ['the payload is plain text', unencrypted(payload, text)],
    ['the payload is plain text in base64', unencrypted(payload, Buffer.from(text).toString('base64'))],
  ]
}

/** Requests without an encrypted payload in `data`, for operations that expect it there. */
export function requestsWithoutData(payload: object): InvalidRequest[] {
  return [
    ['there is no data', { payload, field: null }],
    ['the payload is in an unrelated field', { payload, field: 'note' }],
    ['data is the payload itself', { field: null, body: { data: payload } }],
    ...unreadablePayloads(payload),
  ]
}

/** Requests of a payout operation with a malformed text in place of the encrypted payload. */
export function undecryptablePayouts(
  it: Context,
  operationId: 'createTransfers' | 'addPayees',
  payload: unknown,
): InvalidRequest[] {
  const text = JSON.stringify(payload)
  const encryption = it.client.encryption(operationId)
  const encryptedText = encrypt(text, encryption, 'cut off')
  // The last characters of an unknown form may be unnecessary.
  const end = encryption.scheme === 'custom' ? Math.floor(encryptedText.length / 2) : -30
  return [
    ['it is noise', unencrypted(payload, 'bm9pc2U=')],
    ['it is not base64', unencrypted(payload, '?? not encrypted ??')],
    ['it is plain text', unencrypted(payload, text)],
    ['it is plain text in base64', unencrypted(payload, Buffer.from(text).toString('base64'))],
    ['its end is cut off', unencrypted(payload, encryptedText.slice(0, end))],
  ]
}

/** Requests of a payout operation that are encrypted with another secret or key. Whether they are malformed is unspecified. */
export function otherwiseEncryptedPayouts(payload: unknown): InvalidRequest[] {
  const passphrase = 'a secret of nobody'
  return [
    ['it is encrypted with another secret', { payload, encryption: { scheme: 'passphrase', passphrase } }],
    [
      'it is encrypted with another key',
      { payload, encryption: { scheme: 'rsa', publicKey: unknownPublicKey } },
    ],
  ]
}

/** Encryptions of a payment that the merchant's private key does not decrypt. */
export function otherKeys(
  it: Context,
  operationId: 'createExchangePayment' | 'createBankPayment',
): [because: string, encryption: Encryption][] {
  const usual = it.client.encryption(operationId)
  const { servicePublicKey, merchants } = it.target
  const keys: [string, string | undefined][] = [
    ['it is encrypted with an unknown key', unknownPublicKey],
    ...merchants
      .filter(({ publicKey }) => publicKey !== it.merchant.publicKey)
      .map(({ publicKey }): [string, string] => ["it is encrypted with another merchant's key", publicKey]),
    ["it is encrypted with the service's own key", servicePublicKey],
  ]
  return [
    [
      'it is encrypted with the client secret',
      { scheme: 'passphrase', passphrase: it.merchant.clientSecret },
    ],
    ...keys.flatMap(([because, publicKey]): [string, Encryption][] =>
      publicKey === undefined || publicKey === it.merchant.publicKey
        ? []
        : [[because, { ...usual, scheme: 'rsa', publicKey }]],
    ),
  ]
}

/** Carts in which one line, the first or the last, lacks one of its required fields. */
export const incompleteCarts = (carts: readonly (readonly object[])[]) =>
  ['id', 'name', 'price', 'quantity'].flatMap((missing) =>
    carts.flatMap((cart) =>
      [...new Set([0, cart.length - 1])].map((incomplete) => {
        const without = (line: object) =>
          Object.fromEntries(Object.entries(line).filter(([key]) => key !== missing))
        const lines = cart.map((line, at) => (at === incomplete ? without(line) : line))
        return [`line ${incomplete + 1} of ${cart.length} has no ${missing}`, lines] as const
      }),
    ),
  )
