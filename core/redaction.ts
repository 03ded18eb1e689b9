// The one redaction: whatever people see of requests and responses goes through it. It hides known secrets (plain, escaped in JSON,
// percent-encoded and in base64), the values of names that stand for secrets, credential headers, and credentials by their shape.

/** Shown in place of a secret that has no name. */
export const redacted = '•••'
/** Shorter secrets are hidden by their name only, because ordinary words would be hidden with them. */
const minSecretLength = 6
/** The start of a secret with this length is hidden if the text was cut there. */
const minStartLength = 8

/** The start of a secret that is so much of it is hidden where a word ends with it. */
const mostOfSecret = 0.75

/** A part of a text that is not shown. */
interface Span {
  start: number
  end: number
  shown: string
  /** The secret that it is, before encoding. */
  secret?: string
}

/** Names that stand for secrets, and headers whose values are shown. */
interface RedactionPolicy {
  isSecretField: (name: string) => boolean
  /** In lower case. */
  shownHeaders: ReadonlySet<string>
}

/** The parts of a text: a character after any number of backslashes, one of four to one bytes of UTF-8, and others. */
const part = new RegExp(
  String.raw`((?:\\|%5c)+)(?:u(xxxx)|([^%]))?|%f[0-7](?:%[89ab]x){3}|%ex(?:%[89ab]x){2}|%[cd]x%[89ab]x|%[0-7]x|[^%\\]+|[^]`
    // Percent signs may be encoded again.
    .replaceAll(/%(?![\]\\])/g, '%(?:25)*')
    .replaceAll('x', String.raw`[\da-f]`),
  'gi',
)

/**
 * A text without percent-encoding and backslashes, so that it is the same for a text and each of its encodings. `starts` has the
 * index in the original text at which each character begins, and where the last one ends; it is missing if nothing is encoded.
 */
function plainText(original: string): { text: string; starts?: Uint32Array } {
  if (!/[%\\]/.test(original)) return { text: original }
  const starts = new Uint32Array(original.length + 1)
  let text = ''
  for (const { 0: all, 1: backslashes, 2: code, 3: letter = '', index } of original.matchAll(part)) {
    const bytes = all.replace(/%(?:25)*(?=[\da-f]{2})/gi, '')
    const unescaped = code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16))
    const decoded = bytes === all ? all : Buffer.from(bytes, 'hex').toString()
    const plain = backslashes === undefined ? decoded : unescaped
    for (let at = 0; at < plain.length; at += 1) starts[text.length + at] = index + (plain === all ? at : 0)
    text += plain
  }
  starts[text.length] = original.length
  return { text, starts }
}

