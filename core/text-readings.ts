// The ways to read a text: plainly, with escapes of JSON and JavaScript, with escapes of JSON inside JSON, percent-decoded,
// as a form, and with references of HTML. All take linear time.

/** A text as it was before encoding. */
export interface Reading {
  text: string
  /** Where each unit begins in the original text, and where the last one ends; by default at its own index. */
  starts?: Uint32Array
}

/** How one character is encoded. */
interface Encoding {
  pattern: RegExp
  /** The character; undefined if this is not one. */
  decode: (...groups: (string | undefined)[]) => string | undefined
}

const maxNesting = 3
/** What a text may end with if it was cut inside an escape. */
const cutEscape =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|x[\da-f]?)?|(?:%[\da-f]{0,2}){1,4}|&(?:#x?[\da-f]{0,5}|[aglq][a-z]{0,3})?)$/i

/** Every reading of a text that differs from the others. A `cut` text may end inside an escape, which is not read. */
export function readings(text: string, cut: boolean): Reading[] {
  const plain: Reading = { text: cut ? text.replace(cutEscape, '') : text }
  const json = nested(plain, jsonEscape)
  const bases = [plain, ...json.slice(0, 1)]
  const percents = bases.flatMap((base) => nested(base, percentEncoding))
  const html = [...bases, ...percents.slice(0, 1)].flatMap((base) => nested(base, htmlReference))
  const jsonInside = [...percents.slice(0, 1), ...html.slice(0, 1)].flatMap((base) =>
    nested(base, jsonEscape),
  )
  return [plain, ...json, ...percents, ...html, ...jsonInside, ...formReadings(plain.text)]
}

/** The index in the original text at which a unit begins. */
export function startOf({ starts }: Reading, at: number): number {
  return starts?.[at] ?? at
}

/** In a form, a plus sign is a space. */
function formReadings(text: string): Reading[] {
  if (!text.includes('+')) return []
  const spaced = { text: text.replaceAll('+', ' ') }
  return [spaced, ...nested(spaced, percentEncoding)]
}

function nested(reading: Reading, encoding: Encoding): Reading[] {
  const found: Reading[] = []
  for (let next = decoded(reading, encoding); next !== undefined; next = decoded(next, encoding)) {
    found.push(next)
    if (found.length === maxNesting) break
  }
  return found
}

/** The reading without an encoding; undefined if nothing has it. */
function decoded(reading: Reading, { pattern, decode }: Encoding): Reading | undefined {
  const starts = new Uint32Array(reading.text.length + 1)
  let text = ''
  let copied = 0
  const copyUntil = (end: number): void => {
    for (let at = copied; at <= end; at += 1) starts[text.length + at - copied] = startOf(reading, at)
    text += reading.text.slice(copied, end)
  }
  for (const match of reading.text.matchAll(pattern)) {
    const character = decode(...match)
    if (character === undefined) continue
    copyUntil(match.index)
    starts.fill(startOf(reading, match.index), text.length, text.length + character.length)
    text += character
    copied = match.index + match[0].length
  }
  if (copied === 0) return undefined
  copyUntil(reading.text.length)
  return { text, starts }
}

const shortEscapes = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
const jsonEscape: Encoding = {
  pattern: /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(["'\\/bfnrt]))/g,
  decode: (_, unicode, byte, short = '') => {
    const digits = unicode ?? byte
    return digits === undefined
      ? (shortEscapes.get(short) ?? short)
      : String.fromCharCode(Number.parseInt(digits, 16))
  },
}

/** Characters of one to four bytes of UTF-8. */
const percentEncoding: Encoding = {
  pattern:
    /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi,
  decode: (encoded = '') => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return undefined
    }
  },
}

const references = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", plus: '+', sol: '/', equals: '=' }),
)
const htmlReference: Encoding = {
  pattern: /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
  decode: (_, hexadecimal, decimal, name) => {
    if (name !== undefined) return references.get(name.toLowerCase())
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code > 0x10ffff ? undefined : String.fromCodePoint(code)
  },
}
