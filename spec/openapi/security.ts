// Credentials in OpenAPI's words. A credential inside the body is no security scheme of OpenAPI, so it has an empty list;
// one that the contract does not show has no list at all, because an empty one would state that none is needed.

import type { Credential } from '../operation.ts'
import type { OperationNode, SecurityScheme } from './document.ts'

type BearerToken = Extract<Credential, `${string}Token`>

/** The bearer tokens that the contract names. Contract: Authentication. */
export const securitySchemes: Record<BearerToken, SecurityScheme> = {
  merchantToken: { type: 'http', scheme: 'bearer', description: "The merchant's access token." },
  shopperToken: { type: 'http', scheme: 'bearer', description: "The shopper's access token." },
  unstatedToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token. Whether the merchant or the shopper holds it is not stated.',
  },
}

/** The `security` of an operation; undefined where the contract shows no credential. */
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
