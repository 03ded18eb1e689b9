// Reads bodies of requests and responses of which only so much is kept in memory.

/** The start of a body, and what was not read of it; undefined if it was read completely. */
interface LimitedBody {
  bytes: Uint8Array
  rest: ReadableStreamDefaultReader<Uint8Array> | undefined
}

/** Reads a body until it ends or has more than `maxBytes`. */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<LimitedBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.length
    if (size > maxBytes) return { bytes: Buffer.concat(chunks), rest: reader }
  }
  return { bytes: Buffer.concat(chunks), rest: undefined }
}

/** The text of a body, of which only the first `maxBytes` are read. */
export async function limitedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string> {
  const { bytes, rest } = await readLimited(body, maxBytes)
  await rest?.cancel()
  return new TextDecoder().decode(bytes.subarray(0, maxBytes))
}
