// Where things stand in a JSON text: the line and column of every value, and of the first fault in a text that is not
// JSON. JSON.parse decides what is JSON and what it means; this only finds places.

/** A place in a text, both counted from 1. */
export interface Place {
  line: number
  column: number
}

/** A JSON text as its value and the places of its parts, or where it stops being JSON and what was wanted there. */
export type PlacedJson =
  | { ok: true; value: unknown; placeOf: (pointer: string) => Place }
  | { ok: false; place: Place; wanted: string }

const blanks = /[ \t\n\r]*/y
const text = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Reads a JSON text. A pointer that names nothing has the place of the nearest thing around it. */
export function readPlacedJson(source: string): PlacedJson {
  const walk = new Walk(source)
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    const wanted = walk.value('') ?? 'nothing after the value'
    return { ok: false, place: placeAt(source, walk.at), wanted }
  }
  walk.value('')
  const placeOf = (pointer: string): Place => {
    let known = pointer
    while (known !== '' && !walk.offsets.has(known)) known = known.slice(0, known.lastIndexOf('/'))
    return placeAt(source, walk.offsets.get(known) ?? 0)
  }
  return { ok: true, value, placeOf }
}

/** A JSON pointer's step, escaped. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function placeAt(source: string, offset: number): Place {
  const before = source.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Passes over a text and remembers where each value begins; stops at the first thing that cannot stand there. */
class Walk {
  readonly offsets = new Map<string, number>()
  at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Passes over a value and the blanks around it; what was wanted instead, where there is none. */
  value(pointer: string): string | undefined {
    this.match(blanks)
    this.offsets.set(pointer, this.at)
    const fault = this.content(pointer)
    if (fault === undefined) this.match(blanks)
    return fault
  }

  private content(pointer: string): string | undefined {
    if (this.take('{')) return this.members('}', () => this.member(pointer))
    if (this.take('[')) {
      let index = 0
      return this.members(']', () => {
        const place = `${pointer}/${index}`
        index += 1
        return this.value(place)
      })
    }
    return this.match(text) === undefined && this.match(scalar) === undefined ? 'a value' : undefined
  }

  private members(end: '}' | ']', member: () => string | undefined): string | undefined {
    if (this.take(end)) return undefined
    do {
      const fault = member()
      if (fault !== undefined) return fault
    } while (this.take(','))
    return this.take(end) ? undefined : `"," or "${end}"`
  }

  private member(pointer: string): string | undefined {
    this.match(blanks)
    const key = this.match(text)
    if (key === undefined) return 'a name in double quotes'
    if (!this.take(':')) return '":"'
    return this.value(pointer + pointerStep(String(JSON.parse(key))))
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private take(mark: string): boolean {
    this.match(blanks)
    if (this.source[this.at] !== mark) return false
    this.at += 1
    return true
  }
}
