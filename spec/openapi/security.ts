// Maps credentials to OpenAPI security. OpenAPI has no scheme for a credential inside the body, so its list is empty. A
// credential that the contract does not show has no list, because an empty list would state that none is needed.

import type { Credential } from '../operation.ts'
import type { OperationNode, SecurityScheme } from './document.ts'

type BearerToken = Extract<Credential, `${string}Token`>

/** The bearer tokens that the contract names. Contract: Authentication. */
export const securitySchemes: Record<BearerToken, SecurityScheme> = {
  merchantToken: { type: 'http', scheme: 'bearer', description: "The merchant's access token." },
  shopperToken: { type: 'http', scheme: 'bearer', description: "The shopper's access token." },
  unstatedToken: { type: 'http', scheme: 'bearer', description: 'An access token. Its kind is not stated.' },
}

/** The `security` of an operation, or undefined if the contract shows no credential. */
export function securityOf(credential: Credential): OperationNode['security'] {
  switch (credential) {
    case 'notShown':
      return undefined
    case 'merchantAuth':
    case 'clientSecret':
      return []
    default:
      return [{ [credential]: [] }]
  }
}
