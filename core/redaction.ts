// The one redaction. Each run has one Redactor; whatever people see of requests and responses goes through it: journals, logs,
// transcripts, scenarios, reports and error messages.
//
// It hides, in time linear in the text:
// - the values of headers that are not on a list (the scheme of a credential stays),
// - the values of secret names, in any spelling: fields of JSON, of JSON inside JSON, query parameters, lines of headers,
// - the user and password of URLs, private keys in PEM, JSON Web Tokens, and what follows `Bearer` or `Basic`,
// - every known secret, wherever it is and however it is written: plainly, with escapes of JSON or JSON inside JSON,
//   percent-encoded, as HTML, inside base64, or cut. A secret is known if it was learned: from a target, an input, or a place above,
// - with `hideTokens`, for traffic of unknown clients: long random texts, and token-like values of unknown fields.
//
// Texts are redacted before they are cut. A known secret is shown by its name, if it has one, and else as `•••`.

import { KnownSecrets, minSecretLength, redacted, type Span } from './known-secrets.ts'
import { secretPlaces } from './secret-places.ts'

/** Shorter texts can be names that people choose. */
const minTokenLength = 20
const minDifferentCharacters = 10
/** Of all places between two characters, how many are between a letter and a digit or two cases. Words have fewer. */
const minChangeShare = 0.22
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const run = /[\w\-+/=.]+/g

/** Where a text has tokens. UUIDs are identifiers, not tokens. */
function randomTexts(text: string): { start: number; end: number }[] {
  if (text.length < minTokenLength) return []
  return [...text.matchAll(run)].flatMap(({ 0: whole, index }) => {
    if (whole.length < minTokenLength) return []
    if (isRandom(whole)) return [{ start: index, end: index + whole.length }]
    return [...whole.matchAll(/[^/.=]+/g)]
      .filter(([part]) => isRandom(part))
      .map(({ 0: part, index: at }) => ({ start: index + at, end: index + at + part.length }))
  })
}

