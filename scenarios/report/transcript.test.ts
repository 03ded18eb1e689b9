// Comparison of transcripts.

import { describe, expect, it } from 'vitest'
import { firstDifference } from './transcript.ts'

describe('firstDifference', () => {
  it('returns nothing for equal transcripts', () => {
    expect(firstDifference('a\nb\n', 'a\nb\n')).toBeUndefined()
  })

  it('shows the first difference with the lines before it', () => {
    expect(firstDifference('one\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfoul\nfive\n')).toBe(
      [
        'The transcripts first differ at line 4, column 4.',
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
  ])('handles transcripts of different lengths: %j and %j', (expected, actual, place, lines) => {
    const difference = firstDifference(expected, actual)
    expect(difference).toContain(place)
    expect(difference).toContain(lines)
  })
})
