// Requests as bytes: valid ones with broken framing, headers, encodings and bits, split and pipelined, and bytes that are no
// request. A generated value is plain data, so that it shrinks.

import fc from 'fast-check'
import type { RawBytes } from './server-process.ts'
import { mostly } from './service-requests.ts'

/** A valid request to change. */
export interface Template {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
}

/** One connection: requests, and how their bytes are changed and sent. */
export interface ByteCase {
  requests: {
    template: number
    framing: keyof typeof framings
    change: keyof typeof changes
    headers: readonly string[]
  }[]
  damage: Damage[]
  splitAt: number[]
  abort: boolean
}

type Damage =
  | { do: 'flip'; at: number; bit: number }
  | { do: 'insert'; at: number; bytes: readonly number[] }
  | { do: 'cut'; at: number }

/** The forms of a body. */
const framings = {
  correct: (body) => [`Content-Length: ${body.length}`, body],
  'too short': (body) => [`Content-Length: ${Math.max(0, body.length - 3)}`, body],
  'too long': (body) => [`Content-Length: ${body.length + 7}`, body],
  negative: (body) => ['Content-Length: -1', body],
  huge: (body) => ['Content-Length: 99999999999999999999', body],
  'large, within no limit': (body) => ['Content-Length: 3000000000', body],
  twice: (body) => [`Content-Length: ${body.length}\r\nContent-Length: 1`, body],
  absent: (body) => ['X-None: 1', body],
  chunked: (body) => ['Transfer-Encoding: chunked', `${chunk(body)}0\r\n\r\n`],
  'chunked, with a trailer': (body) => [
    'Transfer-Encoding: chunked',
    `${chunk(body)}0\r\nX-Trailer: ${'a'.repeat(200)}\r\n\r\n`,
  ],
  'chunked, never ended': (body) => ['Transfer-Encoding: chunked', chunk(body)],
  'chunked, with a wrong size': (body) => ['Transfer-Encoding: chunked', `fffffff\r\n${body}\r\n0\r\n\r\n`],
  'chunked, with an extension': () => [
    'Transfer-Encoding: chunked',
    `1;${'x'.repeat(9000)}\r\na\r\n0\r\n\r\n`,
  ],
  'chunked and counted': (body) => [
    `Transfer-Encoding: chunked\r\nContent-Length: ${body.length}`,
    `${chunk(body)}0\r\n\r\n`,
  ],
  'in an unknown coding': (body) => ['Transfer-Encoding: gzip, chunked', `${chunk(body)}0\r\n\r\n`],
} as const satisfies Record<string, (body: string) => [headers: string, body: string]>

function chunk(body: string): string {
  return body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`
}

type Line = Pick<Template, 'method' | 'path'> & { version: string }

/** Changes of the request line. */
const changes = {
  none: (line) => line,
  'absolute form': (line) => ({ ...line, path: `http://other.example${line.path}` }),
  'only a host': (line) => ({ ...line, path: 'http://' }),
  'authority form': (line) => ({ ...line, method: 'CONNECT', path: '127.0.0.1:1' }),
  asterisk: (line) => ({ ...line, method: 'OPTIONS', path: '*' }),
  'escaped path': (line) => ({
    ...line,
    path: line.path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  }),
  'invalid escapes': (line) => ({ ...line, path: `${line.path}%zz%` }),
  'escaped null': (line) => ({ ...line, path: `${line.path}%00` }),
  'other bytes': (line) => ({ ...line, path: `${line.path}\xff\xc3` }),
  'dot segments': (line) => ({ ...line, path: `/..//.${line.path}/%2e%2e/` }),
  'parent segments': (line) => ({ ...line, path: `/x/..${line.path}` }),
  'escaped dots': (line) => ({ ...line, path: `/%2e${line.path}` }),
  'escaped first letter': (line) => ({ ...line, path: line.path.replace('/s', '/%73') }),
  'another sandbox before': (line) => ({ ...line, path: `/sandboxes/x/../..${line.path}` }),
  'a name with a path': (line) => ({ ...line, path: `/sandboxes/..%2F..%2Fother${line.path}` }),
  'a name with a null': (line) => ({ ...line, path: `/sandboxes/%00${line.path}` }),
  'a long name': (line) => ({ ...line, path: `/sandboxes/${'n'.repeat(300)}${line.path}` }),
  'long path': (line) => ({ ...line, path: `${line.path}?${'q'.repeat(6000)}` }),
  'endless path': (line) => ({ ...line, path: `${line.path}?${'q'.repeat(40_000)}` }),
  fragment: (line) => ({ ...line, path: `${line.path}#a` }),
  'without slash': (line) => ({ ...line, path: line.path.slice(1) }),
  'brackets as a host': (line) => ({ ...line, path: `//[${line.path}` }),
  'HTTP/1.0': (line) => ({ ...line, version: 'HTTP/1.0' }),
  'HTTP/2.0': (line) => ({ ...line, version: 'HTTP/2.0' }),
  'no version': (line) => ({ ...line, version: '' }),
  TRACE: (line) => ({ ...line, method: 'TRACE' }),
  HEAD: (line) => ({ ...line, method: 'HEAD' }),
  'lower case': (line) => ({ ...line, method: line.method.toLowerCase() }),
  'unknown method': (line) => ({ ...line, method: 'BREW' }),
} as const satisfies Record<string, (line: Line) => Line>

