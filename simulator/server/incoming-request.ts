// A request of Hono as the pipelines see it. Never more of its body is in memory than the limit allows.

import type { Context } from 'hono'
import type { IncomingRequest } from '../service/pipeline.ts'

/** A connection that was closed before its request or its response was complete. */
export class DroppedConnection extends Error {
  override name = 'DroppedConnection'
}

/** The values that Hono's node server passes along; absent in process. */
interface NodeBindings {
  incoming?: { socket?: { destroy: () => void } }
}

export class HonoRequest implements IncomingRequest {
  readonly raw: object
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  private readonly context: Context

  /** `path` is the path below the server of its API. */
  constructor(context: Context, path: string) {
    const { req } = context
    this.context = context
    this.raw = req.raw
    this.method = req.method === 'HEAD' ? 'GET' : req.method
    this.url = req.url
    this.path = path
    this.query = req.query()
  }

  header(name: string): string | undefined {
    return this.context.req.header(name)
  }

  headers(): Record<string, string> {
    return this.context.req.header()
  }

  async readText(maxBytes: number): Promise<string | undefined> {
    const { req } = this.context
    const declared = req.header('content-length')
    try {
      // The HTTP layer accepts no more bytes than declared, so this body can be read in one go.
      if (declared !== undefined) return Number(declared) > maxBytes ? undefined : await req.text()
      return req.raw.body === null ? '' : await readUpTo(maxBytes, req.raw.body)
    } catch {
      throw new DroppedConnection('The sender closed the connection before its request was complete.')
    }
  }

  /** In process there is no connection, so the call fails as one with a broken connection does. */
  drop(): never {
    const bindings: NodeBindings | undefined = this.context.env
    bindings?.incoming?.socket?.destroy()
    throw new DroppedConnection('An injected fault dropped the connection.')
  }
}

async function readUpTo(maxBytes: number, stream: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
