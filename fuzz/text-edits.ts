// Edits of the text of a body that no edit of its value can make: keys given twice, extreme literals, text that is not JSON.

import fc from 'fast-check'

/** One edit. `place` selects one of the places where it is possible. */
export interface TextEdit {
  edit: keyof typeof edits
  place: number
}

/** Behind what a value follows, so that no part of a key or of a text is taken for one. */
const scalar = /(?<=[:[,]\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?!\s*:)/g
const key = /"(?:[^"\\]|\\.)*"\s*:/g

const edits = {
  'key given twice': at(key, (found) => `${found}"twice",${found}`),
  'key of a prototype': at(key, (found) => `"__proto__":{"ok":true},"constructor":1,${found}`),
  'text of 5,000 characters': at(scalar, () => JSON.stringify('é'.repeat(5000))),
  'number of 400 digits': at(scalar, () => '9'.repeat(400)),
  'text of 400 digits': at(scalar, () => `"0.${'9'.repeat(400)}"`),
  'number beyond any range': at(scalar, () => '-1e999'),
  'deep nesting': at(scalar, () => `${'['.repeat(3000)}${']'.repeat(3000)}`),
  'greatest number': at(scalar, () => '1.7976931348623157e308'),
  'lone surrogate': at(scalar, () => '"\\ud800"'),
  'line separators': at(scalar, () => '"\u2028\u2029\\r\\n"'),
  'from right to left': at(scalar, () => '"\u202eabc"'),
  'many emoji': at(scalar, () => JSON.stringify('👩‍👩‍👧‍👦'.repeat(50))),
  markup: at(scalar, () => '"</td><script>alert(1)</script>"'),
  'a format': at(scalar, () => '"%%amount%%$&%s{0}"'),
  'null character': at(scalar, () => '"a\\u0000b"'),
  'unescaped control character': at(scalar, () => '"a\u0001\nb"'),
  'byte order mark': (text: string) => `\ufeff${text}`,
  'white space around': (text: string) => ` \r\n\t${text}\n `,
  // Not inside a character, which a client could not encrypt.
  'cut off': (text: string, place: number) =>
    text.slice(0, place % Math.max(1, text.length)).replace(/[\ud800-\udbff]$/, ''),
  'more after its end': (text: string) => `${text}{}`,
  empty: () => '',
  'any characters': (_: string, place: number) =>
    String.fromCharCode(
      ...Array.from({ length: place }, (_, index) => Math.imul(place + index, 0x9e3779b1) >>> 17),
    ),
  comments: (text: string) => `/* a */ ${text} // b`,
} as const satisfies Record<string, (text: string, place: number) => string>

function at(pattern: RegExp, replacement: (found: string) => string) {
  return (text: string, place: number): string => {
    const found = [...text.matchAll(pattern)]
    const match = found[place % Math.max(1, found.length)]
    if (match === undefined) return text
    return text.slice(0, match.index) + replacement(match[0]) + text.slice(match.index + match[0].length)
  }
}

/** The text after an edit. */
export function editedText(text: string, { edit, place }: TextEdit): string {
  return edits[edit](text, place)
}

export const textEditNames = Object.keys(edits) as (keyof typeof edits)[]

export const textEdits: fc.Arbitrary<TextEdit> = fc.record({
  edit: fc.constantFrom(...textEditNames),
  place: fc.nat(200),
})
