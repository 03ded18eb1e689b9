// Finds known texts in other texts, however they are written, in time linear in the text.

import { type Reading, readings, startOf } from './text-readings.ts'

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

/** What a text has in common with a pattern; the whole pattern, or only its start. */
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

  /** Every known text inside a text. In a `cut` text, its end may be the start of a secret. */
  find(text: string, cut: boolean): Span[] {
    if (this.known.size === 0) return []
    return readings(text, cut).flatMap((reading) => this.findIn(reading, cut, text.length))
  }

  /** Whether a text contains half of a known secret, so that it shows much of it. */
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
      const last = found.at(-1)
      const start = startOf(reading, at)
      if (last === undefined || last.end <= start)
        found.push({ start, end, shown: redacted, ...shownAs(pattern) })
      else if (end > last.end) {
        last.end = end
        delete last.secret
      }
      at += Math.max(0, length - maxShownPrefixLength)
    }
    return found
  }

  /** The longest known text, or start of one that is hidden, that begins at a place. */
  private longest(text: string, at: number, cut: boolean): Match | undefined {
    let best: Match | undefined
    let branch: Branch | undefined = this.root
    for (let depth = 0; branch !== undefined; depth += 1) {
      for (const pattern of branch.patterns) {
        const length = commonLength(text, at, pattern.text, depth)
        if (length <= (best?.length ?? 0)) continue
        if (length < pattern.text.length) {
          if (pattern.known.isSecret && isHiddenPrefix(text, at, length, cut)) best = { length }
        } else if (!isInNumber(text, at, length)) best = { length, pattern }
      }
      if (branch.branches === undefined) break
      if (branch.hasSecret && depth > (best?.length ?? 0) && isHiddenPrefix(text, at, depth, cut))
        best = { length: depth }
      branch = branch.branches.get(text.charCodeAt(at + depth))
    }
    return best
  }
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

/** How many units a text has, from a place on, in common with a pattern that begins with `from` of them. */
function commonLength(text: string, at: number, pattern: string, from: number): number {
  let length = from
  while (length < pattern.length && text.charCodeAt(at + length) === pattern.charCodeAt(length)) length += 1
  return length
}

/** Whether the start of a secret is hidden: a long one, or where the text was shortened: by `…`, `...`, `***`, or cut. */
function isHiddenPrefix(text: string, at: number, length: number, cut: boolean): boolean {
  if (length < minPrefixLength) return false
  const end = at + length
  if (length >= maxShownPrefixLength || (cut && end === text.length)) return true
  return ['…', '...', '***'].some((ellipsis) => text.startsWith(ellipsis, end))
}

function shownAs(pattern: Pattern | undefined): Partial<Span> {
  return pattern === undefined ? {} : { shown: pattern.known.shown, secret: pattern.secret }
}

/** Whether a short number, such as a 2FA code, is only a part of a longer number. */
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
