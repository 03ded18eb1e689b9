// A process with one of the two servers that `throughput.ts` compares, so that each has a core to itself. It tells its
// parent where it listens, how busy it was when asked, and ends with it.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from '../http/listening.ts'
import { Simulator } from '../simulator.ts'

/** What a server process tells its parent. */
export type Told = { url: string } | { busyMs: number }

const constant = JSON.stringify({
  ok: true,
  result: {
    url: 'http://127.0.0.1:4020/checkout/00000000-0000-4000-8000-000000000000',
    uuid: '00000000-0000-4000-8000-000000000000',
  },
})

/** Parses the JSON that it is sent and answers a constant: the least that any server of the endpoint must do. */
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

const tell = (told: Told) => process.send?.(told)
process.on('message', () => tell({ busyMs: performance.eventLoopUtilization().active }))
process.on('disconnect', () => process.exit())
tell({ url: await (process.argv[2] === 'bare' ? bare() : paytwin()) })
