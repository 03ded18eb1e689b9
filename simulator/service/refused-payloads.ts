// Remarks about encrypted payloads that an operation refuses with a text that the contract states, which does not say why. They are found
// when the journal is read, so that requests do not pay for them.

import { isObject, parseDeepJson, valueAt } from '../../core/json.ts'
import { payloadRefusals } from '../resources/handlers.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { World } from '../world/world.ts'
import { bearerToken } from './authenticate.ts'
import type { CompiledDocument } from './compiled-document.ts'
import { whyUndecryptable } from './decrypt-payload.ts'

/** A remark about the payload of a recorded request. There is none about a body that is not JSON. */
export function refusedPayload(
  { operations }: CompiledDocument,
  world: World,
  { operation, headers, text, payload, response }: RequestEntry,
): string[] {
  const encrypted = operations.get(operation ?? '')?.encrypted
  if (encrypted === undefined || !Object.hasOwn(payloadRefusals, operation ?? '')) return []
  if (valueAt(parseDeepJson(response?.text ?? ''), 'result', 'success') !== false) return []
  if (payload !== undefined)
    return Array.isArray(payload) ? [] : [`The payload is ${kindOf(payload)}, not an array.`]
  const body = parseDeepJson(text)
  if (body === undefined) return []
  const merchant = world.accounts.merchantWithToken(bearerToken(headers.authorization) ?? '')
  const reason = whyUndecryptable({ world, body, merchant }, encrypted)
  return reason === undefined ? [] : [reason]
}

function kindOf(payload: unknown): string {
  return payload === null ? 'null' : isObject(payload) ? 'an object' : `a ${typeof payload}`
}
