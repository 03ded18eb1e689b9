// Finds known texts in other texts, however they are written, in time linear in the text.

/** A text as it was before encoding. */
interface Reading {
  text: string
  /** Where each unit begins in the original text, and where the last one ends; by default at its own index. */
  starts?: Uint32Array
}

/** One form of a character. */
interface Encoding {
  pattern: RegExp
  /** The character; undefined if this is not one. */
  decode: (...groups: (string | undefined)[]) => string | undefined
}

const maxNesting = 3
/** An incomplete escape at the end of a text that was cut. */
const cutEscape =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|x[\da-f]?)?|(?:%[\da-f]{0,2}){1,4}|&(?:#x?[\da-f]{0,5}|[aglq][a-z]{0,3})?)$/i

/** Every reading of a text that differs from the others. A `cut` text may end inside an escape, which is not read. */
function readings(text: string, cut: boolean): Reading[] {
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
function startOf({ starts }: Reading, at: number): number {
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

/** A known text: what is shown for it, and whether it is secret or only an address with a name. */
interface Known {
  shown: string
  isSecret: boolean
}

/** A part of a text that is not shown. */
export interface Span {
  start: number
  end: number
  shown: string
  /** The known text that it is, if it is one. */
  secret?: string
}

/** Shown in place of a secret that has no name. */
export const redacted = '•••'
/** Shorter secrets are hidden in their place only, because ordinary words would be removed with them. */
export const minSecretLength = 6

/** A start of a secret of this length is hidden where the text was cut. */
const minPrefixLength = 8
/** A start of a secret of this length is hidden everywhere, so that no part of a text is compared often. */
const maxShownPrefixLength = 64
/** With more characters than this, encoded forms of secrets are left out, which bounds the memory. */
const maxLengthWithForms = 1_000_000
const maxTextsOfBranch = 8

/** A known text, or a form of it. */
interface Pattern {
  text: string
  secret: string
  known: Known
}

/** The patterns that begin alike. When there are many, those that are longer than the common start are in branches. */
interface Branch {
  patterns: Pattern[]
  hasSecret: boolean
  branches?: Map<number, Branch>
}

/** A part of a text that equals a pattern, or only its start. */
interface Match {
  length: number
  pattern?: Pattern
}

export class KnownSecrets {
  private readonly known = new Map<string, Known>()
  private readonly root: Branch = newBranch()
  private length = 0

  get(text: string): Known | undefined {
    return this.known.get(text)
  }

  add(text: string, known: Known): void {
    this.known.set(text, known)
    this.length += text.length
    const withForms = known.isSecret && this.length <= maxLengthWithForms
    for (const form of new Set([text, ...(withForms ? base64Forms(text) : [])]))
      addTo(this.root, 0, { text: form, secret: text, known })
  }

  /** Every known text inside a text; they can overlap. In a `cut` text, its end may be the start of a secret. */
  find(text: string, cut: boolean): Span[] {
    if (this.known.size === 0) return []
    return readings(text, cut).flatMap((reading) => this.findIn(reading, cut, text.length))
  }

  /** True if a text contains half of a known secret, so that it shows much of it. */
  resembles(text: string): boolean {
    return [...this.known].some(([secret, { isSecret }]) => {
      const half = Math.max(minSecretLength, Math.floor((secret.length - 1) / 2))
      if (!isSecret || secret.length < half) return false
      for (let at = 0; at + half <= text.length; at += 1)
        if (secret.includes(text.slice(at, at + half))) return true
      return false
    })
  }

  private findIn(reading: Reading, cut: boolean, originalLength: number): Span[] {
    const { text } = reading
    const found: Span[] = []
    for (let at = 0; at < text.length; at += 1) {
      const match = this.longest(text, at, cut)
      if (match === undefined) continue
      const { length, pattern } = match
      const isCut = cut && pattern === undefined && at + length === text.length
      const end = isCut ? originalLength : startOf(reading, at + length)
      found.push({ start: startOf(reading, at), end, shown: redacted, ...shownAs(pattern) })
      at += Math.max(0, length - maxShownPrefixLength)
    }
    return found
  }

  /** The longest known text, or start of one that is hidden, that begins at a place. */
  private longest(text: string, at: number, cut: boolean): Match | undefined {
    let best: Match | undefined
    let branch: Branch | undefined = this.root
    for (let depth = 0; branch !== undefined; depth += 1) {
      for (const pattern of branch.patterns) best = longer(best, matchAt(text, at, pattern, depth, cut))
      if (branch.branches === undefined) break
      if (branch.hasSecret && isHiddenPrefix(text, at, depth, cut)) best = longer(best, { length: depth })
      branch = branch.branches.get(text.charCodeAt(at + depth))
    }
    return best
  }
}

/** The longer one of two matches, or the first one. */
function longer(one: Match | undefined, other: Match | undefined): Match | undefined {
  return (other?.length ?? 0) > (one?.length ?? 0) ? other : one
}

/** The pattern that begins at a place, of which `from` units are known to be there, or a hidden start of it. */
function matchAt(text: string, at: number, pattern: Pattern, from: number, cut: boolean): Match | undefined {
  const length = commonLength(text, at, pattern.text, from)
  if (length === pattern.text.length) return isInNumber(text, at, length) ? undefined : { length, pattern }
  return pattern.known.isSecret && isHiddenPrefix(text, at, length, cut) ? { length } : undefined
}

function newBranch(): Branch {
  return { patterns: [], hasSecret: false }
}

function addTo(branch: Branch, depth: number, pattern: Pattern): void {
  if (pattern.known.isSecret) branch.hasSecret = true
  if (branch.branches === undefined || pattern.text.length === depth) branch.patterns.push(pattern)
  else {
    const unit = pattern.text.charCodeAt(depth)
    const next = branch.branches.get(unit) ?? newBranch()
    branch.branches.set(unit, next)
    addTo(next, depth + 1, pattern)
  }
  if (branch.branches !== undefined || branch.patterns.length <= maxTextsOfBranch) return
  if (depth === maxShownPrefixLength) return
  const patterns = branch.patterns.splice(0)
  branch.branches = new Map()
  for (const each of patterns) addTo(branch, depth, each)
}

/** The number of units, from a place on, that a text shares with a pattern that begins with `from` of them. */
function commonLength(text: string, at: number, pattern: string, from: number): number {
  let length = from
  while (length < pattern.length && text.charCodeAt(at + length) === pattern.charCodeAt(length)) length += 1
  return length
}

/** True if the start of a secret is hidden: a long one, or where the text was shortened: by `…`, `...`, `***`, or cut. */
function isHiddenPrefix(text: string, at: number, length: number, cut: boolean): boolean {
  if (length < minPrefixLength) return false
  const end = at + length
  if (length >= maxShownPrefixLength || (cut && end === text.length)) return true
  return ['…', '...', '***'].some((ellipsis) => text.startsWith(ellipsis, end))
}

function shownAs(pattern: Pattern | undefined): Partial<Span> {
  return pattern === undefined ? {} : { shown: pattern.known.shown, secret: pattern.secret }
}

/** True if a short number, such as a 2FA code, is only a part of a longer number. */
function isInNumber(text: string, at: number, length: number): boolean {
  if (length >= minPrefixLength || !/^\d+$/.test(text.slice(at, at + length))) return false
  return /[\d.]/.test(text.charAt(at - 1)) || /\d/.test(text.charAt(at + length))
}

/** The forms that contain a text inside base64, whatever is encoded before and after it. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text)
  const forms = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Its first and last characters also depend on the bytes around it.
    const inner = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6))
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return forms.filter((form) => form.length >= minSecretLength)
}
