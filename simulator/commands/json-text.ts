// Reading JSON that a person wrote: where it goes wrong, by line and column. What the values mean is the reader's matter.

/** A JSON text as its value, or where it stops being JSON. */
export type ReadJson =
  | { ok: true; value: unknown }
  | { ok: false; line: number; column: number; wanted: string }

// JSON.parse names no position for some faults, and none by line; it decides, and this only finds the place.
const blank = /[ \t\n\r]*/y
// A string's plain characters are those from the space on, without the quote and the backslash.
const scalar =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Reads a JSON text. */
export function readJson(text: string): ReadJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const { at, wanted } = new Scanner(text).firstFault()
    const before = text.slice(0, at).split('\n')
    return { ok: false, line: before.length, column: (before.at(-1) ?? '').length + 1, wanted }
  }
}

/** Walks a text that is not JSON until it meets what cannot stand there. */
class Scanner {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  firstFault(): { at: number; wanted: string } {
    const wanted = this.value() ?? this.skipped() ?? 'nothing after the value'
    return { at: this.at, wanted }
  }

  /** Passes over blanks and says nothing: it stands where a fault is named after it. */
  private skipped(): undefined {
    this.match(blank)
    return undefined
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private take(mark: string): boolean {
    this.match(blank)
    if (this.text[this.at] !== mark) return false
    this.at += 1
    return true
  }

  /** Passes over a value; what was wanted instead, where it stands at none. */
  private value(): string | undefined {
    if (this.take('{')) return this.members('}', () => this.member())
    if (this.take('[')) return this.members(']', () => this.value())
    return this.match(scalar) === undefined ? 'a value' : undefined
  }

  private members(end: '}' | ']', member: () => string | undefined): string | undefined {
    if (this.take(end)) return undefined
    do {
      const fault = member()
      if (fault !== undefined) return fault
    } while (this.take(','))
    return this.take(end) ? undefined : `"," or "${end}"`
  }

  private member(): string | undefined {
    this.match(blank)
    if (this.text[this.at] !== '"' || this.match(scalar) === undefined) return 'a name in double quotes'
    return this.take(':') ? this.value() : '":"'
  }
}
