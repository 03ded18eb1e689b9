// The fields of requests and of the simulator's own data whose values are credentials. Reports, journals and recordings show
// none of them.

/** Names of fields that contain a secret. Encrypted payloads are not secret. Contract: Authentication. */
export const secretFields = [
  'merchantAuth',
  'clientSecret',
  'accessToken',
  'privateKey',
  'serviceKey',
  'code2fa',
] as const

/** Whether a field of this name contains a secret. */
export function isSecretField(name: string): boolean {
  return secretFields.some((field) => field === name)
}
