// Histories as a part of a run: where they run, and what a broken connection means.

import { expect, it } from 'vitest'
import { verify } from '../commands/verify.ts'
import { inProcess } from '../observe/in-process.ts'
import { whyNotApplicable } from '../steps/needs.ts'
import { histories } from './histories.ts'

it('run only where the clock may be moved', () => {
  expect(whyNotApplicable(histories, inProcess(), 'money')).toContain('needs the level disruptive')
  expect(whyNotApplicable(histories, inProcess(), 'disruptive')).toBeUndefined()
})

it('say that they are not finished where a connection breaks', async () => {
  const { send, ...deployment } = inProcess()
  let sent = 0
  const { notes, errors, exitCode } = await verify(
    {
      ...deployment,
      remote: true,
      send: async (...request) => {
        sent += 1
        if (sent > 60 && request[2] !== undefined) throw new Error('socket hang up')
        return send(...request)
      },
    },
    { property: histories.title, runs: 2, level: 'disruptive' },
  )
  expect([errors, notes.filter((note) => note.startsWith('Histories: not finished'))]).toEqual([
    [],
    ['Histories: not finished, so they show nothing: socket hang up.'],
  ])
  expect(exitCode).not.toBe(1)
})
