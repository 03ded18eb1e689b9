// The least that a server of an invoice must do: parse the request, validate it by the document, and respond with a constant. Run with
// the port.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { InvariantError } from '../../core/errors.ts'
import { listenOn } from '../../core/listening.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import { jsonOf, listOperations } from '../../spec/openapi/reading.ts'

const document: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../../spec/openapi.json', import.meta.url), 'utf8'),
)
const operation = listOperations(document).find(
  ({ operationId }) => operationId === 'createInvoice',
)?.operation
const check = new SchemaValidator(document).check(jsonOf(operation?.requestBody)?.schema ?? {})
const [example] = Object.values(jsonOf(operation?.responses['200'])?.examples ?? {})
const created = JSON.stringify(example?.value)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'POST' && check(JSON.parse(Buffer.concat(chunks).toString())) !== undefined)
      throw new InvariantError('The body is invalid.')
    response.setHeader('content-type', 'application/json')
    response.end(created)
  })
})
await listenOn(server, { host: '127.0.0.1', port: Number(process.argv[2]) })