/** Where the path and the query of a URL have tokens. Hosts are shown. */
function randomUrlParts(url: string): { start: number; end: number }[] {
  const from = /^[a-z][\w+\-.]*:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0
  return [...url.slice(from).matchAll(/[^/?&#=;\s]+/g)]
    .filter(([part]) => isRandom(part))
    .map(({ 0: part, index }) => ({ start: from + index, end: from + index + part.length }))
}

/** True if the value of an unknown field can be a credential: a text without spaces, of letters and digits. */
function isTokenLike(text: string): boolean {
  return /^[^\s]{16,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && !/^\d{4}-\d\d-\d\d/.test(text)
}

function isRandom(text: string): boolean {
  if (text.length < minTokenLength || uuid.test(text) || !/\d/.test(text) || !/[a-z]/i.test(text))
    return false
  if (new Set(text).size < minDifferentCharacters) return false
  let changes = 0
  for (let at = 1; at < text.length; at += 1) {
    const before = kindOf(text.charCodeAt(at - 1))
    const kind = kindOf(text.charCodeAt(at))
    // A capital begins a word, so a small letter after it is no change.
    if (before !== '' && kind !== '' && before !== kind && !(before === 'A' && kind === 'a')) changes += 1
  }
  return changes / (text.length - 1) >= minChangeShare
}

function kindOf(code: number): '' | '0' | 'A' | 'a' {
  if (code >= 0x30 && code <= 0x39) return '0'
  if (code >= 0x41 && code <= 0x5a) return 'A'
  return code >= 0x61 && code <= 0x7a ? 'a' : ''
}

/** Names that stand for secrets, and names whose values are shown. */
export interface RedactionPolicy {
  isSecretField: (name: string) => boolean
  /** True if the values of a field are random by design, such as identifiers. */
  isOpaqueField: (name: string) => boolean
  /** True if the values of a field are URLs, whose hosts are shown. */
  isUrlField: (name: string) => boolean
  /** In lower case. */
  shownHeaders: ReadonlySet<string>
}

interface RedactorOptions {
  /** The form of the names that are shown; no names by default. */
  show?: (name: string) => string
  /** True if tokens of unknown origin are hidden. */
  hideTokens?: boolean
  /** With `hideTokens`: whether a document names this field. All fields by default. */
  isKnownField?: (name: string) => boolean
}

/** A short value of letters only can be an ordinary word. */
const ordinaryWord = /^[a-z]{1,9}$/i
const anyScheme = /^([A-Za-z][\w-]*) +(\S.*)$/s
const scheme = /^(bearer|basic|digest|token|apikey) +(\S.*)$/is

export class Redactor {
  private readonly policy: RedactionPolicy
  private readonly options: RedactorOptions
  private readonly known = new KnownSecrets()

  constructor(policy: RedactionPolicy, options: RedactorOptions = {}) {
    this.policy = policy
    this.options = options
  }

  get hidesTokens(): boolean {
    return this.options.hideTokens ?? false
  }

  /** Learns a secret, with its name if it has one. The lines of a private key in PEM are learned, too. */
  learn(secret: string, name?: string): void {
    this.add(secret, name, true)
    if (secret.includes('PRIVATE KEY-----'))
      for (const line of secret.split(/\r?\n|\\n/))
        if (!line.startsWith('-----')) this.add(line.trim(), name, true)
  }

  /** Replaces a text that is not secret, such as an address, by its name. */
  name(text: string, name: string): void {
    this.add(text, name, false)
  }

  /** Learns the credential of a header, if its name or its value shows that it has one. */
  learnHeader(name: string, value: string): void {
    if (!this.policy.isSecretField(name) && randomTexts(value).length === 0) return
    if (/cookie/i.test(name)) {
      // Several cookies that are set are separated by commas; what follows a semicolon are attributes.
      const cookies = /^set-/i.test(name) ? /(?:^|, *)[^=;,\s]+=([^;,]*)/g : /(?:^|; *)[^=;\s]+=([^;]*)/g
      for (const [, cookie = ''] of value.matchAll(cookies)) this.learnSeen(cookie)
      return
    }
    const [, kind = '', credential = value] = anyScheme.exec(value) ?? []
    this.learnSeen(credential)
    if (kind.toLowerCase() !== 'basic') return
    const decoded = Buffer.from(credential, 'base64').toString()
    this.learnSeen(decoded)
    this.learnSeen(decoded.slice(decoded.indexOf(':') + 1))
  }

  /** Learns the secrets that their places in a text show: in JSON, in a URL, after a scheme. */
  learnText(text: string): void {
    for (const { value } of secretPlaces(text, this.policy.isSecretField))
      this.learnSeen(scheme.exec(value)?.[2] ?? value)
  }

  /** A text without secrets. */
  text(text: string): string {
    return this.replaced(text, this.spans(text))
  }

  /** A text without secrets that has at most so many characters, and a note if it was longer. */
  shortened(text: string, maxCharacters: number): string {
    const shown = this.text(text)
    return shown.length > maxCharacters
      ? `${shown.slice(0, maxCharacters)}… (${text.length} characters)`
      : shown
  }

  /** A text without secrets that was cut before, so that a secret may be cut, too. */
  cutText(text: string): string {
    return this.replaced(text, this.spans(text, { cut: true }))
  }

  /** The value of a header as it is shown. */
  header(name: string, value: string): string {
    return this.policy.shownHeaders.has(name.toLowerCase()) ? this.text(value) : this.credential(value)
  }

  /** A JSON value without secrets; `field` is the name of the field that has it. */
  json(value: unknown, field = ''): unknown {
    if (this.policy.isSecretField(field)) return this.withoutValues(value)
    if (typeof value === 'string') return this.replaced(value, this.spans(value, { field }))
    if (Array.isArray(value)) return value.map((element) => this.json(element, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        this.text(key),
        this.json(inner, field === 'hash' && !this.policy.isSecretField(key) ? field : key),
      ]),
    )
  }

  /** The parts of a text that are not shown, in order and without overlap. */
  spans(text: string, { cut = false, field = '' } = {}): Span[] {
    const places = secretPlaces(text, this.policy.isSecretField).map(({ start, end, value, around }) => ({
      ...{ start, end, shown: `${around}${this.credential(value)}${around}` },
      ...(around === '' ? { secret: value } : {}),
    }))
    return merged([...places, ...this.known.find(text, cut), ...this.tokens(text, field)])
  }

  /** True if a text contains half of a known secret, so that it shows much of it. */
  resembles(text: string): boolean {
    return this.known.resembles(text)
  }

  private tokens(text: string, field: string): Span[] {
    const { isKnownField } = this.options
    if (!this.hidesTokens || this.policy.isOpaqueField(field)) return []
    const isUrl = this.policy.isUrlField(field)
    if (!isUrl && field !== '' && isKnownField?.(field) === false && isTokenLike(text))
      return [{ start: 0, end: text.length, shown: redacted, secret: text }]
    return (isUrl ? randomUrlParts(text) : randomTexts(text)).map(({ start, end }) => ({
      ...{ start, end, shown: redacted, secret: text.slice(start, end) },
    }))
  }

  private withoutValues(value: unknown): unknown {
    if (typeof value === 'string') return value === '' ? value : this.credential(value)
    if (typeof value === 'number') return redacted
    if (Array.isArray(value)) return value.map((element) => this.withoutValues(element))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.text(key), this.withoutValues(inner)]),
    )
  }

  /** The text that replaces a secret: its name if it is known, and its scheme if it has one. */
  private credential(value: string): string {
    const known = this.known.get(value)
    if (known !== undefined) return known.shown
    const [, kind, rest = ''] = scheme.exec(value) ?? []
    return kind === undefined ? redacted : `${kind} ${this.known.get(rest)?.shown ?? redacted}`
  }

  private learnSeen(value: string): void {
    if (!ordinaryWord.test(value)) this.add(value, undefined, true)
  }

  private add(text: string, name: string | undefined, isSecret: boolean): void {
    if (text.length < minSecretLength || text.includes(redacted)) return
    const shown = name === undefined ? redacted : (this.options.show?.(name) ?? redacted)
    const known = this.known.get(text)
    if (known === undefined) this.known.add(text, { shown, isSecret })
    else if (known.shown === redacted) known.shown = shown
  }

  private replaced(text: string, spans: readonly Span[]): string {
    return rewritten(text, spans, ({ shown }) => shown)
  }
}

/** A text with some parts replaced. */
export function rewritten(text: string, spans: readonly Span[], replace: (span: Span) => string): string {
  let shown = ''
  let copied = 0
  for (const span of spans) {
    shown += text.slice(copied, span.start) + replace(span)
    copied = span.end
  }
  return shown + text.slice(copied)
}

/** Parts in order. Those that overlap become one, which is shown as the first and longest. */
function merged(spans: Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = found.at(-1)
    if (last === undefined || last.end <= span.start) found.push(span)
    else if (span.end > last.end) {
      last.end = span.end
      delete last.secret
    }
  }
  return found
}
