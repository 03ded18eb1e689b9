// Removes secrets from text that people see: known values, and the values of JSON fields that are secret by name.

/** What is removed. */
interface Redaction {
  /** Known secrets, each with the text that is shown in its place. */
  secrets: Iterable<readonly [secret: string, replacement: string]>
  /** Names of JSON fields whose text is secret, whatever it is. */
  fields: readonly string[]
}

/** Shown in place of a secret that has no name. */
export const redacted = '•••'

/** Shorter secrets are left, because ordinary words would be removed with them. */
const minSecretLength = 6

/**
 * A function that returns a text without its secrets, in time linear in the text. Where one secret contains another, the
 * longer one is removed. Secrets are found however they are written: plainly, with escapes of JSON, in JSON inside a string
 * of JSON, or percent-encoded.
 */
export function redactor({ secrets, fields }: Redaction): (text: string) => string {
  const known = [...secrets].filter(([secret]) => secret.length >= minSecretLength)
  const root = trieOf(known)
  const starts = new RegExp(`\\\\+|[%${[...root.next.keys()].map(escapeClass).join('')}]`, 'g')
  const fieldValues = fieldPattern(fields)
  return (text) => {
    const shown = fields.length === 0 ? text : text.replace(fieldValues, withoutValue)
    return known.length === 0 ? shown : withoutSecrets(shown, root, starts)
  }
}

/** Secrets by their UTF-16 units. The node at the end of a secret has its replacement. */
interface Trie {
  next: Map<string, Trie>
  replacement?: string
}

function trieOf(secrets: readonly (readonly [string, string])[]): Trie {
  const root: Trie = { next: new Map() }
  for (const [secret, replacement] of secrets) {
    let node = root
    for (const unit of secret.split('')) {
      const next = node.next.get(unit) ?? { next: new Map() }
      node.next.set(unit, next)
      node = next
    }
    node.replacement = replacement
  }
  return root
}

function escapeClass(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A secret in a text: where it ends, and what is shown for it. */
interface Found {
  end: number
  replacement: string
}

function withoutSecrets(text: string, root: Trie, starts: RegExp): string {
  let shown = ''
  let copied = 0
  for (const { 0: start, index } of text.matchAll(starts)) {
    for (const at of startsOf(start, index)) {
      const found = at < copied ? undefined : longestAt(text, at, root)
      if (found === undefined) continue
      shown += text.slice(copied, at) + found.replacement
      copied = found.end
    }
  }
  return shown + text.slice(copied)
}

/** Where an escape may begin in a run of backslashes: two of them are an escaped backslash, which begins none. */
function startsOf(start: string, index: number): number[] {
  if (!start.startsWith('\\')) return [index]
  const end = index + start.length
  return [end - 4, end - 3, end - 2, end - 1].filter((at) => at >= index && (at - index) % 2 === 0)
}

/** Reads one character of a text as it was before encoding; undefined at the end of the text. */
type Reader = (text: string, at: number) => { character: string; end: number } | undefined

const plain: Reader = (text, at) =>
  at < text.length ? { character: text.charAt(at), end: at + 1 } : undefined

const json = jsonReader(plain)
const readers: readonly Reader[] = [plain, json, jsonReader(json), percentDecoded]

const shortEscapes = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' }),
)

/** Reads a string of JSON that another reader decodes first. */
function jsonReader(inner: Reader): Reader {
  return (text, at) => {
    const first = inner(text, at)
    const second = first?.character === '\\' ? inner(text, first.end) : undefined
    if (second === undefined) return first
    const short = shortEscapes.get(second.character)
    if (short !== undefined) return { character: short, end: second.end }
    const end = second.end + 4
    const code = text.slice(second.end, end)
    const isUnicode = second.character === 'u' && /^[\da-f]{4}$/i.test(code)
    return isUnicode ? { character: String.fromCharCode(Number.parseInt(code, 16)), end } : first
  }
}

const encodedCharacter =
  /%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[\da-f](?:%[\da-f]{2}){3}/iy

function percentDecoded(text: string, at: number): ReturnType<Reader> {
  encodedCharacter.lastIndex = at
  const encoded = text.charAt(at) === '%' ? encodedCharacter.exec(text)?.[0] : undefined
  if (encoded === undefined) return plain(text, at)
  try {
    return { character: decodeURIComponent(encoded), end: at + encoded.length }
  } catch {
    return plain(text, at)
  }
}

/** The longest secret that begins at a place, however it is written. */
function longestAt(text: string, start: number, root: Trie): Found | undefined {
  let longest: Found | undefined
  for (const read of readers) {
    let node: Trie | undefined = root
    for (let at = start; node !== undefined; ) {
      const next = read(text, at)
      if (next === undefined) break
      at = next.end
      for (const unit of next.character.split('')) node = node?.next.get(unit)
      if (node?.replacement !== undefined && at > (longest?.end ?? 0))
        longest = { end: at, replacement: node.replacement }
    }
  }
  return longest
}

/** The values of fields by name, in JSON and in JSON inside a string of JSON. A value that was cut has no closing quote. */
function fieldPattern(fields: readonly string[]): RegExp {
  const blank = String.raw`(?:\s|\\[nrt])*`
  const written = (name: string) =>
    [...name].map((letter) => `(?:${letter}|\\\\{1,2}u00${letter.charCodeAt(0).toString(16)})`).join('')
  const name = String.raw`\\?"(?:${fields.map(written).join('|')})\\?"`
  const value = String.raw`"(?:[^"\\]|\\.)+(?:"|\\?$)`
  const nestedValue = String.raw`\\"(?:[^"\\]|\\\\(?:\\.|[^"\\])|\\[^"\\])+(?:\\"|\\*$)`
  return new RegExp(`(${name}${blank}:${blank})(?:(${nestedValue})|${value})`, 'gs')
}

function withoutValue(_: string, start: string, nestedValue: string | undefined): string {
  const quote = nestedValue === undefined ? '"' : String.raw`\"`
  return `${start}${quote}${redacted}${quote}`
}
