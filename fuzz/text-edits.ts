// Edits of the text of a body that no edit of its value can make: keys given twice, extreme literals, text that is not JSON.

import fc from 'fast-check'

/** One edit. `place` selects one of the places where it is possible. */
export interface TextEdit {
  edit: keyof typeof edits
  place: number
}

const scalar = /"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null/g
const key = /"(?:[^"\\]|\\.)*"\s*:/g

const edits = {
  'key given twice': at(key, (found) => `${found}"twice",${found}`),
  'key of a prototype': at(key, (found) => `"__proto__":{"ok":true},"constructor":1,${found}`),
  'text of 5,000 characters': at(scalar, () => JSON.stringify('é'.repeat(5000))),
  'number of 400 digits': at(scalar, () => '9'.repeat(400)),
  'text of 400 digits': at(scalar, () => `"0.${'9'.repeat(400)}"`),
  'number beyond any range': at(scalar, () => '-1e999'),
  'deep nesting': at(scalar, () => `${'['.repeat(3000)}${']'.repeat(3000)}`),
  'lone surrogate': at(scalar, () => '"\\ud800"'),
  'null character': at(scalar, () => '"a\\u0000b"'),
  'unescaped control character': at(scalar, () => '"a\u0001\nb"'),
  'byte order mark': (text: string) => `\ufeff${text}`,
  'white space around': (text: string) => ` \r\n\t${text}\n `,
  'cut off': (text: string, place: number) => text.slice(0, place % Math.max(1, text.length)),
  'more after its end': (text: string) => `${text}{}`,
  empty: () => '',
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

export const textEdits: fc.Arbitrary<TextEdit> = fc.record({
  edit: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
  place: fc.nat(200),
})
