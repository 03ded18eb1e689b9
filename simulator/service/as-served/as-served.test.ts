// The document as served: an independent linter accepts it, and it describes what the simulator does, whatever the assumptions.

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { SchemaValidator } from '../../../core/schema-validator.ts'
import type { OpenApiDocument } from '../../../spec/openapi/document.ts'
import { listOperations } from '../../../spec/openapi/reading.ts'
import type { Schema } from '../../../spec/openapi/schema.ts'
import { type OperationId, operationIds } from '../../../spec/operations.ts'
import { prepare, validRequests } from '../../test-support/requests.ts'
import { TestClient } from '../../test-support/test-client.ts'
import { readDocument } from '../compiled-document.ts'
import { asServed } from './as-served.ts'

const baseUrl = 'http://127.0.0.1:4020/api'
const served = (client: TestClient) => asServed(readDocument(), client.world, baseUrl) as OpenApiDocument

it.each([{}, { randomAssumptions: 2 }])('has no errors for an independent linter, with %j', async (setup) => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(served(new TestClient(setup)))
  const found = await lintFromString({ source, config })
  // Payloads are referred to from x-encrypted-payload, and refusals can have the status 200.
  const expected = ['no-unused-components', 'operation-4xx-response']
  const others = found.filter(({ ruleId }) => !expected.includes(ruleId))
  expect(
    others.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([])
})

it.each([undefined, 1, 2, 3, 4])(
  'has the responses to valid and to invalid requests, with random assumptions %s',
  async (seed) => {
    const client = new TestClient({ randomAssumptions: seed })
    const document = served(client)
    const validator = new SchemaValidator(document)
    const requests = validRequests(client, await prepare(client))
    for (const operationId of operationIds)
      for (const request of [
        requests[operationId],
        { rawBody: '{}', headers: {} },
        { ...requests[operationId], token: 'unknown' },
      ]) {
        const { status, body } = await client.ask(operationId, request)
        const schema = responseSchema(document, operationId, status)
        expect(schema, `${operationId} ${status}`).toBeDefined()
        expect(
          validator
            .compile(schema ?? {})(body)
            ?.messages(`${operationId} ${status}`) ?? [],
        ).toEqual([])
      }
  },
)

it('describes the webhook without a contradiction', () => {
  const { description } = served(new TestClient()).webhooks.merchantWebhook
  expect(description).toContain('The contract does not show fields, event names, signing and retries. Here, ')
  expect(description).toContain('Here, deliveries are signed by RSA-SHA256')
  expect(description).toContain('only `transactionId` differs')
})

it('says who may call, where, and what exists in this world', async () => {
  const client = new TestClient({ assumptions: { 'authentication.payee-headers': 'demanded' } })
  const { body } = await client.ask(
    'createInvoice',
    validRequests(client, await prepare(client)).createInvoice,
  )
  expect(body).toMatchObject({ ok: true })
  const { servers, paths } = served(client)
  expect(servers.map(({ url }) => url)).toEqual([baseUrl])
  expect(paths['/hosted-page']?.post?.security).toEqual([{ merchantToken: [] }, {}])
  expect(paths['/payout/payee']?.post?.security).toEqual([{ merchantToken: [] }])
  expect(paths['/closePartialTx']?.post?.security).toEqual([])
  const [exchange] = paths['/exchanges/check-balance/{exchange_name}']?.get?.parameters ?? []
  expect(exchange?.schema.enum).toEqual(client.world.accounts.exchanges.map(({ name }) => name))
  const [uuid] = paths['/invoices']?.get?.parameters ?? []
  expect(client.world.invoices.get(String(Reflect.get(uuid ?? {}, 'example')))).toBeDefined()
})

it.each(['nested', 'flat'] as const)('has the webhook with its fields: %s', (payload) => {
  const { webhooks } = served(
    new TestClient({ assumptions: { 'webhooks.payload': payload, 'webhooks.payment-status': 'words' } }),
  )
  const { schema, examples } = webhooks.merchantWebhook.post.requestBody?.content['application/json'] ?? {}
  expect(Object.values(schema?.properties ?? {})[0]?.enum).toEqual(
    ['pending', 'processing', 'canceled', 'completed'].map((status) => `transaction.${status}`),
  )
  expect(schema?.required).toContain('signature')
  expect(Object.keys(examples?.sample?.value ?? {}).sort()).toEqual(
    Object.keys(schema?.properties ?? {}).sort(),
  )
})

it('changes neither the document of the contract nor the world', () => {
  const client = new TestClient()
  const [document, state] = [JSON.stringify(readDocument()), client.state()]
  const contract = readDocument()
  asServed(contract, client.world, baseUrl)
  expect([JSON.stringify(contract), client.state()]).toEqual([document, state])
})

function responseSchema(
  document: OpenApiDocument,
  operationId: OperationId,
  status: number,
): Schema | undefined {
  const listed = listOperations(document).find((one) => one.operationId === operationId)
  const responses = new Map(Object.entries(listed?.operation.responses ?? {}))
  return responses.get(String(status))?.content?.['application/json']?.schema
}
