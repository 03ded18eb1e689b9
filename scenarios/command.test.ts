// The help of the commands for scenarios.

import { Command } from 'commander'
import { expect, it } from 'vitest'
import { Redactor } from '../core/redaction.ts'
import { redactionPolicy } from '../spec/secret-fields.ts'
import { addLint, addReplay } from './command.ts'
import { addRecord } from './record/command.ts'
import { exitCodeOf } from './report/report.ts'
import type { Verdict } from './run/scenario-report.ts'

function helpOf(add: (program: Command) => void): string {
  const program = new Command()
  add(program)
  const printed: string[] = []
  const [command] = program.commands
  command?.configureOutput({ writeOut: (text) => printed.push(text) }).outputHelp()
  return printed.join('')
}

it.each([addReplay, addLint, addRecord])('%o prints no internal default values', (add) => {
  expect(helpOf(add)).toContain('Options:')
  expect(helpOf(add)).not.toMatch(/default: [[{]/)
})

it('the help of replay documents each of its exit codes and no other', () => {
  const verdicts: Verdict[] = ['pass', 'fail', 'not applicable', 'invalid', 'unreachable', 'error']
  const empty = {
    file: '',
    title: '',
    reasons: [],
    steps: [],
    durationMs: 0,
    redactor: new Redactor(redactionPolicy),
  }
  const codes = new Set(verdicts.map((verdict) => exitCodeOf([{ ...empty, verdict }])))
  const documented = [...helpOf(addReplay).matchAll(/^ {2}(\d) {2}/gm)].map(([, code]) => Number(code))
  expect(documented).toEqual([...codes].sort())
})
