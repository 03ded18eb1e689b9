// Reading a request's body without ever holding more of it than the limit allows.

import type { HonoRequest } from 'hono'
import { DroppedConnection } from './dropped-connection.ts'

/** The body as text, or undefined when it has more bytes than that; throws a DroppedConnection when its sender went away. */
export async function readBody(request: HonoRequest, maxBytes: number): Promise<string | undefined> {
  const declared = request.header('content-length')
  // The HTTP layer holds a sender to the length it declares, so this one can be read in one go.
  if (declared !== undefined) return Number(declared) > maxBytes ? undefined : received(request.text())
  const { body } = request.raw
  return body === null ? '' : received(upTo(maxBytes, body))
}

async function upTo(maxBytes: number, stream: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

async function received<Text>(body: Promise<Text>): Promise<Text> {
  try {
    return await body
  } catch {
    throw new DroppedConnection('The sender went away before its request was whole.')
  }
}
