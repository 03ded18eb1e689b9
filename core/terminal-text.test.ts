// Texts from elsewhere do not control a terminal.

import { describe, expect, it } from 'vitest'
import { UsageError } from './errors.ts'
import { printable, singleLine, usageText } from './terminal-text.ts'

const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('')
const dangerous = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const withoutLineBreaks = (text: string) => text.replace(/[\n\t]/g, '')

describe('a text for a terminal', () => {
  it('shows controls as escapes', () => {
    expect(singleLine('a\u001b]0;x\u0007b\rc\u202ed\ne')).toBe('a\\u001b]0;x\\u0007b\\rc\\u202ed\\ne')
    expect(printable('a\u009b31mb\rc\nd')).toBe('a\\u009b31mb\\rc\nd')
  })

  it('has no control except line breaks and tabs, whatever the text is', () => {
    expect(dangerous.test(all)).toBe(true)
    expect(withoutLineBreaks(printable(all))).not.toMatch(dangerous)
    expect(withoutLineBreaks(singleLine(all))).not.toMatch(dangerous)
    expect(singleLine(all)).not.toContain('\n')
  })

  it('leaves all other characters', () => {
    expect(printable('Grüße – ✓ 日本 שלום')).toBe('Grüße – ✓ 日本 שלום')
  })
})

it('the message of an error indents what follows the first line', () => {
  expect(usageText(new UsageError('No "a\n✓ 99 passed".', 'b', 'c\u001b'))).toBe(
    'No "a\n  ✓ 99 passed".\n  b\n  c\\u001b',
  )
})
