// A process with one of the two servers that throughput.ts compares, so that each server has a core. It reports its URL to
// the parent process, how busy it was on request, and ends with the parent.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from '../http/listening.ts'
import { Simulator } from '../simulator.ts'

/** What a server process reports to its parent. */
export type ServerReport = { url: string } | { busyMs: number }

const constant = JSON.stringify({
  ok: true,
  result: {
    url: 'http://127.0.0.1:4020/checkout/00000000-0000-4000-8000-000000000000',
    uuid: '00000000-0000-4000-8000-000000000000',
  },
})

/** Parses the JSON of a request and responds with a constant: the least that a server of the endpoint must do. */
async function bare(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json')
      response.end(constant)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

async function paytwin(): Promise<string> {
  const { url } = await listen({ host: '127.0.0.1', port: 0 }, (publicUrl) => new Simulator({ publicUrl }))
  return url
}

const report = (message: ServerReport) => process.send?.(message)
process.on('message', () => report({ busyMs: performance.eventLoopUtilization().active }))
process.on('disconnect', () => process.exit())
report({ url: await (process.argv[2] === 'bare' ? bare() : paytwin()) })
