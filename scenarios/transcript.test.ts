// Comparing transcripts: the first differing byte, shown where it stands.

import { describe, expect, it } from 'vitest'
import { firstDifference } from './transcript.ts'

describe('two transcripts', () => {
  it('that are the same differ nowhere', () => {
    expect(firstDifference('a\nb\n', 'a\nb\n')).toBeUndefined()
  })

  it('differ at a byte, which is told with the lines before it', () => {
    expect(firstDifference('one\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfoul\nfive\n')).toBe(
      [
        'The transcripts differ first at line 4, column 4.',
        '    one',
        '    two',
        '    three',
        '  - four',
        '  + foul',
      ].join('\n'),
    )
  })

  it.each([
    ['a\nb', 'a', 'line 1, column 2', '  - a\n  + a'],
    ['a\n', 'a\nb', 'line 2, column 1', '  - \n  + b'],
    ['a', 'a\nb\n', 'line 1, column 2', '  - a\n  + a'],
  ])('of which one is longer: %j and %j', (kept, actual, place, lines) => {
    const told = firstDifference(kept, actual)
    expect(told).toContain(place)
    expect(told).toContain(lines)
  })
})
