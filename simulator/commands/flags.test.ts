// Reading the values of flags: what each accepts, and the errors for what it does not.

import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { optionRules, wholeNumbers } from '../options/simulator-options.ts'
import { numberFlag, readAutomation, textFlag } from './flags.ts'
import { addServe } from './serve.ts'
import { withTwinFiles } from './simulator-flags.ts'

describe('the flags of serve', () => {
  const program = new Command()
  addServe(program)
  const flags = program.commands[0]?.options ?? []

  it('have the names of the options in kebab case', () => {
    const names = flags.map((flag) => flag.attributeName())
    expect(names.filter((name) => !Object.hasOwn(optionRules, name))).toEqual([
      'port',
      'host',
      'addressFile',
      'data',
      'twin',
      'plugin',
      'log',
      'quiet',
    ])
    const inProcessOnly = ['transport', 'handlers', 'plugins']
    expect(Object.keys(optionRules).filter((name) => !names.includes(name))).toEqual(inProcessOnly)
  })

  it.each(['--port', '--max-sandboxes', '--webhook-timeout-ms'])('has a number for %s', (long) => {
    expect(flags.find((flag) => flag.long === long)?.parseArg?.('40', undefined)).toBe(40)
  })
})

describe('a twin', () => {
  it('stands for its world and its assumptions', () => {
    expect(withTwinFiles({ twin: 'staging', seed: '7' })).toEqual({
      ...{
        seed: '7',
        world: join('staging', 'world.json'),
        assumptions: join('staging', 'assumptions.json'),
      },
    })
    expect(withTwinFiles({ world: 'w.json' })).toEqual({ world: 'w.json' })
  })

  it.each([{ world: 'w.json' }, { assumptions: 'a.json' }, { randomAssumptions: '7' }])(
    'excludes %s',
    (other) => {
      expect(() => withTwinFiles({ twin: 'staging', ...other })).toThrow(
        /^--twin and --\S+ exclude each other/,
      )
    },
  )
})

describe('a whole number', () => {
  const read = numberFlag('port', wholeNumbers(0, 65535))

  it('is read within its bounds', () => {
    expect([read('0'), read('4020'), read('65535')]).toEqual([0, 4020, 65535])
  })

  it.each(['65536', '-1', '80.5', '0x50', '', 'any', '1e3', ' 80'])('is not "%s"', (text) => {
    const message = `Invalid value "${text}" for --port. Expected a whole number from 0 to 65535. `
    expect(() => read(text)).toThrow(message)
  })
})

describe('the clock', () => {
  const read = textFlag('clock')

  it.each(['manual', '60x', '0.5x', '1000000x'])('runs at %s', (text) => {
    expect(read(text)).toBe(text)
  })

  it.each(['0x', '-1x', 'fast', '60', '60s', '1000001x', 'x', ''])('does not run at "%s"', (text) => {
    expect(() => read(text)).toThrow('Use, for example, --clock 60x')
  })
})

describe('automation', () => {
  it('accumulates over repetitions, and the last value of a group counts', () => {
    const first = readAutomation('transactions=manual')
    const second = readAutomation('settlements=auto', first)
    expect(readAutomation('transactions=auto', second)).toEqual({ transactions: 'auto', settlements: 'auto' })
  })

  const wrong = ['transactions', 'transactions=never', 'payments=auto', '=', 'transactions=auto=manual']
  it.each([...wrong, 'renewals=auto', 'reminders=auto'])('refuses "%s"', (text) => {
    expect(() => readAutomation(text)).toThrow(
      expect.objectContaining({
        fact: `Invalid value "${text}" for --automation.`,
        detail: expect.stringContaining('transactions, settlements, renewals, reminders'),
        remedy: 'Use, for example, --automation transactions=manual; the flag can be repeated.',
      }),
    )
  })
})
