// Finds known texts in other texts, however they are written, in time linear in the text: an Aho-Corasick automaton reads
// the text plainly and in each way that it can be decoded.

import { base64Forms, readings, type Units } from './text-readings.ts'

/** A known text: what is shown for it, and whether it is secret or only an address with a name. */
export interface Known {
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

/** A start of a secret of this length is hidden where the text was cut. */
const minPrefixLength = 8
/** With more units than this, encoded forms of secrets are left out, which bounds the memory. */
const maxUnitsWithForms = 1_000_000
const maxRootUnit = 0x10000

interface Pattern {
  text: string
  secret: string
  known: Known
}

export class KnownSecrets {
  private readonly patterns: Pattern[]
  private readonly starts = new Uint8Array(maxRootUnit)
  private readonly childUnit: Uint16Array
  private readonly child: Int32Array
  private readonly moreChildren = new Map<number, number>()
  private readonly parent: Int32Array
  private readonly unit: Uint16Array
  private readonly depth: Int32Array
  private readonly fail: Int32Array
  /** The number, from 1, of the longest pattern that ends at a node; 0 for none. */
  private readonly ends: Int32Array
  private readonly inSecret: Uint8Array
  private nodes = 1

  constructor(known: ReadonlyMap<string, Known>) {
    this.patterns = patternsOf(known)
    const size = this.patterns.reduce((sum, { text }) => sum + text.length, 1)
    this.childUnit = new Uint16Array(size)
    this.child = new Int32Array(size)
    this.parent = new Int32Array(size)
    this.unit = new Uint16Array(size)
    this.depth = new Int32Array(size)
    this.fail = new Int32Array(size)
    this.ends = new Int32Array(size)
    this.inSecret = new Uint8Array(size)
    this.patterns.forEach((pattern, index) => {
      this.insert(pattern, index + 1)
    })
    this.linkFailures()
  }

  /** Every known text inside a text. In a `cut` text, its end may be the start of a secret. */
  find(text: string, cut: boolean): Span[] {
    if (this.patterns.length === 0) return []
    return readings(text, cut).flatMap((units) => this.findIn(units, text.length, cut))
  }

  private insert({ text, known: { isSecret } }: Pattern, number: number): void {
    let node = 0
    this.starts[text.charCodeAt(0)] = 1
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      node = this.next(node, unit) || this.add(node, unit)
      if (isSecret) this.inSecret[node] = 1
    }
    if (this.ends[node] === 0) this.ends[node] = number
  }

  private add(parent: number, unit: number): number {
    const node = this.nodes
    this.nodes += 1
    this.parent[node] = parent
    this.unit[node] = unit
    this.depth[node] = (this.depth[parent] ?? 0) + 1
    if (this.child[parent] === 0) {
      this.child[parent] = node
      this.childUnit[parent] = unit
    } else this.moreChildren.set(parent * maxRootUnit + unit, node)
    return node
  }

  /** The child of a node; 0 for none. */
  private next(node: number, unit: number): number {
    const child = this.child[node] ?? 0
    if (child === 0) return 0
    if (this.childUnit[node] === unit) return child
    return this.moreChildren.get(node * maxRootUnit + unit) ?? 0
  }

  private step(from: number, unit: number): number {
    for (let node = from; ; node = this.fail[node] ?? 0) {
      const next = this.next(node, unit)
      if (next !== 0 || node === 0) return next
    }
  }

  // A node's failure is nearer to the root, so nodes are linked by depth.
  private linkFailures(): void {
    const order = new Int32Array(this.nodes)
    const places = new Int32Array(this.depth.reduce((max, depth) => Math.max(max, depth), 0) + 2)
    for (let node = 0; node < this.nodes; node += 1) count(places, (this.depth[node] ?? 0) + 1, 1)
    for (let at = 1; at < places.length; at += 1) count(places, at, places[at - 1] ?? 0)
    for (let node = 0; node < this.nodes; node += 1) {
      const depth = this.depth[node] ?? 0
      order[places[depth] ?? 0] = node
      count(places, depth, 1)
    }
    for (const node of order) {
      const parent = this.parent[node] ?? 0
      if (node === 0 || parent === 0) continue
      const failure = this.step(this.fail[parent] ?? 0, this.unit[node] ?? 0)
      this.fail[node] = failure
      if (this.ends[node] === 0) this.ends[node] = this.ends[failure] ?? 0
    }
  }

  private findIn(units: Units, textLength: number, cut: boolean): Span[] {
    const { codes, starts, length } = units
    const found: Span[] = []
    let node = 0
    for (let at = 0; at < length; at += 1) {
      const code = codes[at] ?? 0
      if (node === 0 && this.starts[code] === 0) continue
      if (isEllipsis(codes, at)) this.addPrefix(found, units, at, node, starts[at] ?? textLength)
      node = this.step(node, code)
      const pattern = this.patterns[(this.ends[node] ?? 0) - 1]
      if (pattern === undefined || isInNumber(pattern.text, codes, at, length)) continue
      const { secret, text, known } = pattern
      const start = starts[at + 1 - text.length] ?? 0
      addSpan(found, { start, end: starts[at + 1] ?? textLength, shown: known.shown, secret })
    }
    if (cut) this.addPrefix(found, units, length, node, textLength)
    return found
  }

  /** Adds the start of a secret that a text shows up to a place. */
  private addPrefix(found: Span[], { starts }: Units, at: number, last: number, end: number): void {
    let node = last
    while (this.inSecret[node] === 0 && node !== 0) node = this.fail[node] ?? 0
    const depth = this.depth[node] ?? 0
    if (depth >= minPrefixLength) addSpan(found, { start: starts[at - depth] ?? 0, end, shown: redacted })
  }
}

function count(counts: Int32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more
}

function patternsOf(known: ReadonlyMap<string, Known>): Pattern[] {
  const plain = [...known].map(([secret, value]) => ({ text: secret, secret, known: value }))
  let units = plain.reduce((sum, { text }) => sum + text.length, 0)
  const encoded = plain.flatMap((pattern) => {
    if (!pattern.known.isSecret || units > maxUnitsWithForms) return []
    const forms = base64Forms(pattern.secret)
    for (const form of forms) units += form.length
    return forms.map((text) => ({ ...pattern, text }))
  })
  return [...plain, ...encoded]
}

/** Adds a part to those of one reading, which are found by their ends. Parts that overlap become one. */
function addSpan(found: Span[], span: Span): void {
  let last = found.at(-1)
  while (last !== undefined && last.start >= span.start) {
    found.pop()
    last = found.at(-1)
  }
  if (last === undefined || last.end <= span.start) found.push(span)
  else if (span.end > last.end) {
    last.end = span.end
    delete last.secret
  }
}

/** Whether a text was shortened here: `…`, `...` or `***`. */
function isEllipsis(codes: Uint16Array, at: number): boolean {
  const code = codes[at]
  if (code === 0x2026) return true
  return (code === 0x2e || code === 0x2a) && codes[at + 1] === code && codes[at + 2] === code
}

/** Whether a short number, such as a 2FA code, is only a part of a longer number. */
function isInNumber(text: string, codes: Uint16Array, at: number, length: number): boolean {
  if (text.length >= minPrefixLength || !/^\d+$/.test(text)) return false
  const before = codes[at - text.length] ?? 0
  const after = at + 1 < length ? (codes[at + 1] ?? 0) : 0
  return isDigit(before) || before === 0x2e || isDigit(after)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
