// Reads the values of flags. A flag takes the values of the option of the same name.

import type { UsageError } from '../../core/errors.ts'
import { automationGroups, automationModes } from '../../spec/control/values.ts'
import {
  invalidValue,
  type OptionRule,
  optionRules,
  type SimulatorOptions,
} from '../options/simulator-options.ts'
import type { Automation } from '../world/automation.ts'

/** A reader of a text; `name` is the option. */
export function textFlag(name: keyof SimulatorOptions): (text: string) => string {
  return (text) => {
    if (optionRules[name].accepts(text)) return text
    throw invalidFlag(text, flagOf(name), optionRules[name])
  }
}

/** A reader of a whole number; `name` is the option, `rule` what it takes. */
export function numberFlag(name: string, rule: OptionRule): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (rule.accepts(value)) return value
    throw invalidFlag(text, flagOf(name), rule)
  }
}

/** Reads the form of an instant. The start of a sandbox checks the day: that takes a module which loads slowly. */
export function readStart(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\S+(Z|[+-]\d\d:\d\d)$/.test(text)) return text
  throw invalidFlag(text, '--start', optionRules.start)
}

/** Reads `group=mode` and adds it to the earlier values of the flag. */
export function readAutomation(text: string, earlier: Automation = {}): Automation {
  const [group = '', mode = '', ...rest] = text.split('=')
  const automation = { ...earlier, [group]: mode }
  if (rest.length === 0 && optionRules.automation.accepts(automation)) return automation
  throw invalidFlag(text, '--automation', {
    expected: `group=mode. Groups: ${automationGroups.join(', ')}. Modes: ${automationModes.join(', ')}. The groups renewals and reminders cannot be auto, because each event schedules the next`,
    example: 'transactions=manual; the flag can be repeated',
  })
}

/** Reads an origin and adds it to the earlier values of the flag. */
export function readOrigin(text: string, earlier: readonly string[] = []): readonly string[] {
  if (optionRules.cors.accepts([text])) return [...earlier, text]
  throw invalidFlag(text, '--cors', {
    expected: 'an origin: scheme, host and port without a path',
    example: 'https://shop.example; the flag can be repeated',
  })
}

/** The flag of an option: `--max-sandboxes` for `maxSandboxes`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}

function invalidFlag(
  text: string,
  flag: string,
  { expected, example }: Omit<OptionRule, 'accepts'>,
): UsageError {
  return invalidValue(`"${text}"`, flag, { expected, example: `${flag} ${example.replaceAll('"', '')}` })
}
