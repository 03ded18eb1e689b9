// A valid request with a single edit is refused as invalid exactly when the document does not accept it. A missing field is named.

import { expect, it } from 'vitest'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { listSchemas } from '../../spec/openapi/reading.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
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

/** True if a refusal is that of an invalid request. */
function isOfInvalid(refusal: string, operationId: OperationId, isAccepted: boolean): boolean {
  const isByText = isAccepted && operationId === 'createTransfers' && invalidText.test(refusal)
  return invalid.test(refusal) && !isByText
}

/** The name of the field that an edit removes, or nothing. */
const removedBy = (edit: string) => /(\w+): is missing$/.exec(edit)?.[1] ?? ''

it.each(posts)('%s', async (operationId) => {
  let [client, prepared] = await fresh()
  const asked = validRequests(client, prepared)[operationId]
  const payload = schemas[`${operationId}/payload`]
  const part = payload === undefined ? 'rawBody' : 'payloadText'
  const check = validator.check(payload ?? schemas[`${operationId}/body`] ?? {})
  const value = asked.payload ?? client.bodyOf(operationId, asked)
  for (const { edit, value: edited } of editsOf(value)) {
    const text = JSON.stringify(edited) ?? ''
    const reply = await client.ask(operationId, { ...asked, [part]: text })
    const refusal = reply.refusal ?? ''
    const accepted = check(text === '' ? undefined : JSON.parse(text)) === undefined
    expect([edit, isOfInvalid(refusal, operationId, accepted)], reply.text).toEqual([edit, !accepted])
    if (!accepted && operationId !== 'createTransfers') expect(refusal, edit).toContain(removedBy(edit))
    if (reply.succeeded && client.world.events.length > 40) [client, prepared] = await fresh()
  }
})
