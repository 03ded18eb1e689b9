// Colors appear at a terminal only.

import { WriteStream } from 'node:tty'
import { expect, it } from 'vitest'
import { paintFor } from './color.ts'

/** A terminal as Node describes one, without a device. */
const terminal: WriteStream = Object.assign(Object.create(WriteStream.prototype), { isTTY: true })
const env = { TERM: 'xterm-256color' }
const red = '\u001B[31mtext\u001B[39m'

it('colors text at a terminal', () => {
  expect(paintFor(terminal, env)('red', 'text')).toBe(red)
})

it.each([
  ['with NO_COLOR', terminal, { ...env, NO_COLOR: '1' }],
  ['at a terminal without colors', terminal, { TERM: 'dumb' }],
  ['in a file or pipe', { hasColors: () => true }, env],
])('prints no escape codes %s', (_, stream, variables) => {
  expect(paintFor(stream, variables)('red', 'text')).toBe('text')
})
