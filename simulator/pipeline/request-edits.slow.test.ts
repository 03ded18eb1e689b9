// A valid request with a single edit is refused as invalid exactly when the document does not accept it. A missing field is named.

import { expect, it } from 'vitest'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { listSchemas } from '../../spec/openapi/reading.ts'
import { operationIds, operations } from '../../spec/operations.ts'
import { editsOf } from '../../spec/test-support/edits.ts'
import { type Prepared, prepare, validRequests } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { readDocument, withUsualFields } from './compiled-document.ts'

// The document with the fields that the service accepts by default.
const document = withUsualFields(readDocument())
const schemas = listSchemas(document)
const validator = new SchemaValidator(document)

/** A fresh world: accepted requests must not decide about later ones. */
async function fresh(): Promise<[TestClient, Prepared]> {
  const client = new TestClient()
  return [client, await prepare(client)]
}

const posts = operationIds.filter((id) => operations[id].method === 'post')
const invalid =
  /does not match the contract|is not JSON|^Invalid (Encrypted|Formate|Data)|^Invalid .*: Raw - /
/** Texts of the contract for a payout whose email or amount is text, which is all that the document requires. */
const invalidText = /^Invalid (Email|Amount|Currency): Raw - 1$/

it.each(posts)('%s', async (operationId) => {
  let [client, prepared] = await fresh()
  const asked = validRequests(client, prepared)[operationId]
  const encrypted = schemas[`${operationId}/payload`]
  const check = validator.check(encrypted ?? schemas[`${operationId}/body`] ?? {})
  const value = encrypted === undefined ? client.bodyOf(operationId, asked) : asked.payload
  for (const { edit, value: edited } of editsOf(value)) {
    const text = JSON.stringify(edited) ?? ''
    const changed = encrypted === undefined ? { rawBody: text } : { payloadText: text }
    const reply = await client.ask(operationId, { ...asked, ...changed })
    const refusal = reply.refusal ?? ''
    const accepted = check(text === '' ? undefined : JSON.parse(text)) === undefined
    const byText = accepted && operationId === 'createTransfers' && invalidText.test(refusal)
    expect([edit, invalid.test(refusal) && !byText], reply.text).toEqual([edit, !accepted])
    const [, missing] = /(\w+): is missing$/.exec(edit) ?? []
    if (missing !== undefined && !accepted && operationId !== 'createTransfers')
      expect(refusal, edit).toContain(missing)
    if (reply.succeeded && client.world.events.length > 40) [client, prepared] = await fresh()
  }
})
