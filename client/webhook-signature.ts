// Verifies webhook signatures in the form that the simulator assumes by default (unspecified behaviors webhooks.signature
// and webhooks.payload): RSA-SHA256 with the service's key, in base64.

import { verify } from 'node:crypto'
import { parseJson, valueAt } from '../core/json.ts'
import { publicKeyOf } from './encryption.ts'

/** The parts of a delivery that are signed. */
export interface SignedDelivery {
  method: string
  /** Path and query, or the whole URL. */
  url: string
  body: string
}

/** The signature of a delivery: the service's, another one, or none. */
export type SignatureStatus = 'valid' | 'invalid' | 'missing'

/**
 * Checks the signature of a delivery against the service's public key (PEM). A POST is signed over the text in `data.data`
 * of its JSON body, a GET over the query before its `signature` parameter.
 */
export function verifyWebhookSignature(delivery: SignedDelivery, servicePublicKey: string): SignatureStatus {
  const { text, signature } =
    delivery.method === 'GET' ? signedQuery(delivery.url) : signedBody(delivery.body)
  if (signature === undefined) return 'missing'
  if (text === undefined) return 'invalid'
  try {
    const key = publicKeyOf(servicePublicKey)
    const isValid = verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(signature, 'base64'))
    return isValid ? 'valid' : 'invalid'
  } catch {
    return 'invalid'
  }
}

interface Signed {
  text: string | undefined
  signature: string | undefined
}

function signedQuery(url: string): Signed {
  const query = new URL(url, 'http://receiver.invalid').search.slice(1)
  const at = query.search(/(^|&)signature=[^&]*$/)
  if (at < 0) return { text: undefined, signature: undefined }
  const signature = new URLSearchParams(query.slice(at)).get('signature')
  return { text: query.slice(0, at), signature: signature ?? undefined }
}

function signedBody(body: string): Signed {
  const json = parseJson(body)
  const text = valueAt(json, 'data', 'data')
  const signature = valueAt(json, 'signature')
  return {
    text: typeof text === 'string' ? text : undefined,
    signature: typeof signature === 'string' ? signature : undefined,
  }
}
