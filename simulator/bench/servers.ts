// The servers that paytwin is compared with, and those that hold many records. Run with the kind, the port, and how many records.

import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { InvariantError } from '../../core/errors.ts'
import { listenOn } from '../../core/listening.ts'
import { jsonOf, listOperations } from '../../spec/openapi/reading.ts'
import { listen } from '../server/listening.ts'
import { compileDocument, readDocument } from '../service/compiled-document.ts'
import { Simulator } from '../simulator.ts'
import { sandboxesOfYear } from './latency.ts'
import { orderEach } from './shop.ts'

/** The example of an operation's response, as text. */
function exampleOf(id: string): string {
  const found = listOperations(readDocument()).find(({ operationId }) => operationId === id)
  const [example] = Object.values(jsonOf(found?.operation.responses['200'])?.examples ?? {})
  return JSON.stringify(example?.value)
}

/** Validates the body of an invoice as the simulator does, throwing an error for an invalid one. */
function validator(): (text: string) => void {
  const { router } = compileDocument(readDocument())
  const check = router.find('POST', '/hosted-page')?.operation.checks('plain').body
  return (text) => {
    if (check?.(JSON.parse(text)) !== undefined) throw new InvariantError('The body is invalid.')
  }
}

/** The least that a server of the two operations must do: parse, validate, and respond with a constant. */
function bare(): RequestListener {
  const validate = validator()
  const [created, read] = [exampleOf('createInvoice'), exampleOf('getInvoice')]
  return (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json')
      response.end(read)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      validate(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json')
      response.end(created)
    })
  }
}

/** The same with Hono and its server for Node, which paytwin uses. */
function hono(): RequestListener {
  const validate = validator()
  const created = exampleOf('createInvoice')
  const app = new Hono()
  app.post('/api/*', async ({ req }) => {
    validate(await req.text())
    return new Response(created, { status: 200, headers: { 'content-type': 'application/json' } })
  })
  return getRequestListener(app.fetch)
}

async function holding(port: number, make: (simulator: Simulator) => Promise<void>): Promise<void> {
  const simulator = new Simulator()
  await make(simulator)
  await listen({ host: '127.0.0.1', port }, () => simulator)
}

const [, , kind, portText, countText] = process.argv
const [port, count] = [Number(portText), Number(countText)]
switch (kind) {
  case 'bare':
  case 'hono':
    await listenOn(createServer(kind === 'bare' ? bare() : hono()), { host: '127.0.0.1', port })
    break
  case 'invoices':
    await holding(port, async ({ defaultSandbox: { world } }) => orderEach(world, count))
    break
  case 'subscriptions':
    await holding(port, (simulator) => sandboxesOfYear(simulator, count))
    break
  default:
    throw new InvariantError(`There is no server "${kind}".`)
}
