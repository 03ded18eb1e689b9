// Flags that are not on the command line: environment variables and a file set them, for every command by its own flags.

import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { UsageError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { sandboxVariables } from '../simulator/commands/environment-variables.ts'
import { commands } from './commands.ts'

/** The file, in the current directory. */
export const configFile = 'paytwin.config.json'
/** The section of the file for the commands that serve a simulator. */
export const sharedSection = 'simulator'
export const servingCommands = ['serve', 'exec']

export const settingsHelp = `
A flag can also be set by an environment variable (PAYTWIN_MAX_SANDBOXES for --max-sandboxes) or in ${configFile}.
A flag comes before a variable, a variable before the file, and the file before the default.`

/** The flags of which only one is used: a setting does not apply where another one of them comes before it. */
const alternatives = [
  ['assumptions', 'randomAssumptions'],
  ['url', 'port', 'addressFile'],
]

/** The environment variable of a flag. None if the flag is required, or if `exec` gives a variable of that name to its program. */
export function variableOf({ long, mandatory }: Option): string | undefined {
  const name = `PAYTWIN_${String(long).slice(2).replaceAll('-', '_').toUpperCase()}`
  return mandatory || Object.hasOwn(sandboxVariables, name) ? undefined : name
}

export const isSwitch = (option: Option) => !option.required && !option.optional
/** True if a flag takes several values, in an environment variable separated by commas. */
export const isRepeatable = (option: Option) => option.variadic || option.description.endsWith('repeatable')

/** Sets the flags of a command that the command line does not have. Throws a UsageError for an invalid setting. */
export async function applySettings(command: Command, environment: NodeJS.ProcessEnv): Promise<void> {
  const ofFile = await readSection(command)
  const set = (option: Option, value: unknown, source: 'env' | 'config', place: string) => {
    const name = option.attributeName()
    const group = alternatives.find((names) => names.includes(name)) ?? [name]
    const earlier = source === 'config' ? ['cli', 'env'] : ['cli']
    const isSet = group.some((one) => earlier.includes(String(command.getOptionValueSource(one))))
    if (value !== undefined && !isSet)
      command.setOptionValueWithSource(name, parsed(option, value, place), source)
  }
  const options = command.options.flatMap((option) => {
    const variable = variableOf(option)
    return variable === undefined ? [] : [{ option, variable, name: option.attributeName() }]
  })
  for (const { option, variable } of options)
    set(option, fromEnvironment(option, environment[variable]), 'env', variable)
  for (const { option, name } of options) set(option, ofFile[name], 'config', `"${name}" in ${configFile}`)
}

const switchValues = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** The value that a variable sets; undefined if it sets none. */
function fromEnvironment(option: Option, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  if (isSwitch(option)) return switchValues.has(text) ? switchValues.get(text) !== option.negate : text
  return isRepeatable(option) ? text.split(',') : text
}

function parsed(option: Option, value: unknown, place: string): unknown {
  const refused = (detail: string) =>
    new UsageError(`Invalid value ${JSON.stringify(value)} of ${place}.`, detail, `It sets ${option.flags}.`)
  if (isSwitch(option)) {
    if (typeof value === 'boolean') return value
    throw refused('Expected true or false.')
  }
  try {
    return textsOf(value).reduce<unknown>(
      (earlier, text) =>
        option.parseArg === undefined
          ? option.variadic
            ? [...(Array.isArray(earlier) ? earlier : []), text]
            : text
          : option.parseArg(text, earlier),
      undefined,
    )
  } catch (error) {
    if (error instanceof UsageError || error instanceof InvalidArgumentError) throw refused(error.message)
    throw error
  }
}

/** The texts that a flag would have on the command line for a value of the file. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return isObject(value) ? Object.entries(value).map(([name, one]) => `${name}=${one}`) : [String(value)]
}

async function readSection(command: Command): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(configFile)) return {}
  const { readJsonFile } = await import('../simulator/commands/files.ts')
  const file = await readJsonFile(configFile, 'configuration')
  const names = ['$schema', sharedSection, ...commands.keys()]
  const flags = command.options.filter((option) => variableOf(option) !== undefined)
  const flagNames = flags.map((option) => option.attributeName())
  const sections = [...(servingCommands.includes(command.name()) ? [sharedSection] : []), command.name()]
  const read = (value: unknown, place: string, known: readonly string[]): Record<string, unknown> => {
    if (value === undefined) return {}
    const unknown = isObject(value) ? Object.keys(value).find((name) => !known.includes(name)) : ''
    if (isObject(value) && unknown === undefined) return value
    throw new UsageError(
      unknown === '' ? `${place} is not an object.` : `${place} has an unknown field "${unknown}".`,
      'Its fields are the flags of a command, in camelCase, in a section for each command.',
      `Use one of ${known.join(', ')}.`,
    )
  }
  const all = read(file, configFile, names)
  return Object.assign(
    {},
    ...sections.map((name) => read(all[name], `"${name}" in ${configFile}`, flagNames)),
  )
}