const extraHeaders = [
  'Expect: 100-continue',
  'Expect: something',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13',
  'Upgrade: h2c',
  'Content-Encoding: gzip',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: multipart/form-data',
  'X-Null: a\0b',
  'X-Latin: \xe9\xff',
  'X Space: 1',
  ' folded: 1',
  ': without a name',
  `X-Long: ${'h'.repeat(9000)}`,
  `X-Too-Long: ${'h'.repeat(20_000)}`,
  `${'A: 1\r\n'.repeat(1500)}B: 1`,
  'Host: [',
  'Host: \xff',
  'Host:',
  'Cookie: a=b; c',
  'Authorization: Bearer',
  'Authorization: Bearer \xff\xfe',
  'Range: bytes=0-',
  '__proto__: 1',
] as const

const bodyBytes = ['\xff\xfe\0', '\0', '\xc3'] as const

const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ do: fc.constant('flip' as const), at: fc.nat(4000), bit: fc.nat(7) }),
  fc.record({
    do: fc.constant('insert' as const),
    at: fc.nat(4000),
    bytes: fc.oneof(
      fc.array(fc.nat(255), { minLength: 1, maxLength: 40 }),
      fc.constantFrom(...bodyBytes, '\r\n\r\n', '\r', '\n').map((text) => [...Buffer.from(text, 'latin1')]),
    ),
  }),
  fc.record({ do: fc.constant('cut' as const), at: fc.nat(4000) }),
)

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[]

/** Connections with valid, changed and damaged requests. `templates` is how many valid requests there are. */
export function byteCases(templates: number): fc.Arbitrary<ByteCase> {
  return fc.record({
    requests: fc.array(
      fc.record({
        template: fc.nat(templates - 1),
        framing: mostly('correct', fc.constantFrom(...keysOf(framings)), 4),
        change: mostly('none', fc.constantFrom(...keysOf(changes)), 4),
        headers: mostly<string[]>([], fc.tuple(fc.constantFrom(...extraHeaders)), 4),
      }),
      { maxLength: 3 },
    ),
    damage: mostly<Damage[]>([], fc.array(damages, { maxLength: 3 }), 2),
    splitAt: fc.array(fc.nat(4000), { maxLength: 4 }),
    abort: mostly(false, fc.constant(true), 6),
  })
}

/** The bytes of a case. */
export function bytesOf(
  { requests, damage, splitAt, abort }: ByteCase,
  templates: readonly Template[],
): RawBytes {
  const text = requests.map((request, index) => {
    const template = templates[request.template]
    if (template === undefined) throw new Error(`There is no template ${request.template}.`)
    return requestText(template, request, index === requests.length - 1)
  })
  const bytes = damage.reduce(damaged, Buffer.from(text.join(''), 'latin1'))
  const cuts = [...new Set([0, ...splitAt.map((at) => at % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  )
  const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
  return { chunks, abort }
}

function requestText(
  template: Template,
  { framing, change, headers }: ByteCase['requests'][number],
  isLast: boolean,
): string {
  const { method, path, version }: Line = changes[change]({ ...template, version: 'HTTP/1.1' })
  const [length, body] = framings[framing](Buffer.from(template.body ?? '').toString('latin1'))
  const lines = [
    [method, path, version].filter((part) => part !== '').join(' '),
    'Host: 127.0.0.1',
    ...(isLast ? ['Connection: close'] : []),
    ...Object.entries(template.headers).map(([name, value]) => `${name}: ${value}`),
    ...headers,
    ...(template.body === undefined && framing === 'correct' ? [] : [length]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function damaged(bytes: Buffer, damage: Damage): Buffer {
  const at = damage.at % (bytes.length + 1)
  switch (damage.do) {
    case 'flip': {
      const changed = Buffer.from(bytes)
      const byte = changed[at]
      if (byte !== undefined) changed[at] = byte ^ (1 << damage.bit)
      return changed
    }
    case 'insert':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(damage.bytes), bytes.subarray(at)])
    case 'cut':
      return bytes.subarray(0, at)
  }
}
