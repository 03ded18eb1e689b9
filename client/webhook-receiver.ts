// A webhook receiver over HTTP: it records every delivery, checks signatures where it has the service's key, and waits for
// deliveries.

import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { closeServer, listenOn } from '../core/listening.ts'
import { type SignatureStatus, verifyWebhookSignature } from './webhook-signature.ts'

/** A delivery as it arrived. */
export interface ReceivedWebhook {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** When it arrived, in milliseconds since 1970. */
  receivedAt: number
  /** Undefined if the receiver has no public key. */
  signature: SignatureStatus | undefined
}

/** Responds to a delivery. A response that it does not end stays open. */
export type Respond = (response: ServerResponse, webhook: ReceivedWebhook) => void | Promise<void>

/** Where a receiver listens, and how it responds. */
export interface WebhookReceiverOptions {
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string
  /** The port to listen on; a free one by default. */
  port?: number
  /** The service's public key (PEM). With it, deliveries without a valid signature get a 401. */
  servicePublicKey?: string
  /** By default every other delivery gets a 200. */
  respond?: Respond
}

const pollMs = 20
const maxBodyBytes = 8_000_000

/** A server on this machine that receives webhooks, keeps them, and responds to them. */
export class WebhookReceiver {
  /** Every delivery so far, in order of arrival. */
  readonly received: ReceivedWebhook[] = []
  /** May be replaced at any time. */
  respond: Respond
  /** The URL without a path, such as `http://127.0.0.1:41234`. */
  origin = ''
  private readonly server: Server
  private readonly servicePublicKey: string | undefined

  private constructor({ respond = accept, servicePublicKey }: WebhookReceiverOptions) {
    this.respond = respond
    this.servicePublicKey = servicePublicKey
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= maxBodyBytes) chunks.push(chunk)
      })
      request.on('end', () => {
        const { method = '', url = '/', headers } = request
        this.receive({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') }, response)
      })
    })
    this.server.maxHeadersCount = 0
  }

  /** Starts a receiver. Throws a UsageError for an address that cannot be listened on. */
  static async listen(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
    const { host = '127.0.0.1', port = 0 } = options
    const receiver = new WebhookReceiver(options)
    receiver.origin = await listenOn(receiver.server, { host, port })
    return receiver
  }

  /** A URL to register as webhook. Every other path of the receiver works, too. */
  get url(): string {
    return `${this.origin}/webhook`
  }

  /**
   * Waits until a number of deliveries match, at most `timeoutMs`. Returns those that do, even if they are fewer.
   */
  async waitFor(
    matches: (webhook: ReceivedWebhook) => boolean = () => true,
    { timeoutMs = 5000, count = 1 }: { timeoutMs?: number; count?: number } = {},
  ): Promise<ReceivedWebhook[]> {
    const until = performance.now() + timeoutMs
    for (;;) {
      const found = this.received.filter(matches)
      if (found.length >= count || performance.now() > until) return found
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  /** Closes the server and every open connection. */
  close(): Promise<void> {
    return closeServer(this.server)
  }

  private receive(
    delivery: Omit<ReceivedWebhook, 'signature' | 'receivedAt'>,
    response: ServerResponse,
  ): void {
    const key = this.servicePublicKey
    const signature = key === undefined ? undefined : verifyWebhookSignature(delivery, key)
    const webhook = { ...delivery, signature, receivedAt: Date.now() }
    this.received.push(webhook)
    if (signature !== undefined && signature !== 'valid') response.writeHead(401).end('invalid signature')
    else void this.respond(response, webhook)
  }
}

const accept: Respond = (response) => {
  response.writeHead(200).end()
}
