// Recognizes tokens of unknown origin by their form: long texts of letters and digits in no order that a person would write.

/** Shorter texts can be names that people choose. */
const minTokenLength = 20
const minDifferentCharacters = 10
/** Of all places between two characters, how many are between a letter and a digit or two cases. Words have fewer. */
const minChangeShare = 0.22
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const run = /[\w\-+/=.]+/g

/** Where a text has tokens. UUIDs are identifiers, not tokens. */
export function randomTexts(text: string): { start: number; end: number }[] {
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
export function randomUrlParts(url: string): { start: number; end: number }[] {
  const from = /^[a-z][\w+\-.]*:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0
  return [...url.slice(from).matchAll(/[^/?&#=;\s]+/g)]
    .filter(([part]) => isRandom(part))
    .map(({ 0: part, index }) => ({ start: from + index, end: from + index + part.length }))
}

/** Whether the value of an unknown field can be a credential: a text without spaces, of letters and digits. */
export function isTokenLike(text: string): boolean {
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
