// Banned words are in no file of the repository: no comment, no text, no identifier, no file name, no document.

import { describe, expect, it } from 'vitest'
import { bannedWords } from './banned-words.ts'
import { readRepository, type Sources } from './sources.ts'

/** Files that must name the banned words: the changelog names what was renamed. */
const exempt = new Set(['.tidy/banned-words.ts', '.tidy/vocabulary.test.ts', 'CHANGELOG.md'])

const anyBanned = new RegExp(bannedWords.map(({ pattern }) => pattern.source).join('|'), 'i')

/** `webhookFaultRules` as words: `webhook Fault Rules`. */
function spaced(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** Each use of a banned word, with its place and what to write instead. */
function usesOfBannedWords(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (exempt.has(path)) return []
    const name = spaced(path.replace(/[/.-]/g, ' '))
    const inName = bannedWords.flatMap(({ pattern, use }) => report(pattern.exec(name), path, use))
    const inText = text.split('\n').flatMap((line, index) => {
      const words = spaced(line)
      if (!anyBanned.test(words)) return []
      return bannedWords.flatMap(({ pattern, use }) =>
        report(pattern.exec(words), `${path}:${index + 1}`, use),
      )
    })
    return [...inName, ...inText]
  })
}

function report(found: RegExpExecArray | null, place: string, use: string): string[] {
  return found === null ? [] : [`${place}: "${found[0]}". Use: ${use}.`]
}

/** Each comment that begins with a question word in place of its subject. */
function commentsWithoutSubject(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    path.endsWith('.ts')
      ? text
          .split('\n')
          .flatMap((line, index) =>
            /^\s*(?:\/\*\*|\/\/|\*) (?:What|Whether|How)\b/.test(line)
              ? [`${path}:${index + 1} ${line.trim()}`]
              : [],
          )
      : [],
  )
}

describe('a comment', () => {
  it('begins with its subject, or with "True if"', () => {
    expect(commentsWithoutSubject(readRepository())).toEqual([])
  })

  it.each(['/** What it is. */', '  // Whether it is.', ' * How it is.'])('would be noticed: %s', (line) => {
    expect(commentsWithoutSubject(new Map([['spec/a.ts', `${line}\n`]]))).toHaveLength(1)
  })
})

describe('the vocabulary', () => {
  it('is used everywhere', () => {
    expect(usesOfBannedWords(readRepository())).toEqual([])
  })

  it.each([
    ['a comment', 'spec/a.ts', '// What is sealed, the service opens.\n'],
    ['a text', 'spec/a.ts', "throw new Error('No token is told.')\n"],
    ['an identifier', 'spec/a.ts', 'const standIn = 1\n'],
    ['a constant', 'spec/a.ts', 'const SEALED_BYTES = 1\n'],
    ['a file name', 'simulator/agenda.ts', '\n'],
    ['a folder', 'scenarios/stories/a.json', '{}\n'],
    ['a document', 'README.md', 'Every lawful server passes.\n'],
  ])('notices a banned word in %s', (_, path, text) => {
    expect(usesOfBannedWords(new Map([[path, text]]))).toHaveLength(1)
  })

  it.each(bannedWords.map(({ pattern, use }) => [pattern.source, use] as const))(
    'says what to use for %s',
    (_, use) => {
      expect(use).not.toBe('')
    },
  )
})
