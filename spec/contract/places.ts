// The structure of the contract: its sections, and in each the sentences, bullets, rows and parts that a statement can rest on.
// The text of the contract is not part of the repository; places.json has a hash of each place instead.

import { createHash } from 'node:crypto'

/** The places of each section, each with the hash of its text. */
type ContractPlaces = Record<string, Record<string, string>>

export interface ContractIndex {
  places: ContractPlaces
  /** The places that only say that something is not shown, such as `Limits: sentence 1`. */
  open: string[]
  /** The hashes of all phrases, concatenated. They show whether a text of ours was copied. */
  phrases: string
}

/** Parts of an operation that the contract labels, by the label. */
const labels: readonly (readonly [RegExp, string])[] = [
  [/^Headers?:/, 'headers'],
  [/^Query:/, 'query'],
  [/^(Request )?body\b(?! fields)/i, 'body'],
  [/^((Success )?response\b|`)/i, 'response'],
]
const listedFields = /^(Request|Body) fields\b[^:]*: /
const onlyLabel = /^[\w ]+:$/
const saysOpen = /: not shown\b|\b(is|are) omitted\.$/

/** Reads the structure of the contract from its text. */
export function indexContract(text: string): ContractIndex {
  const index = new IndexBuilder()
  for (const line of text.split('\n')) index.read(line)
  return { ...index.done(), phrases: [...new Set(phraseHashes(text))].sort().join('') }
}

class IndexBuilder {
  private readonly texts: Record<string, Record<string, string>> = {}
  private readonly open: string[] = []
  private chapter = 'Preamble'
  private section = 'Preamble'
  /** The cells of the current table's head; undefined outside of tables. */
  private head: string[] | undefined

  read(line: string): void {
    const trimmed = line.trim()
    if (!trimmed.startsWith('|')) this.head = undefined
    if (/^# |^$/.test(trimmed)) return
    if (trimmed.startsWith('## ')) this.enterChapter(trimmed.slice(3))
    else if (trimmed.startsWith('### ')) this.enterSection(trimmed.slice(4))
    else if (trimmed.startsWith('|')) this.row(trimmed)
    else if (/^\d+\. /.test(trimmed)) this.item(trimmed)
    else if (trimmed.startsWith('- ')) this.bullet(trimmed.slice(2))
    else this.paragraph(trimmed)
  }

  done(): Omit<ContractIndex, 'phrases'> {
    const places = Object.fromEntries(
      Object.entries(this.texts).map(([section, texts]) => [
        section,
        Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, hashOf(text)])),
      ]),
    )
    return { places, open: this.open }
  }

  private enterChapter(title: string): void {
    this.chapter = title.replace(/ and their fields$/, '')
    const introductions: Record<string, string> = {
      Resources: 'Resources, conventions',
      Endpoints: 'Endpoints, shared conventions',
    }
    this.section = introductions[this.chapter] ?? this.chapter
  }

  private enterSection(title: string): void {
    const [, number] = /^(\d+)\. /.exec(title) ?? []
    const name = number ?? title.replace(/ \(.*\)$/, '').replace(/^Other/, 'other')
    this.section = `${this.chapter}, ${name}`
    if (title.includes('?')) this.add('query', title)
  }

  private item(text: string): void {
    const [, number, content = ''] = /^(\d+)\. (.*)$/.exec(text) ?? []
    this.section = `${this.chapter}, ${number}`
    this.sentences(content)
  }

  private paragraph(text: string): void {
    if (/^(What the service does|Events|Errors), \d+$/.test(this.section)) this.section = this.chapter
    this.sentences(text)
  }

  private bullet(text: string): void {
    const bullet = `bullet ${this.count('bullet')}`
    this.add(bullet, text)
    const sentences = sentencesOf(text)
    if (sentences.length > 1)
      for (const [at, sentence] of sentences.entries()) this.add(`${bullet} sentence ${at + 1}`, sentence)
  }

  private sentences(text: string): void {
    for (const sentence of sentencesOf(text)) {
      if (onlyLabel.test(sentence)) continue
      const label = labels.find(([pattern]) => pattern.test(sentence))?.[1]
      if (listedFields.test(sentence)) this.fields(sentence.replace(listedFields, ''))
      else if (label !== undefined && this.chapter === 'Endpoints') this.add(label, sentence)
      else this.add(`sentence ${this.count('sentence')}`, sentence)
    }
  }

  /** The fields in a sentence such as `name (string, required), other (array).` */
  private fields(list: string): void {
    for (const field of list.replace(/\.$/, '').split(/, (?![^(]*\))/))
      this.add(`row ${/^\w+/.exec(field)?.[0]}`, field)
  }

  /** Rows are named by their first cell if it is a field or a code, else numbered. */
  private row(text: string): void {
    const cells = text.replace(/^\||\|$/g, '').split('|')
    if (this.head === undefined) {
      this.head = cells.map((cell) => cell.trim())
      return
    }
    if (/^[|\s:-]+$/.test(text)) return
    if (!/^(Field|code)$/.test(this.head[0] ?? '')) this.add(`row ${this.count('row')}`, text)
    else for (const name of (cells[0] ?? '').split(',')) this.add(`row ${name.trim()}`, text)
  }

  /** The number of the next place of a kind. */
  private count(kind: string): number {
    const numbered = new RegExp(`^${kind} \\d+$`)
    return Object.keys(this.texts[this.section] ?? {}).filter((place) => numbered.test(place)).length + 1
  }

  private add(place: string, text: string): void {
    const texts = this.texts[this.section] ?? {}
    this.texts[this.section] = texts
    texts[place] = `${texts[place] ?? ''}${text}`
    if (!/^row|^[a-z]+$/.test(place) && saysOpen.test(text)) this.open.push(`${this.section}: ${place}`)
  }
}

const phraseWords = 8
const phraseHashLength = 8

/** The hash of every eight words in a row, whatever their punctuation. */
export function phraseHashes(text: string): string[] {
  const words = text.toLowerCase().match(/\w+/g) ?? []
  return words
    .slice(phraseWords - 1)
    .map((_, at) => hashOf(words.slice(at, at + phraseWords).join(' ')).slice(0, phraseHashLength))
}

/** The hashes in an index, separated. */
export function separatePhrases({ phrases }: Pick<ContractIndex, 'phrases'>): Set<string> {
  return new Set(phrases.match(new RegExp(`.{${phraseHashLength}}`, 'g')))
}

/** The sentences of a paragraph. Titles in bold are no sentences, and full stops in code end none. */
function sentencesOf(text: string): string[] {
  const masked = text
    .replace(/\*\*[^*]*\.\*\*/g, (title) => '#'.repeat(title.length))
    .replace(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  const ends = [...masked.matchAll(/\.(?= |$)/g)].map(({ index }) => index + 1)
  const starts = [0, ...ends]
  return [...ends, text.length]
    .map((end, at) => text.slice(starts[at] ?? end, end).replace(/^ *(\*\*[^*]*\.\*\*)? */, ''))
    .filter((sentence) => sentence !== '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 12)
}
