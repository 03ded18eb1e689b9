// The suite's own receiver of webhooks over HTTP. It answers 200 to everything, keeps what came, and judges nothing.

import { createServer, type Server } from 'node:http'
import { UsageError } from '../core/errors.ts'
import type { WebhookReceiver } from './capabilities.ts'
import type { Delivery } from './deliveries.ts'

const poll = 20
const maxBodyBytes = 8_000_000

/** Receives over HTTP; each merchant has an address of its own: `/webhook/0`, `/webhook/1`. */
export class HttpReceiver implements WebhookReceiver {
  private readonly server: Server
  private readonly waitMs: number
  private readonly settle: (() => Promise<void>) | undefined
  private kept: Delivery[] = []

  private constructor(server: Server, waitSeconds: number, settle: (() => Promise<void>) | undefined) {
    this.server = server
    this.waitMs = waitSeconds * 1000
    this.settle = settle
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= maxBodyBytes) chunks.push(chunk)
      })
      request.on('end', () => {
        const url = request.url ?? '/'
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
        this.kept.push({
          merchant: Number(/^\/webhook\/(\d+)/.exec(url)?.[1] ?? 0),
          method: request.method ?? '',
          url,
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks).toString('utf8'),
        })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
  }

  /** Listens. `settle`, where there is one, resolves when nothing more is under way. */
  static async listen(
    { host, port, waitSeconds }: { host: string; port: number; waitSeconds: number },
    settle?: () => Promise<void>,
  ): Promise<HttpReceiver> {
    const server = createServer()
    server.maxHeadersCount = 0
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) =>
        reject(
          new UsageError(
            `The receiver of webhooks cannot listen on ${host}:${port}.`,
            `${error.message}.`,
            'Give another host or port as capabilities.webhooks in the target file.',
          ),
        ),
      )
      server.listen(port, host, resolve)
    })
    return new HttpReceiver(server, waitSeconds, settle)
  }

  /** The webhook of the merchant of that index: on this machine, or below the address that others know it by. */
  address(merchant: number, publicUrl?: string): string {
    const own = this.server.address()
    const { address, port } =
      typeof own === 'object' && own !== null ? own : { address: '127.0.0.1', port: 0 }
    const host = address.includes(':') ? `[${address}]` : address
    return `${(publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')}/webhook/${merchant}`
  }

  forget(): void {
    this.kept = []
  }

  async received(): Promise<readonly Delivery[]> {
    await this.settle?.()
    return [...this.kept]
  }

  async waitFor(holds: (delivery: Delivery) => boolean, min = 1): Promise<readonly Delivery[]> {
    await this.settle?.()
    const until = performance.now() + this.waitMs
    for (;;) {
      const found = this.kept.filter(holds)
      if (found.length >= min || this.settle !== undefined || performance.now() > until) return found
      await new Promise((resolve) => setTimeout(resolve, poll))
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
