// The ways to read a text: plainly, with escapes of JSON and JavaScript, with escapes of JSON inside JSON, percent-decoded,
// as a form, and with references of HTML. Each reading says where its units begin in the text. All take linear time.

/** The UTF-16 units of a reading. `starts` has one more element, for the end. */
export interface Units {
  codes: Uint16Array
  starts: Uint32Array
  length: number
}

const maxNesting = 3
const backslash = 0x5c
const percent = 0x25
const plus = 0x2b
const ampersand = 0x26
/** What a text may end with if it was cut inside an escape. */
const cutEscape =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|x[\da-f]?)?|(?:%[\da-f]{0,2}){1,4}|&(?:#x?[\da-f]{0,5}|[aglq][a-z]{0,3})?)$/i

/** Every reading of a text that differs from the others. A `cut` text may end inside an escape, which is not read. */
export function readings(text: string, cut: boolean): Units[] {
  const plain = unitsOf(cut ? text.replace(cutEscape, '') : text)
  const json = nested(plain, backslash, withoutJsonEscapes)
  const bases = [plain, ...json.slice(0, 1)]
  const percents = bases.flatMap((units) => nested(units, percent, percentDecoded))
  const html = [...bases, ...percents.slice(0, 1)].flatMap((units) =>
    nested(units, ampersand, withoutReferences),
  )
  const jsonInside = [...percents.slice(0, 1), ...html.slice(0, 1)].flatMap((units) =>
    nested(units, backslash, withoutJsonEscapes),
  )
  return [plain, ...json, ...percents, ...html, ...jsonInside, ...formReadings(plain)]
}

/** In a form, a plus sign is a space. */
function formReadings(plain: Units): Units[] {
  if (!plain.codes.includes(plus)) return []
  const spaced = { ...plain, codes: plain.codes.map((code) => (code === plus ? 0x20 : code)) }
  return [spaced, ...nested(spaced, percent, percentDecoded)]
}

/** The forms that contain a text inside base64, whatever is encoded before and after it. */
export function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  const forms = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Its first and last characters also depend on the bytes around it.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6))
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [...new Set(forms)].filter((form) => form.length >= 6)
}

function unitsOf(text: string): Units {
  const { length } = text
  const codes = new Uint16Array(length)
  const starts = new Uint32Array(length + 1)
  for (let at = 0; at < length; at += 1) {
    codes[at] = text.charCodeAt(at)
    starts[at] = at
  }
  starts[length] = length
  return { codes, starts, length }
}

function nested(units: Units, escaping: number, decode: (units: Units) => Units): Units[] {
  const found: Units[] = []
  for (let last = units; found.length < maxNesting && last.codes.includes(escaping); ) {
    const next = decode(last)
    if (next.length === last.length) break
    found.push(next)
    last = next
  }
  return found
}

/** Reads one character of a text as it was before encoding. */
interface Decoded {
  code: number
  /** The number of units that it was encoded with. */
  size: number
}

function decoded(
  { codes, starts, length }: Units,
  escaping: number,
  decode: (codes: Uint16Array, at: number, length: number) => Decoded | undefined,
): Units {
  const result = { codes: new Uint16Array(length), starts: new Uint32Array(length + 1), length: 0 }
  const push = (code: number, at: number): void => {
    result.codes[result.length] = code
    result.starts[result.length] = starts[at] ?? 0
    result.length += 1
  }
  for (let at = 0; at < length; ) {
    const found = codes[at] === escaping ? decode(codes, at, length) : undefined
    const code = found?.code ?? codes[at] ?? 0
    if (code > 0xffff) {
      push(0xd800 + ((code - 0x10000) >> 10), at)
      push(0xdc00 + ((code - 0x10000) & 0x3ff), at)
    } else push(code, at)
    at += found?.size ?? 1
  }
  result.starts[result.length] = starts[length] ?? 0
  return result
}

const shortEscapes = new Map(
  Object.entries({
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    '"': '"',
    "'": "'",
    '\\': '\\',
    '/': '/',
  }).map(([letter, character]) => [letter.charCodeAt(0), { code: character.charCodeAt(0), size: 2 }]),
)

function withoutJsonEscapes(units: Units): Units {
  return decoded(units, backslash, (codes, at, length) => {
    const letter = codes[at + 1] ?? 0
    if (at + 1 >= length) return undefined
    const short = shortEscapes.get(letter)
    const digits = letter === 0x75 ? 4 : letter === 0x78 ? 2 : 0
    if (short !== undefined || digits === 0 || at + 1 + digits >= length) return short
    const code = hexadecimal(codes, at + 2, digits)
    return code < 0 ? undefined : { code, size: 2 + digits }
  })
}

const references = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", plus: '+', sol: '/', equals: '=' }),
)
const maxReferenceLength = 10

function withoutReferences(units: Units): Units {
  return decoded(units, ampersand, (codes, at, length) => {
    let end = at + 1
    while (end < length && end - at < maxReferenceLength && codes[end] !== 0x3b) end += 1
    if (codes[end] !== 0x3b || end >= length) return undefined
    const name = String.fromCharCode(...codes.subarray(at + 1, end)).toLowerCase()
    const [, hexDigits, digits] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/.exec(name) ?? []
    const code =
      hexDigits !== undefined
        ? Number.parseInt(hexDigits, 16)
        : digits !== undefined
          ? Number(digits)
          : references.get(name)?.charCodeAt(0)
    return code === undefined || code > 0x10ffff ? undefined : { code, size: end + 1 - at }
  })
}

function percentDecoded(units: Units): Units {
  return decoded(units, percent, (codes, at, length) => {
    const byte = at + 2 < length ? hexadecimal(codes, at + 1, 2) : -1
    if (byte < 0) return undefined
    if (byte < 0x80) return { code: byte, size: 3 }
    // UTF-8: the first byte says how many follow.
    const following = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0
    if (following === 0 || at + 3 * following + 2 >= length) return undefined
    let code = byte & (0x3f >> following)
    for (let number = 1; number <= following; number += 1) {
      const place = at + 3 * number
      const next = codes[place] === percent ? hexadecimal(codes, place + 1, 2) : -1
      if (next >> 6 !== 2) return undefined
      code = (code << 6) | (next & 0x3f)
    }
    return code > 0x10ffff ? undefined : { code, size: 3 * (following + 1) }
  })
}

/** The number that some digits are; -1 if they are no digits. */
function hexadecimal(codes: Uint16Array, at: number, digits: number): number {
  let value = 0
  for (let place = at; place < at + digits; place += 1) {
    const code = codes[place] ?? 0
    const letter = code | 0x20
    const digit =
      code >= 0x30 && code <= 0x39 ? code - 0x30 : letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}
