// Reading a request's body without ever holding more of it than the limit allows.

import type { HonoRequest } from 'hono'

/** The body as text, or undefined when it has more bytes than that. */
export async function readBody(request: HonoRequest, mostBytes: number): Promise<string | undefined> {
  const declared = request.header('content-length')
  if (declared !== undefined) {
    // The HTTP layer holds a sender to the length it declares, so this one can be read in one go.
    if (Number(declared) > mostBytes) return undefined
    return request.text()
  }
  const stream = request.raw.body
  if (stream === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
