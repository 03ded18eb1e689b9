// The options of unspecified behaviors that a client must assume to build requests.

import type { UnspecifiedId } from '../spec/unspecified.ts'

/**
 * Unspecified behaviors that shape requests, each with the options that a client can act on; the first is the default.
 * Options that accept several forms (`any`, `both`, `either`) are not listed: the default is one of those forms.
 */
export const clientOptions = {
  'authentication.token-issue': ['listed', 'expiring'],
  // No option of the simulator demands a shopper's token; a deployment may.
  'authentication.transfer-token': ['merchant', 'shopper'],
  'authentication.merchant-id-form': ['plain', 'base64'],
  'encryption.bank-payment-field': ['data', 'encryptedReq', 'bare'],
  'encryption.payee-field': ['encryptedReq', 'data', 'bare'],
  'encryption.exchange-validation': ['merchant-key', 'service-key'],
  'encryption.payouts': ['passphrase', 'rsa'],
  'encryption.rsa-padding': ['oaep', 'pkcs1'],
  'encryption.long-payloads': ['blocks', 'separate'],
  'encryption.passphrase-format': ['openssl', 'pbkdf2'],
  'subscriptions.debit-fields': ['top-level', 'items'],
  'subscriptions.id': ['service', 'merchant'],
} as const satisfies { readonly [Id in UnspecifiedId]?: readonly [string, ...string[]] }

type ClientOptions = typeof clientOptions

/** The unspecified names of fields. A deployment may use any other name. */
export const fieldNames = ['encryption.bank-payment-field', 'encryption.payee-field'] as const

/** The option that a client assumes for each unspecified behavior that shapes requests. */
export type ClientAssumptions = {
  readonly [Id in keyof ClientOptions]: Id extends (typeof fieldNames)[number]
    ? string
    : ClientOptions[Id][number]
}

/** The assumptions of a client of a service with these options in force, by the id of the unspecified behavior. */
export function clientAssumptions(inForce: Readonly<Record<string, string>> = {}): ClientAssumptions {
  const entries = Object.entries<readonly string[]>(clientOptions).map(([id, options]) => [
    id,
    options.find((option) => option === inForce[id]) ?? options[0],
  ])
  return Object.fromEntries(entries)
}
