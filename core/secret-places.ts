// Finds secrets by their place in a text, whatever their value is: fields of JSON and of JSON inside JSON, query parameters,
// the credentials of a URL, lines of headers, and texts with a form that only secrets have. All take linear time.

/** A secret by its place. */
interface Place {
  start: number
  end: number
  /** As it was before encoding. */
  value: string
  /** Text around the value in place of the original, such as quotes. */
  around: string
}

type IsSecretName = (name: string) => boolean

/** Every secret in a text that its place shows to be one. Places can overlap. */
export function secretPlaces(text: string, isSecret: IsSecretName): Place[] {
  return [
    ...fields(text, isSecret),
    ...(text.includes('=') ? parameters(text, isSecret) : []),
    ...(text.includes(':') ? headerLines(text, isSecret) : []),
    ...forms.flatMap((form) =>
      [...text.matchAll(form)].flatMap((match) => {
        const found = match[1] ?? match[0]
        const start = match.index + match[0].indexOf(found)
        const end = extended(text, start + found.length, found)
        const value = percentDecoded(text.slice(start, end))
        return value === '' ? [] : [{ start, end, value, around: '' }]
      }),
    ),
  ]
}

/** Texts that are secrets wherever they are; the first group is the secret, if there is one. */
const forms: readonly RegExp[] = [
  // The user and the password of a URL.
  /(?<!\\)\\{0,8}\/\\{0,8}\/([^\s/?#"<>\\]*)@/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // A JSON Web Token.
  /(?<![\w-])eyJ[\w-]{8,8000}\.[\w-]{1,8000}(?:\.[\w-]{0,8000})?/g,
  // A credential after its scheme. One word of small letters is not a credential.
  /(?<!\w)(?:bearer|basic)(?: |%20|\+)((?![a-z]{1,15}(?![\w\-.~+/=%]))[\w\-.~+/=%]{6,8000})/gi,
]

/** Patterns stop at this length, because the stack of a regular expression grows with what it repeats. */
const maxPatternLength = 8000

/** Where a secret ends that may be longer than its pattern reads. */
function extended(text: string, from: number, found: string): number {
  let end = from
  if (found.length >= maxPatternLength)
    while (end < text.length && !/[\s"'<>&#]/.test(text.charAt(end))) end += 1
  return end
}

const blank = String.raw`(?:\s|\\{1,8}[nrt])*`
const afterName = new RegExp(String.raw`(?<!\\)(\\*)"${blank}:${blank}`, 'g')
const afterNameHere = new RegExp(afterName.source, 'y')
const maxNameLength = 200

function fields(text: string, isSecret: IsSecretName): Place[] {
  const found: Place[] = []
  afterName.lastIndex = 0
  for (let match = afterName.exec(text); match !== null; match = afterName.exec(text)) {
    const { index } = match
    const backslashes = match[1] ?? ''
    // A quote is escaped once for each level of JSON inside JSON.
    if (![0, 1, 3, 7].includes(backslashes.length)) continue
    const quote = `${backslashes}"`
    const nameStart = text.lastIndexOf(quote, index - 1)
    if (nameStart < 0 || index - nameStart > maxNameLength) continue
    const name = unescaped(text.slice(nameStart + quote.length, index), backslashes.length)
    if (!isSecret(name)) continue
    afterName.lastIndex = valueEnd(text, afterName.lastIndex, quote, found)
  }
  return found
}

const token = /(?<!\\)(\\*)"|[[\]{},]|-?\d[\d.eE+-]*/g

/** Adds the texts and numbers of the value that begins at a place, and returns where it ends. */
function valueEnd(text: string, from: number, quote: string, found: Place[]): number {
  let depth = 0
  token.lastIndex = from
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { index, 0: part } = match
    // True, false and null are no secrets.
    if (depth === 0 && index > from) return from
    depth += depthChanges[part] ?? 0
    if (part.endsWith('"')) {
      // The quote of an outer text: the value was cut.
      if (part.length < quote.length) return index
      token.lastIndex = addText(text, index, quote, depth > 0, found)
    } else if (/\d/.test(part)) found.push({ start: index, end: token.lastIndex, value: part, around: quote })
    if (depth <= 0) return token.lastIndex
  }
  return text.length
}

const depthChanges: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** Adds the text that begins at a place, unless it is empty or the name of a field, and returns where it ends. */
function addText(text: string, index: number, quote: string, isInside: boolean, found: Place[]): number {
  const start = index + quote.length
  const { end: contentEnd, closed } = textEnd(text, start, quote.length - 1)
  const end = closed ? contentEnd + quote.length : contentEnd
  afterNameHere.lastIndex = contentEnd
  const isName = isInside && closed && afterNameHere.test(text)
  const value = unescaped(text.slice(start, contentEnd), quote.length - 1)
  if (!isName && value !== '') found.push({ start: index, end, value, around: quote })
  return end
}

/** Where a text ends whose quotes have that many backslashes. */
function textEnd(text: string, from: number, escapes: number): { end: number; closed: boolean } {
  const unit = escapes + 1
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let run = 0
    while (at - run > from && text[at - run - 1] === '\\') run += 1
    if (run < escapes) return { end: at - run, closed: false }
    if (run % (2 * unit) === escapes) return { end: at - escapes, closed: true }
  }
  return { end: text.length, closed: false }
}

/** The text between quotes that have that many backslashes. */
function unescaped(text: string, escapes: number): string {
  let plain = text
  for (let level = escapes; level >= 0 && plain.includes('\\'); level = level === 0 ? -1 : (level - 1) / 2)
    plain = plain.replace(/\\(?:u([\da-f]{4})|([^u]))/gi, (_, code: string | undefined, letter: string) =>
      code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
    )
  return plain
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const parameter =
  /(?:[?&;]|\\{1,8}u0026|^)((?:[\w.~[\]-]|%[\da-f]{2}){1,200})=((?:[^&#\s"<>\\]|\\(?!u0026|")){1,8000})/gi

function parameters(text: string, isSecret: IsSecretName): Place[] {
  return [...text.matchAll(parameter)].flatMap((match) => {
    const [all, name = '', value = ''] = match
    const start = match.index + all.length - value.length
    const end = extended(text, start + value.length, value)
    const plain = percentDecoded(text.slice(start, end).replaceAll('+', ' '))
    const place = { start, end, value: plain, around: '' }
    return isSecret(percentDecoded(name)) ? [place] : []
  })
}

const headerLine = /^([\w-]{1,60}):[ \t]*(\S.*)$/gm

function headerLines(text: string, isSecret: IsSecretName): Place[] {
  return [...text.matchAll(headerLine)].flatMap((match) => {
    const [all, name = '', value = ''] = match
    const end = match.index + all.length
    return isSecret(name) ? [{ start: end - value.length, end, value, around: '' }] : []
  })
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