/** Makes characters equal whose encodings are: a plus sign is a space in forms, `\n` has lost its backslash. */
const searchable = (plain: string) => plain.replace(/[\b\f\n\r\t+]/g, (one) => alike.get(one) ?? one)
const alike = new Map(Object.entries({ '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '+': ' ' }))

/** A known text. One that is not secret is an address with a name. */
interface Known {
  secret: string
  shown: string
  isSecret: boolean
}

/** The forms of a text inside base64, whatever is encoded before and after it. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Its first and last characters also depend on the bytes around it.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6))
    return [searchable(inner), inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** A secret that its name or its shape shows. */
interface Place {
  start: number
  end: number
  value: string
  /** The quote around it. Inside a text it has backslashes. */
  quote: string
}

/** The name of a field, with what is between it and its value. Inside a text, its quotes have backslashes. */
const fieldName = /(?<!\\)(\\*)"([^"]{0,99}[^"\\])\1"(?:\s|\\+[nrt])*:(?:\s|\\+[nrt])*/g
const levels = [1, 2, 3, 4]
const nested = levels.reduce((inner) => String.raw`[[{][^[\]{}]*(?:${inner}[^[\]{}]*)*[\]}]`, '(?!)')
/** An object or array with all that it has, or a number. */
const otherValue = new RegExp(String.raw`${nested}|[[{][\s\S]*|-?\d[\d.eE+-]*`, 'y')
/** Secrets in other texts, at the end of a match. */
const shapes: readonly RegExp[] = [
  /(?:^|[?&;]|\\u0026)(?<name>(?:[\w.~[\]-]|%[\da-f]{2}){1,200})=(?<value>[^&#\s"<>\\]+)/gi,
  /^(?<name>[\w-]{1,60}):[ \t]*(?<value>\S.*)$/gm,
  // The user and the password of a URL.
  /(?<=\/\\*\/)[^\s/?#"<>\\]+(?=@)/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // A JSON Web Token.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g,
  // A credential after its scheme. A word of small letters is not a credential.
  /(?<=(?<!\w)(?:bearer|basic)(?: |%20|\+))(?![a-z]{1,15}(?![\w\-.~+/=%]))[\w\-.~+/=%]{6,}/gi,
]

function placesIn(text: string, isSecret: (name: string) => boolean): Place[] {
  const others = shapes.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap((match): Place[] => {
      const { name, value = match[0] } = match.groups ?? {}
      const end = match.index + match[0].length
      const plain = plainText(name === undefined ? value : value.replaceAll('+', ' ')).text
      const place = { start: end - value.length, end, value: plain, quote: '' }
      return name === undefined || isSecret(plainText(name).text) ? [place] : []
    }),
  )
  return [...fieldsIn(text, isSecret), ...others]
}

function fieldsIn(text: string, isSecret: (name: string) => boolean): Place[] {
  const found: Place[] = []
  fieldName.lastIndex = 0
  for (let match = fieldName.exec(text); match !== null; match = fieldName.exec(text)) {
    const start = fieldName.lastIndex
    const [, backslashes = '', name = ''] = match
    if (!isSecret(plainText(name).text)) continue
    const quote = `${backslashes}"`
    const from = start + (text.startsWith(quote, start) ? quote.length : 0)
    otherValue.lastIndex = start
    const value = from > start ? textAt(text, from, backslashes.length) : (otherValue.exec(text)?.[0] ?? '')
    const contentEnd = from + value.length
    const end = from > start && text.startsWith(quote, contentEnd) ? contentEnd + quote.length : contentEnd
    if (value !== '') found.push({ start, end, value: unescaped(value, backslashes.length), quote })
    fieldName.lastIndex = end
  }
  return found
}

/** The text that begins at a place, without its last quote, which has that many backslashes. */
function textAt(text: string, from: number, backslashes: number): string {
  const quote = /(?<!\\)\\*"/g
  quote.lastIndex = from
  for (let match = quote.exec(text); match !== null; match = quote.exec(text)) {
    const before = match[0].length - 1
    // The quote of an outer text: this one was cut.
    if (before < backslashes) return text.slice(from, match.index)
    if (before % (2 * backslashes + 2) === backslashes)
      return text.slice(from, quote.lastIndex - 1 - backslashes)
  }
  return text.slice(from)
}

/** A text as it was before it was escaped, once for each level of JSON inside JSON. */
function unescaped(text: string, backslashes: number): string {
  try {
    const outer: string = JSON.parse(`"${text}"`)
    return backslashes === 0 ? outer : unescaped(outer, (backslashes - 1) / 2)
  } catch {
    return text
  }
}

const scheme = /^(bearer|basic|digest|token|apikey) +(\S.*)$/is

export class Redactor {
  private readonly policy: RedactionPolicy
  private readonly show: ((name: string) => string) | undefined
  private readonly known = new Map<string, Known>()
  /** The texts to search for, by how they begin, the longest first. */
  private readonly forms = new Map<string, { form: string; known: Known }[]>()

  /** `show` is how the names of secrets are shown; without it they are not. */
  constructor(policy: RedactionPolicy, { show }: { show?: (name: string) => string } = {}) {
    this.policy = policy
    this.show = show
  }

  /** Learns a secret, with its name if it has one. The lines of a private key in PEM are learned, too. */
  learn(secret: string, name?: string): void {
    const lines = secret.includes('PRIVATE KEY-----') ? secret.split(/\r?\n|\\n/) : []
    for (const text of [secret, ...lines.filter((line) => !line.startsWith('-----'))])
      this.add(text.trim(), name, true)
  }

  /** Replaces a text that is not secret, such as an address, by its name. */
  name(text: string, name: string): void {
    this.add(text, name, false)
  }

  /** Learns the credential of a header, if its name shows that it has one. */
  learnHeader(name: string, value: string): void {
    if (!this.policy.isSecretField(name)) return
    const cookie = /(?:^|[;,] *)(?!(?:path|domain|expires|max-age|samesite)=)[^=;,\s]+=([^;,]*)/gi
    const cookies = [...value.matchAll(cookie)].map(([, text = '']) => text)
    const [, kind = '', credential = value] = /^([a-z][\w-]*) +(\S.*)$/is.exec(value) ?? []
    const pair = kind.toLowerCase() === 'basic' ? Buffer.from(credential, 'base64').toString() : ''
    const others = [credential, pair, pair.slice(pair.indexOf(':') + 1)]
    for (const text of /cookie/i.test(name) ? cookies : others) this.learnSeen(text)
  }

  /** Learns the secrets that their names and shapes show. */
  learnText(text: string): void {
    for (const { value } of placesIn(text, this.policy.isSecretField))
      this.learnSeen(scheme.exec(value)?.[2] ?? value)
  }

  /** A text without secrets. With `cut`, the text was cut before, so it may end inside a secret. */
  text(text: string, about: { cut?: boolean } = {}): string {
    return rewritten(text, this.spans(text, about), ({ shown }) => shown)
  }

  /** A text without secrets that has at most so many characters, and its length if it was longer. */
  shortened(text: string, max: number): string {
    const shown = this.text(text)
    return shown.length > max ? `${shown.slice(0, max)}… (${text.length} characters)` : shown
  }

  /** The value of a header as it is shown. */
  header(name: string, value: string): string {
    return this.policy.shownHeaders.has(name.toLowerCase()) ? this.text(value) : this.credential(value)
  }

  /** A JSON value without secrets; `field` is the name of the field that has it. */
  json(value: unknown, field = ''): unknown {
    const isSecret = this.policy.isSecretField(field)
    if (isSecret && (typeof value === 'number' || (typeof value === 'string' && value !== '')))
      return this.credential(String(value))
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((element) => this.json(element, field))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([key, inner]) => [this.text(key), this.json(inner, isSecret ? field : key)]),
    )
  }

  /** The parts of a text that are not shown, in order; they can overlap. */
  spans(text: string, { cut = false } = {}): Span[] {
    const places = placesIn(text, this.policy.isSecretField).map(({ start, end, value, quote }) => ({
      ...{ start, end, shown: `${quote}${this.credential(value)}${quote}` },
      ...(quote === '' ? { secret: value } : {}),
    }))
    const spans: Span[] = [...places, ...this.knownIn(text, cut)]
    return spans.sort((a, b) => a.start - b.start || b.end - a.end)
  }

  /** True if a text contains half of a known secret, so that it shows much of it. */
  resembles(text: string): boolean {
    return [...this.known.values()].some(({ secret, isSecret }) => {
      const half = Math.max(minSecretLength, Math.floor((secret.length - 1) / 2))
      for (let at = 0; isSecret && at + half <= text.length; at += 1)
        if (secret.includes(text.slice(at, at + half))) return true
      return false
    })
  }

  private knownIn(original: string, cut: boolean): Span[] {
    // A text that was cut may end inside an escape.
    const plain = plainText(cut ? original.replace(/(?:\\+(?:u\w{0,3})?|(?:%\w{0,2}){1,4})$/, '') : original)
    const text = searchable(plain.text)
    const found: Span[] = []
    for (let at = 0; at + minSecretLength <= text.length; at += 1) {
      const match = this.matchAt(text, at, cut)
      if (match === undefined) continue
      const { length, ...rest } = match
      const end = at + length
      found.push({ start: plain.starts?.[at] ?? at, end: plain.starts?.[end] ?? end, ...rest })
      at = end - 1
    }
    return found
  }

  /** The longest known text at a place, or the start of one where the text was cut or shortened. */
  private matchAt(text: string, at: number, cut: boolean) {
    const forms = this.forms.get(text.slice(at, at + minSecretLength)) ?? []
    let start = 0
    for (const { form, known } of forms) {
      const { secret, shown, isSecret } = known
      let length = minSecretLength
      while (length < form.length && text[at + length] === form[length]) length += 1
      const next = text.slice(at + length, at + length + 3)
      // A short number, such as a 2FA code, can be a part of a longer one.
      const isPart = /^\d{6,7}$/.test(form) && /\d/.test(text.charAt(at - 1) + next.charAt(0))
      if (length === form.length && !isPart) return { length, shown, secret }
      const isStart = length >= minStartLength && isCutBefore(next, cut, length / form.length)
      if (isSecret && isStart) start = Math.max(start, length)
    }
    return start === 0 ? undefined : { length: start, shown: redacted }
  }

  /** The text that replaces a secret: its name if it is known, and its scheme if it has one. */
  private credential(value: string): string {
    const shown = (text: string) => this.known.get(searchable(plainText(text).text))?.shown
    const [, kind, rest = ''] = scheme.exec(value) ?? []
    return shown(value) ?? (kind === undefined ? redacted : `${kind} ${shown(rest) ?? redacted}`)
  }

  /** Learns a secret that was seen. A short value of letters only can be an ordinary word. */
  private learnSeen(value: string): void {
    if (!/^[a-z]{1,9}$/i.test(value)) this.add(value, undefined, true)
  }

  private add(secret: string, name: string | undefined, isSecret: boolean): void {
    const plain = searchable(plainText(secret).text)
    if (plain.length < minSecretLength || secret.includes(redacted)) return
    const shown = name === undefined ? redacted : (this.show?.(name) ?? redacted)
    const known = this.known.get(plain) ?? { secret, shown, isSecret }
    if (known.shown === redacted) known.shown = shown
    if (this.known.has(plain)) return
    this.known.set(plain, known)
    for (const form of new Set([plain, ...(isSecret ? base64Forms(secret) : [])])) {
      if (form.length < minSecretLength) continue
      const start = form.slice(0, minSecretLength)
      const forms = this.forms.get(start) ?? []
      forms.push({ form, known })
      this.forms.set(start, forms)
      forms.sort((a, b) => b.form.length - a.form.length)
    }
  }
}

/** True if a secret was cut before a text. A service may leave out the last characters of a credential that it repeats. */
const isCutBefore = (next: string, cut: boolean, share: number) =>
  (cut && next === '') || /^(?:…|\.\.\.|\*\*\*)/.test(next) || (share >= mostOfSecret && !/^[\w-]/.test(next))

/** A text with some parts replaced, in their order. Parts that overlap become one, which is shown as the first. */
export function rewritten(text: string, spans: readonly Span[], replace: (span: Span) => string): string {
  let shown = ''
  let copied = 0
  for (const span of spans) {
    if (span.start >= copied) shown += text.slice(copied, span.start) + replace(span)
    copied = Math.max(copied, span.end)
  }
  return shown + text.slice(copied)
}
