// Which names stand for credentials, and which for values that may be shown. Reports, journals and recordings follow it.

/**
 * Names of secrets in lower case without separators: those of the contract (Authentication), of the simulator's own data, and
 * those that a deployment may add.
 */
const secretNames =
  /^(?:pin|otp|totp|mfa|cvv|cvc|jwt|sid|bearer|passwd|pwd|code2fa|2facode|sig|session|pass|nonce|ticket)$|(?:token|secret|password|passphrase|apikey|privatekey|secretkey|servicekey|signingkey|encryptionkey|merchantauth|authorization|credentials?|cookie|sessionid|otpcode|auth|amzsignature|googsignature|passcode|securitycode)$/

/** True if a field, query parameter or header of this name contains a secret, in any spelling: `access_token`, `X-Api-Key`. */
export function isSecretField(name: string): boolean {
  return secretNames.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

/** Headers whose values are shown, in lower case. The values of all others are redacted. */
const shownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'retry-after',
  'server',
  'transfer-encoding',
  'user-agent',
  'x-paytwin-encrypted-field',
  'x-paytwin-validation-errors',
  'x-transaction-source',
])

/** The policy of every redaction of a run. */
export const redactionPolicy = { isSecretField, shownHeaders } as const
