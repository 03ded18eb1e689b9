// The help of the verbs for scenarios: what a person reads there.

import { Command } from 'commander'
import { expect, it } from 'vitest'
import { addLint, addReplay } from './command.ts'
import { addRecord } from './record/command.ts'
import type { Verdict } from './replay.ts'
import { exitCodeOf } from './report.ts'

function helpOf(add: (program: Command) => void): string {
  const program = new Command()
  add(program)
  const printed: string[] = []
  const [verb] = program.commands
  verb?.configureOutput({ writeOut: (text) => printed.push(text) }).outputHelp()
  return printed.join('')
}

it.each([addReplay, addLint, addRecord])('%o shows no value that only a program reads', (add) => {
  expect(helpOf(add)).toContain('Options:')
  expect(helpOf(add)).not.toMatch(/default: [[{]/)
})

it('replay says what each of its exit codes means, and no other', () => {
  const verdicts: Verdict[] = ['pass', 'fail', 'not applicable', 'broken', 'unreachable', 'error']
  const nothing = { file: '', title: '', reasons: [], steps: [], ms: 0, names: new Map() }
  const codes = new Set(verdicts.map((verdict) => exitCodeOf([{ ...nothing, verdict }])))
  const told = [...helpOf(addReplay).matchAll(/^ {2}(\d) {2}/gm)].map(([, code]) => Number(code))
  expect(told).toEqual([...codes].sort())
})
